package io.fairlead.placement;

import io.fairlead.InstanceId;
import io.fairlead.load.Metrics;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** One look of a scheduler at the reports of a service. */
final class Learning {

    /** What a machine uses without any room, in percent of its cores and of its memory. */
    static final double BASE_CPU = 4;

    static final double BASE_MEMORY = 25;

    /** Of each round of reports of all instances, half is believed. */
    private static final double GAIN = 0.5;

    private final SchedulerState before;
    private final ServiceView view;
    private final PlacementSettings settings;
    private final Instant now;

    Learning(SchedulerState before, ServiceView view, PlacementSettings settings, Instant now) {
        this.before = before;
        this.view = view;
        this.settings = settings;
        this.now = now;
    }

    SchedulerState next() {
        SortedMap<InstanceId, SchedulerState.Seen> seen = new TreeMap<>();
        Sum cores = new Sum();
        Sum bytes = new Sum();
        for (Candidate candidate : view.candidates()) {
            SchedulerState.Seen newest = SchedulerState.Seen.of(candidate.report());
            seen.put(candidate.id(), newest);
            if (candidate.sampleAge().compareTo(settings.sampleTtl()) < 0) {
                boolean news = !newest.equals(before.seen().get(candidate.id()));
                Occupancy size = candidate.report().occupancy();
                Metrics metrics = candidate.report().metrics();
                cores.add(size, used(metrics.value(Metrics.CPU), size.capacity(), BASE_CPU), news);
                OptionalDouble limit = size.memoryLimit().isPresent()
                        ? OptionalDouble.of((double) size.memoryLimit().getAsLong())
                        : OptionalDouble.empty();
                bytes.add(size, used(metrics.value(Metrics.MEMORY), limit, BASE_MEMORY), news);
            }
        }
        RoomCost cost = new RoomCost(
                cores.after(before.cost().cores()), bytes.after(before.cost().bytes()));
        InFlight inFlight =
                before.inFlight().without(view, now, settings.terms().slack());
        return new SchedulerState(cost, inFlight, stillFailed(), seen, now);
    }

    /** What the rooms of a machine use of a resource, in its unit, or empty if that is not known. */
    private static OptionalDouble used(OptionalDouble percent, OptionalDouble size, double base) {
        return percent.isEmpty() || size.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, percent.getAsDouble() - base) / 100 * size.getAsDouble());
    }

    private SortedMap<InstanceId, SchedulerState.FailedConnect> stillFailed() {
        SortedMap<InstanceId, SchedulerState.FailedConnect> still = new TreeMap<>();
        for (Candidate candidate : view.candidates()) {
            SchedulerState.FailedConnect failure = before.failed().get(candidate.id());
            if (failure != null
                    && failure.incarnation().equals(candidate.report().incarnation())
                    && !now.minus(candidate.sampleAge()).isAfter(failure.time())) {
                still.put(candidate.id(), failure);
            }
        }
        return still;
    }

    /** What all rooms use of one resource, over their number. */
    private static final class Sum {

        private double used;
        private double rooms;
        private int instances;
        private int news;

        void add(Occupancy size, OptionalDouble what, boolean isNew) {
            if (what.isEmpty() || size.rooms().isEmpty()) {
                return;
            }
            used += what.getAsDouble();
            rooms += Math.max(
                    0, (double) size.rooms().getAsLong() - size.growth().orElse(0));
            instances++;
            news += isNew ? 1 : 0;
        }

        double after(double before) {
            if (rooms < 1) {
                return before;
            }
            double after = before;
            for (int i = 0; i < news; i++) {
                after += GAIN / instances * (used / rooms - after);
            }
            return after;
        }
    }
}
