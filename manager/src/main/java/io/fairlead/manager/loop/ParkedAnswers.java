package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers that are kept back until there is something to say, at most one for each node: so a node is told at once what
 * it is to do, without asking many times a second.
 */
final class ParkedAnswers {

    private final Map<NodeId, Parked> waiting = new TreeMap<>();

    /**
     * An answer that is kept back.
     *
     * @param node who waits for it
     * @param told what the node would be told now
     * @param at when its heartbeat came in
     * @param until when it is given in any case
     * @param otherwise what it is then if the node is not known any more
     * @param answer takes the answer
     */
    record Parked(
            NodeId node,
            StepOrder told,
            Duration at,
            Duration until,
            HeartbeatAnswer otherwise,
            CompletableFuture<HeartbeatAnswer> answer) {}

    /**
     * Keeps one back. An older one of the same node is given: whoever sent it has sent another since.
     *
     * @param now the answer to give now, or null to keep it back
     */
    void add(Parked parked, Function<Parked, @Nullable HeartbeatAnswer> now) {
        Parked older = waiting.put(parked.node(), parked);
        if (older != null) {
            HeartbeatAnswer answer = now.apply(older);
            older.answer().complete(answer == null ? older.otherwise() : answer);
        }
    }

    /** Gives those answers for which there is something to say. */
    void wake(Function<Parked, @Nullable HeartbeatAnswer> now) {
        if (waiting.isEmpty()) {
            return;
        }
        for (Iterator<Parked> all = waiting.values().iterator(); all.hasNext(); ) {
            Parked parked = all.next();
            HeartbeatAnswer answer = now.apply(parked);
            if (answer != null) {
                all.remove();
                parked.answer().complete(answer);
            }
        }
    }
}
