package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process knows of the members of one service's list in the method's names. */
final class Members {

    /** How long it is believed where a member is. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(3);
    /** Members that are taken out at one look; the others at the next ones. */
    private static final int SWEPT_AT_ONCE = 2000;

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    private final ServiceId service;
    private final Duration sweepAfter;
    private final Map<InstanceId, Details> members = new TreeMap<>();
    private final Map<InstanceId, Long> deadSince = new HashMap<>();
    private final Map<NodeId, String> weights = new HashMap<>();
    private Map<Instance, String> found = new HashMap<>();
    private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);
    private @Nullable Long looked;
    private long looks;
    private boolean saidUnreadable;

    Members(ServiceId service, Duration sweepAfter) {
        this.service = service;
        this.sweepAfter = sweepAfter;
    }

    /**
     * Where a member is.
     *
     * @param instance the instance, or null where that does not stand there or we wrote it
     * @param since when that was read
     */
    private record Details(@Nullable Instance instance, long since) {}

    ServiceId service() {
        return service;
    }

    /** Begins a look, unless the last one is recent or still under way. */
    synchronized @Nullable CompletableFuture<Void> begin(long now, Duration every) {
        boolean recent = looked != null && now - looked < every.toNanos();
        if (recent || !latest.isDone()) {
            return null;
        }
        latest = new CompletableFuture<>();
        return latest;
    }

    /** Whether the last look is young enough to be answered from. */
    synchronized boolean isFresh(long now) {
        return looked != null && now - looked < LoadReport.PERIOD.toNanos();
    }

    synchronized CompletableFuture<Void> looked() {
        return latest;
    }

    void end(CompletableFuture<Void> look, @Nullable Throwable failure) {
        if (failure == null) {
            look.complete(null);
        } else {
            look.completeExceptionally(failure);
        }
    }

    /** Takes in the list; returns the members of which it must be read where they are. */
    synchronized List<InstanceId> listed(Set<String> ids, Set<InstanceId> ours, long now) {
        Set<InstanceId> strangers = new TreeSet<>();
        for (String id : ids) {
            try {
                strangers.add(new InstanceId(id));
            } catch (IllegalArgumentException e) {
                sayUnreadable(e.getMessage());
            }
        }
        strangers.removeAll(ours);
        members.keySet().retainAll(strangers);
        deadSince.keySet().retainAll(strangers);
        List<InstanceId> unknown = new ArrayList<>();
        for (InstanceId id : strangers) {
            Details known = members.get(id);
            if (known == null || now - known.since > KNOWN_FOR.toNanos()) {
                members.put(id, new Details(null, now - KNOWN_FOR.toNanos() - 1));
                unknown.add(id);
            }
        }
        return unknown;
    }

    /** Takes in where a member is: endpoint, node, and the incarnation of one of ours, each empty where it does not stand. */
    synchronized void detailed(InstanceId id, List<String> fields, long now) {
        Instance instance = null;
        boolean foreign = fields.get(2).isEmpty()
                && !fields.get(0).isEmpty()
                && !fields.get(1).isEmpty();
        if (foreign) {
            try {
                instance = new Instance(id, new NodeId(fields.get(1)), fields.get(0));
            } catch (IllegalArgumentException e) {
                sayUnreadable(e.getMessage());
            }
        }
        members.replace(id, new Details(instance, now));
    }

    /** The nodes whose weights are asked for. */
    synchronized Set<NodeId> nodes() {
        weights.clear();
        Set<NodeId> nodes = new TreeSet<>();
        for (Details details : members.values()) {
            if (details.instance != null) {
                nodes.add(details.instance.node());
            }
        }
        return nodes;
    }

    /** Takes in the weight of a node, empty if there is none. */
    synchronized void weighed(NodeId node, String weight) {
        if (!weight.isEmpty()) {
            weights.put(node, weight);
        }
    }

    /** Ends a look: who is a candidate, and who has been dead for so long that the list is rid of it. */
    synchronized List<InstanceId> judged(long now) {
        Map<Instance, String> live = new HashMap<>();
        List<InstanceId> swept = new ArrayList<>();
        members.forEach((id, details) -> {
            String weight = details.instance == null ? null : weights.get(details.instance.node());
            if (details.instance != null && weight != null) {
                live.put(details.instance, weight);
                deadSince.remove(id);
            } else if (now - deadSince.computeIfAbsent(id, first -> now) >= sweepAfter.toNanos()
                    && swept.size() < SWEPT_AT_ONCE) {
                swept.add(id);
            }
        });
        found = live;
        looked = now;
        looks++;
        return swept;
    }

    synchronized @Nullable NodeId nodeOf(InstanceId id) {
        Details details = members.get(id);
        return details == null || details.instance == null ? null : details.instance.node();
    }

    /** The candidates of the last look that succeeded. */
    synchronized List<Candidate> seen(long now) {
        List<Candidate> candidates = new ArrayList<>();
        Duration age = looked == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now - looked));
        found.forEach((instance, weight) -> candidates.add(ForeignWeight.candidate(instance, weight, looks, age)));
        return candidates;
    }

    /** Whether nobody stands in the list, as far as a look that is over tells. */
    synchronized boolean isEmpty() {
        return members.isEmpty() && latest.isDone();
    }

    private void sayUnreadable(@Nullable String why) {
        if (!saidUnreadable) {
            saidUnreadable = true;
            LOG.warn("in the list of service {} stands what is left out: {}", service, Shown.line("" + why));
        }
    }
}
