package io.fairlead.client;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that a test moves by hand. Starts near the end of the numbers, since {@code nanoTime} may wrap around. */
final class HandTimeline implements Timeline {

    private static final long START = Long.MAX_VALUE - 1_000;

    private final PriorityQueue<Turn> turns = new PriorityQueue<>(
            Comparator.comparingLong((Turn turn) -> turn.due - START).thenComparingLong(turn -> turn.number));
    private long now = START;
    private long numbers;

    private record Turn(long due, long number, Runnable work) {}

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void execute(Runnable turn) {
        after(Duration.ZERO, turn);
    }

    @Override
    public Runnable after(Duration wait, Runnable work) {
        Turn turn = new Turn(now + Math.max(0, wait.toNanos()), numbers++, work);
        turns.add(turn);
        return () -> turns.remove(turn);
    }

    Duration passed() {
        return Duration.ofNanos(now - START);
    }

    /** Takes the turns that are due now. */
    void settle() {
        advance(Duration.ZERO);
    }

    void advance(Duration time) {
        long until = now + time.toNanos();
        for (Turn next = turns.peek(); next != null && next.due - until <= 0; next = turns.peek()) {
            turns.poll();
            now = next.due;
            next.work.run();
        }
        now = until;
    }
}
