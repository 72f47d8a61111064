package io.fairlead.store;

import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a scheduler sees of its service, by its looks. Touched in turns only. */
final class Sight {

    /** A look that takes longer is one at a store that probably does not answer at all. */
    private static final Duration SLOW = Duration.ofMillis(250);

    /** Whoever has not looked for so long was stopped itself: nobody's silence in that time counts. */
    private static final Duration BLIND_AFTER = Duration.ofSeconds(2);

    private final Scheduler.Tools tools;
    private final Watcher watcher;
    private DrainedView seen;
    private Instant readAt = Instant.EPOCH;
    private Instant lookedAt = Instant.EPOCH;
    private @Nullable CompletionStage<ServiceView> looking;
    private long changes;
    private long seenChanges;

    /** Hears of each look. */
    interface Watcher {

        /**
         * A look is over.
         *
         * @param read what was read just now, or null where the store did not answer
         */
        void looked(@Nullable ServiceView read);
    }

    Sight(ServiceId service, Scheduler.Tools tools, Watcher watcher) {
        this.tools = tools;
        this.watcher = watcher;
        this.seen = new DrainedView(new ServiceView(service, List.of(), false), new TreeMap<>());
    }

    /** Reads the reports; ends with the view that counts from then on. A store that does not answer leaves the last one. */
    CompletionStage<ServiceView> look() {
        lookedAt = tools.clock().get();
        long begun = changes;
        return tools.read()
                .get()
                .handleAsync(
                        (read, trouble) -> {
                            if (read != null) {
                                saw(read);
                                seenChanges = begun;
                            } else if (!OutcomeUnknownException.isBehind(trouble)) {
                                throw new CompletionException(trouble);
                            } else {
                                seen = seen.with(outdated());
                            }
                            watcher.looked(read == null ? null : read.view());
                            return view();
                        },
                        tools.turns());
    }

    private void saw(DrainedView read) {
        Instant now = tools.clock().get();
        seen = read;
        lookedAt = now;
        if (read.view().current()) {
            readAt = now;
        }
    }

    /** The view, read anew if that is due: see {@link Scheduler#glance}. */
    CompletionStage<ServiceView> glance(Duration most) {
        Instant now = tools.clock().get();
        Duration since = Duration.between(lookedAt, now);
        boolean passed = seenChanges < changes || lostSince(since);
        if (looking == null && (passed || since.compareTo(most) > 0)) {
            CompletionStage<ServiceView> begun = look();
            looking = begun;
            var unused = begun.whenCompleteAsync((read, trouble) -> ended(begun), tools.turns());
        }
        CompletionStage<ServiceView> open = looking;
        boolean old = passed || sinceRead().compareTo(most.multipliedBy(2)) > 0;
        boolean slow = Duration.between(lookedAt, now).compareTo(SLOW) > 0;
        boolean waits = readAt.equals(Instant.EPOCH) || (seen.view().current() && old && !slow);
        return open != null && waits ? open : CompletableFuture.completedFuture(view());
    }

    private void ended(CompletionStage<ServiceView> look) {
        if (look.equals(looking)) {
            looking = null;
        }
    }

    /** What was seen before does not count any more, nor what a look sees that is under way. */
    void changed() {
        changes++;
        looking = null;
    }

    /** Whether the store may have lost what was in it after the last look, a time ago: the next one tells. */
    private boolean lostSince(Duration look) {
        Duration loss = tools.rooms().sinceLoss();
        return loss != null && loss.compareTo(look) < 0;
    }

    /** The instances as they are taken to be now. */
    ServiceView view() {
        Duration since = sinceRead();
        boolean sees = isCurrent() && since.compareTo(BLIND_AFTER) < 0;
        return sees ? seen.view().later(since) : outdated();
    }

    /** The same with the orders to drain that stand. */
    DrainedView drained() {
        return seen.with(view());
    }

    /** Whether the rooms of a process are to be given other homes. */
    boolean mustMove(Owner process) {
        return seen.mustMove(process);
    }

    /** The instances as they were seen last, for when they cannot be seen. */
    ServiceView outdated() {
        return seen.view().outdated(sinceRead());
    }

    /** Whether the last look saw how it stands. */
    boolean isCurrent() {
        return seen.view().current();
    }

    private Duration sinceRead() {
        if (readAt.equals(Instant.EPOCH)) {
            return Duration.ZERO;
        }
        Duration since = Duration.between(readAt, tools.clock().get());
        return since.isNegative() ? Duration.ZERO : since;
    }
}
