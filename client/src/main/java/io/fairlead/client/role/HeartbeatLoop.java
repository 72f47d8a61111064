package io.fairlead.client.role;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends heartbeats until it is told to stop; runs on a thread of its own, so that nothing else delays a beat. */
final class HeartbeatLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatLoop.class);

    private final ManagerLink link;
    private final Pace pace;
    private final Beats beats;
    private final LongSupplier clock;
    private final CountDownLatch stop = new CountDownLatch(1);

    /** Where the beats come from, and where the answers go. */
    interface Beats {
        /** Runs before the first beat and may take its time. */
        void beforeTheFirst() throws InterruptedException;

        /** The next heartbeat. */
        Beat next();

        /** A beat was answered. */
        void answered(Beat beat, HeartbeatAnswer answer, long sent);
    }

    HeartbeatLoop(ManagerLink link, Pace pace, Beats beats, LongSupplier clock) {
        this.link = link;
        this.pace = pace;
        this.beats = beats;
        this.clock = clock;
    }

    /** Lets the loop end after the beat that is under way. */
    void stop() {
        stop.countDown();
    }

    @Override
    public void run() {
        try {
            beats.beforeTheFirst();
            long wait = 0;
            while (!stop.await(wait, TimeUnit.NANOSECONDS)) {
                wait = beat();
            }
        } catch (InterruptedException e) {
            LOG.error("the heartbeat thread was interrupted; this node will fall silent");
        }
    }

    /** Sends one heartbeat, and says after how many nanoseconds the next is due. */
    private long beat() throws InterruptedException {
        try {
            Beat beat = beats.next();
            ManagerLink.Exchange exchange = link.exchange(beat.toJson());
            if (exchange.reply() instanceof Reply.Answered answered) {
                beats.answered(beat, answered.answer(), exchange.sent());
                return exchange.sent() + pace.afterAnswer(answered.answer().hold()) - clock.getAsLong();
            }
            return exchange.reply() instanceof Reply.Refused ? pace.afterRefusal() : pace.afterSilence();
        } catch (RuntimeException bug) {
            // One beat is lost and said so; a node that falls silent for ever would be worse.
            LOG.error("a heartbeat failed because of a bug in this agent", bug);
            return pace.afterSilence();
        }
    }
}
