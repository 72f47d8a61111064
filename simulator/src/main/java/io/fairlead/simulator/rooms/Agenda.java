package io.fairlead.simulator.rooms;

import java.util.PriorityQueue;

/** What is to happen in a run, in the order of its time; of things at one time the one that was entered first comes first. */
final class Agenda {

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private double now;
    private long entered;

    private record Entry(double at, long order, Runnable what) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** The virtual time in seconds. */
    double now() {
        return now;
    }

    /** Enters what is to happen at a time; what is late happens now. */
    void at(double second, Runnable what) {
        entries.add(new Entry(Math.max(second, now), entered++, what));
    }

    void in(double seconds, Runnable what) {
        at(now + seconds, what);
    }

    /** Lets everything happen that is due before the end. */
    void playUntil(double end) {
        while (!entries.isEmpty() && entries.element().at < end) {
            Entry next = entries.remove();
            now = next.at;
            next.what.run();
        }
        now = end;
    }
}
