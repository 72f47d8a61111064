package io.fairlead.manager.loop;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A timeline that a test moves by hand: turns run on the test's own thread, in the order in which they fall due. */
public final class HandTimeline implements Timeline {

    private record Turn(Duration due, long order, Runnable work) {}

    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparing(Turn::due).thenComparing(Turn::order));
    private Duration now = Duration.ofHours(1);
    private long order;
    private long wallMillis = 1_700_000_000_000L;
    private boolean wallClockBroken;
    private Duration shortestPeriod = Duration.ZERO;

    @Override
    public Duration now() {
        return now;
    }

    @Override
    public long wallMillis() {
        if (wallClockBroken) {
            throw new IllegalStateException("planted fault: no wall clock");
        }
        return wallMillis;
    }

    @Override
    public void execute(Runnable turn) {
        turn.run();
    }

    @Override
    public Runnable every(Duration delay, Duration period, Runnable turn) {
        AtomicBoolean ended = new AtomicBoolean();
        after(delay, () -> repeat(period, turn, ended));
        return () -> ended.set(true);
    }

    private void repeat(Duration period, Runnable turn, AtomicBoolean ended) {
        if (!ended.get()) {
            turn.run();
            Duration next = period.compareTo(shortestPeriod) > 0 ? period : shortestPeriod;
            after(next, () -> repeat(period, turn, ended));
        }
    }

    /** Runs some work after a while. */
    public void after(Duration delay, Runnable work) {
        turns.add(new Turn(now.plus(delay), order++, work));
    }

    /** Moves time on, running everything that falls due. */
    public void advance(Duration span) {
        Duration end = now.plus(span);
        while (!turns.isEmpty() && turns.peek().due().compareTo(end) <= 0) {
            Turn next = turns.remove();
            wallMillis += next.due().minus(now).toMillis();
            now = next.due().compareTo(now) > 0 ? next.due() : now;
            next.work().run();
        }
        wallMillis += end.minus(now).toMillis();
        now = end;
    }

    /**
     * Moves time on over a span that is of no interest in detail: what recurs oftener than this does so only this often, for
     * as long as that.
     */
    public void advance(Duration span, Duration shortest) {
        shortestPeriod = shortest;
        advance(span);
        shortestPeriod = Duration.ZERO;
    }

    /** Moves time on without running anything, as if the process had been stopped. */
    public void stopFor(Duration span) {
        now = now.plus(span);
    }

    /** Sets the wall clock forward or back; the monotonic time does not notice. */
    public void shiftWallClock(Duration by) {
        wallMillis += by.toMillis();
    }

    /** Lets every reading of the wall clock fail, or not. */
    public void breakWallClock(boolean broken) {
        wallClockBroken = broken;
    }
}
