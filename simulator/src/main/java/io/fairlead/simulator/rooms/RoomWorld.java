package io.fairlead.simulator.rooms;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service and what happens to it, in virtual time: data only, played by a {@link RoomRun}.
 *
 * @param nodes the machines, in the order of their names
 * @param mix what rooms cost
 * @param arrivals how they arrive
 * @param jitter how what is measured differs from the truth
 * @param schedulers how many schedulers place rooms, 1 to 1000
 * @param faults what happens to machines
 * @param away when the store is away, or null
 * @param span how long it lasts
 */
public record RoomWorld(
        List<RoomNode> nodes,
        RoomMix mix,
        Arrivals arrivals,
        Jitter jitter,
        int schedulers,
        List<Fault> faults,
        @Nullable Away away,
        Span span) {

    private static final int USUAL_SCHEDULERS = 4;

    /**
     * A time without a store: nothing is reported, read or claimed.
     *
     * @param fromS its begin in seconds of the run
     * @param lastsS how long it lasts
     */
    public record Away(double fromS, double lastsS) {
        boolean covers(double second) {
            return second >= fromS && second < fromS + lastsS;
        }
    }

    /**
     * How long a world lasts, and from when on it counts.
     *
     * @param countsFromS the end of its settling in seconds, 0 or more
     * @param endS its end in seconds, later than that
     */
    public record Span(double countsFromS, double endS) {
        /** Checks the order. */
        public Span {
            if (!(countsFromS >= 0) || !(endS > countsFromS)) {
                throw new IllegalArgumentException(
                        "span counts from " + countsFromS + " s to " + endS + " s: use 0 or more, and a later end");
            }
        }
    }

    /** Checks that names are unique and that faults name machines. */
    public RoomWorld {
        nodes = List.copyOf(nodes);
        faults = List.copyOf(faults);
        List<String> names = nodes.stream().map(RoomNode::name).toList();
        if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("nodes are " + names + ": use at least one, each name once");
        }
        for (Fault fault : faults) {
            if (!names.contains(fault.node())) {
                throw new IllegalArgumentException("fault names " + fault.node() + ": use one of " + names);
            }
        }
        if (schedulers < 1 || schedulers > 1000) {
            throw new IllegalArgumentException("schedulers is " + schedulers + ": use 1 to 1000");
        }
    }

    /** A world of machines with a steady offered load, the usual rooms and jitter, and 4 schedulers. */
    public static RoomWorld of(List<RoomNode> nodes, double offered, Span span) {
        return new RoomWorld(
                nodes,
                RoomMix.usual(),
                Arrivals.steady(offered),
                Jitter.usual(),
                USUAL_SCHEDULERS,
                List.of(),
                null,
                span);
    }

    /** The same with other rooms. */
    public RoomWorld with(RoomMix other) {
        return new RoomWorld(nodes, other, arrivals, jitter, schedulers, faults, away, span);
    }

    /** The same with other arrivals. */
    public RoomWorld with(Arrivals other) {
        return new RoomWorld(nodes, mix, other, jitter, schedulers, faults, away, span);
    }

    /** The same with other jitter. */
    public RoomWorld with(Jitter other) {
        return new RoomWorld(nodes, mix, arrivals, other, schedulers, faults, away, span);
    }

    /** The same with one more machine. */
    public RoomWorld with(RoomNode node) {
        List<RoomNode> more = new ArrayList<>(nodes);
        more.add(node);
        return new RoomWorld(more, mix, arrivals, jitter, schedulers, faults, away, span);
    }

    /** The same with one more fault. */
    public RoomWorld with(Fault fault) {
        List<Fault> more = new ArrayList<>(faults);
        more.add(fault);
        return new RoomWorld(nodes, mix, arrivals, jitter, schedulers, more, away, span);
    }

    /** The same with a time without a store. */
    public RoomWorld with(Away other) {
        return new RoomWorld(nodes, mix, arrivals, jitter, schedulers, faults, other, span);
    }

    /** The same for another time. */
    public RoomWorld with(Span other) {
        return new RoomWorld(nodes, mix, arrivals, jitter, schedulers, faults, away, other);
    }

    /** The same with so many schedulers. */
    public RoomWorld withSchedulers(int count) {
        return new RoomWorld(nodes, mix, arrivals, jitter, count, faults, away, span);
    }
}
