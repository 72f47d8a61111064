package io.fairlead.manager.loop;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Heartbeats as they come in: which of them are for this manager at all, and when they are answered. */
final class Arrivals {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final Timeline timeline;
    private final Memory memory;
    private final Neighbours neighbours = new Neighbours();
    private volatile boolean afterLoss;
    private boolean tookOver;

    Arrivals(Timeline timeline, Memory memory) {
        this.timeline = timeline;
        this.memory = memory;
    }

    /**
     * A heartbeat that came in.
     *
     * @param at when
     * @param patience for how long its answer may be kept back while there is nothing new to say
     */
    record Arrival(Heartbeat beat, String from, Duration at, Duration patience) {}

    void own(Set<String> addresses) {
        neighbours.own(addresses);
    }

    void followALoss() {
        afterLoss = true;
    }

    boolean followsALoss() {
        return afterLoss;
    }

    /**
     * A node that remembers another store may have a primary there: it takes no orders from this one. After a loss the
     * first such node tells the name of the store that was lost.
     *
     * @return why it is refused, or null if it is not
     */
    @Nullable HeartbeatAnswer foreign(Heartbeat beat) {
        String own = memory.cluster();
        String remembered = beat.steps().cluster();
        if (own == null || remembered == null || remembered.equals(own)) {
            return null;
        }
        if (afterLoss && !tookOver) {
            tookOver = true;
            LOG.warn("takes over the cluster id {} that node {} remembers", remembered, beat.node());
            memory.takeOver(remembered);
            return null;
        }
        return new HeartbeatAnswer.Foreign(remembered, own);
    }

    /** Lets a group take it in; answered at once, or when there is something to say. */
    CompletableFuture<HeartbeatAnswer> take(Group group, Arrival arrival) {
        Heartbeat beat = arrival.beat;
        HeartbeatAnswer answer = group.heartbeat(beat, arrival.from, arrival.at);
        neighbours.look(group.id(), group.members());
        CompletableFuture<HeartbeatAnswer> given = new CompletableFuture<>();
        // The loop is the only one to complete it, so what is noted here is noted on its thread.
        CompletableFuture<HeartbeatAnswer> noted = given.thenApply(told -> noted(group, beat, told));
        boolean waits = !arrival.patience.isZero() && group.answers().isNothingNew(answer, beat.node());
        if (waits && answer instanceof HeartbeatAnswer.Accepted accepted) {
            Duration until =
                    timeline.now().plus(least(arrival.patience, group.answers().longestPatience()));
            group.answers()
                    .park(new ParkedAnswers.Parked(beat.node(), accepted.order(), arrival.at, until, answer, given));
        } else {
            given.complete(answer);
        }
        return noted;
    }

    private static HeartbeatAnswer noted(Group group, Heartbeat beat, HeartbeatAnswer answer) {
        if (answer instanceof HeartbeatAnswer.Accepted accepted) {
            group.answers().told(beat.node(), accepted.order());
        }
        return answer;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
