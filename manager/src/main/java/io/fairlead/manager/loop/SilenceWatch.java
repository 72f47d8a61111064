package io.fairlead.manager.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether many nodes of a manager fall silent at once, over all of its groups: a switch that restarts, or the
 * manager's own cable. Their primaries are then waited for once more as long as usual. Touched by the loop's thread only.
 */
final class SilenceWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);

    /** Often enough to see it well before the first of the primaries would be replaced. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    /** For how long it is shown at least, so that a person sees it. */
    private static final Duration SHOWN = Duration.ofSeconds(60);

    private ManySilent.@Nullable Span span;
    private @Nullable Duration began;
    private Duration lookedAt = Duration.ZERO;

    /** Looks at all groups, if the last time is long enough ago. */
    void look(Collection<Group> groups, Duration now) {
        if (now.minus(lookedAt).compareTo(LOOK_EVERY) < 0) {
            return;
        }
        lookedAt = now;
        began = began == null ? now : began;
        List<Duration> waits = groups.stream().map(Group::deadAfter).sorted().toList();
        // Nodes find a manager that has just started one after the other.
        if (waits.isEmpty() || now.minus(began).compareTo(waits.get(0).dividedBy(2)) < 0) {
            return;
        }
        Duration within = waits.get(waits.size() - 1);
        // Whoever has been silent for longer was looked at while it was new.
        Duration longest = within.multipliedBy(3);
        List<ManySilent.Node> nodes = new ArrayList<>();
        int affected = 0;
        for (Group group : groups) {
            for (Member member : group.members()) {
                if (!member.isGone() && member.age(now).compareTo(longest) <= 0) {
                    nodes.add(new ManySilent.Node(member.heardAt(), member.isOverdue(now)));
                }
                affected += has(member, now) ? 1 : 0;
            }
        }
        end(affected, now, SHOWN.compareTo(longest) >= 0 ? SHOWN : longest);
        ManySilent.Span found = ManySilent.find(nodes, within);
        if (found != null) {
            begin(found, nodes);
        }
    }

    private void begin(ManySilent.Span found, List<ManySilent.Node> nodes) {
        if (span == null) {
            long silent = nodes.stream()
                    .filter(node -> node.silent() && found.has(node.heardAt()))
                    .count();
            LOG.warn(
                    "{} of {} nodes fell silent at once: primaries among them are waited for one more lease and allowance",
                    silent,
                    nodes.size());
        }
        span = span == null ? found : span.with(found);
    }

    private void end(int affected, Duration now, Duration shown) {
        if (span == null) {
            return;
        }
        if (affected == 0) {
            LOG.warn("the nodes that fell silent at once are heard again, or were removed");
            span = null;
        } else if (now.minus(span.to()).compareTo(shown) > 0) {
            LOG.warn("{} of the nodes that fell silent at once are silent still; failover goes on", affected);
            span = null;
        }
    }

    /** Whether a node is one of those that fell silent at once, and still is silent. */
    boolean has(Member member, Duration now) {
        return span != null && !member.isGone() && member.isOverdue(now) && span.has(member.heardAt());
    }

    /** Leaves a span out of everybody's silence in which the manager itself could not listen. */
    void forgive(Duration gap) {
        span = span == null ? null : span.later(gap);
    }
}
