package io.fairlead.client.role;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends heartbeats until it is told to stop; runs on a thread of its own, so that nothing else delays a beat. */
final class HeartbeatLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatLoop.class);

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final ManagerLink link;
    private final Pace pace;
    private final Beats beats;
    private final NodeClock clock;
    private final Bell bell = new Bell();
    private volatile boolean stopped;
    private volatile boolean plain;

    /** Where the beats come from, and where the answers go. */
    interface Beats {
        /** Runs before the first beat and may take its time. */
        void beforeTheFirst() throws InterruptedException;

        /** The next heartbeat, of a node that says it sends one each {@code interval}. */
        Beat next(Duration interval);

        /** A beat was answered. */
        void answered(Beat beat, HeartbeatAnswer answer, Moment sent);

        /** How the group works, as far as it was told. */
        RoleTerms terms();
    }

    HeartbeatLoop(ManagerLink link, Pace pace, Beats beats, NodeClock clock) {
        this.link = link;
        this.pace = pace;
        this.beats = beats;
        this.clock = clock;
    }

    /** Lets the loop end soon, without another beat. */
    void stop() {
        stopped = true;
        bell.ring();
    }

    /** There is something new to say: the next beat is sent at once. */
    void hurry() {
        bell.ring();
    }

    @Override
    public void run() {
        try {
            beats.beforeTheFirst();
            long wait = 0;
            while (!stopped) {
                pause(wait);
                wait = stopped ? 0 : beat();
            }
        } catch (InterruptedException e) {
            LOG.error("the heartbeat thread was interrupted; this node will fall silent");
        }
    }

    private void pause(long nanos) throws InterruptedException {
        try {
            bell.rung().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.trace("the next beat is due");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a bell does not fail", e);
        }
    }

    /** Sends one heartbeat, and says after how many nanoseconds the next is due. */
    private long beat() throws InterruptedException {
        bell.quiet();
        try {
            RoleTerms terms = beats.terms();
            terms.timing().ifPresent(timing -> pace.wanted(timing.heartbeat()));
            Beat beat = beats.next(pace.interval());
            Duration park = park(beat, terms);
            Duration wait = waitFor(pace.interval(), terms).plus(park);
            ManagerLink.Exchange exchange = link.exchange(sending(beat, park, wait), bell);
            if (exchange.reply() instanceof Reply.Answered answered) {
                plain = plain && answered.answer().steps().isEmpty();
                beats.answered(beat, answered.answer(), exchange.sent());
                long usual = pace.afterAnswer(answered.answer().hold());
                long since = clock.now().nanos() - exchange.sent().nanos();
                return (park.isZero() ? usual : park.toNanos()) - since;
            }
            return afterNoAnswer(exchange.reply(), beat);
        } catch (RuntimeException bug) {
            // One beat is lost and said so; a node that falls silent for ever would be worse.
            LOG.error("a heartbeat failed because of a bug in this node", bug);
            return pace.afterSilence();
        }
    }

    private long afterNoAnswer(Reply reply, Beat beat) {
        if (reply instanceof Reply.Overtaken) {
            return 0;
        }
        if (reply instanceof Reply.Refused refused) {
            if (refused.isForUnknownField() && !plain) {
                LOG.warn("the manager is of an older version, which knows no steps: this node tells it none");
                plain = true;
                return 0;
            }
            Duration before = pace.interval();
            refused.heartbeat().ifPresent(pace::wanted);
            if (pace.interval().compareTo(before) < 0) {
                LOG.info(
                        "the group wants a heartbeat every {} ms: this node, which had no answer yet, sends one so often",
                        pace.interval().toMillis());
                return 0;
            }
            Optional<Duration> lease = beats.terms().timing().map(timing -> timing.lease());
            boolean primary = beat.role() == Role.PRIMARY;
            return refused.isConflict() ? pace.afterConflict(lease, primary) : pace.afterRefusal(lease, primary);
        }
        return pace.afterSilence();
    }

    /** A beat as it goes over the wire. */
    ManagerCall.Sending sending(Beat beat, Duration park, Duration wait) {
        return new ManagerCall.Sending(beat.toJson(plain), park, wait);
    }

    /** A standby lets the manager wait with the answer, so that it is told at once; a primary needs its renewals in time. */
    private Duration park(Beat beat, RoleTerms terms) {
        return beat.role() == Role.PRIMARY || plain || terms.timing().isEmpty()
                ? Duration.ZERO
                : Duration.ofMillis(pace.interval().toMillis() / 2);
    }

    /** How long an answer is waited for: what the manager says, else one interval within half a second and two. */
    static Duration waitFor(Duration interval, RoleTerms terms) {
        if (terms.timing().isPresent()) {
            return terms.timing().get().answerWait();
        }
        if (interval.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return interval.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : interval;
    }
}
