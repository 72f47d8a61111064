package io.fairlead.placement;

import io.fairlead.load.Metrics;
import io.fairlead.placement.Outlook.Omission;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Works out the outlook of each instance of one view, by the formulas of docs/placement.md. */
final class Forecast {

    /** Part of what the rooms must cost below which a reading is not believed. */
    private static final double HALF = 0.5;

    private final PlacementSettings settings;
    private final SchedulerState state;
    private final ServiceView view;
    private final double cost;
    private final double smallest;
    private final SortedSet<Omission> off = new TreeSet<>();

    /** Of the next room, whose cost is relative to the usual one. */
    Forecast(PlacementSettings settings, SchedulerState state, ServiceView view, double cost) {
        this.settings = settings;
        this.state = state;
        this.view = view;
        this.cost = cost;
        this.smallest = view.candidates().stream()
                .map(candidate -> candidate.report().occupancy().capacity())
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min()
                .orElse(1);
        for (Term term : Term.values()) {
            if (!settings.terms().has(term)) {
                off.add(Omission.of(term));
            }
        }
    }

    /** The cores of an instance; one that does not say is taken for the smallest that does. */
    double cores(Candidate candidate) {
        return candidate.report().occupancy().capacity().orElse(smallest);
    }

    /** The outlook of an instance of which every resource with a ceiling is measured. */
    Outlook of(Candidate candidate, Margin margin) {
        Occupancy size = candidate.report().occupancy();
        SortedMap<String, Double> distances = new TreeMap<>(margin.distances());
        SortedMap<String, Double> perRoom = new TreeMap<>();
        SortedSet<Omission> left = new TreeSet<>();
        omissions(size, left);
        double ramp = ramp(candidate);
        Outlook.Load load = load(candidate);

        if (distances.containsKey(Metrics.CPU) && size.capacity().isPresent()) {
            double cpuOfRoom = part(state.cost().cores(), size.capacity().getAsDouble());
            double rooms = cpuOfRoom * size.rooms().orElse(0);
            double lowest = Learning.BASE_CPU + HALF * rooms;
            believe(candidate, new Floor(Metrics.CPU, lowest, Learning.BASE_CPU + rooms), distances, left);
            perRoom.put(Metrics.CPU, cpuOfRoom / ramp);
        }
        if (distances.containsKey(Metrics.MEMORY) && size.memoryLimit().isPresent()) {
            double memoryOfRoom =
                    part(state.cost().bytes(), (double) size.memoryLimit().getAsLong());
            double least =
                    Learning.BASE_MEMORY + HALF * memoryOfRoom * size.rooms().orElse(0);
            believe(candidate, new Floor(Metrics.MEMORY, HALF * least, least), distances, left);
            perRoom.put(Metrics.MEMORY, memoryOfRoom);
        }
        for (Map.Entry<String, Double> room : perRoom.entrySet()) {
            distances.merge(room.getKey(), -room.getValue() * load.rooms(), Double::sum);
        }
        double cores = settings.terms().has(Term.CAPACITY) ? cores(candidate) : 1;
        return new Outlook(distances, perRoom, cores * ramp, load, ramp, left);
    }

    /** Percent of a resource of a size that one room takes. */
    private static double part(double room, double size) {
        return 100 * room / size;
    }

    /**
     * A floor under one reading.
     *
     * @param below a reading below this is not believed
     * @param must what counts instead
     */
    private record Floor(String metric, double below, double must) {}

    private void believe(
            Candidate candidate, Floor floor, SortedMap<String, Double> distances, SortedSet<Omission> left) {
        Occupancy size = candidate.report().occupancy();
        double read = candidate.report().metrics().value(floor.metric).orElse(floor.must);
        if (settings.terms().has(Term.SANITY_FLOOR) && size.rooms().isPresent() && read < floor.below) {
            distances.merge(floor.metric, read - floor.must, Double::sum);
            left.add(floor.metric.equals(Metrics.CPU) ? Omission.CPU_NOT_BELIEVED : Omission.MEMORY_NOT_BELIEVED);
        }
    }

    /** What is switched off, and what of an instance is not known, so that it cannot be corrected for. */
    private void omissions(Occupancy size, SortedSet<Omission> left) {
        left.addAll(off);
        if (size.capacity().isEmpty()) {
            left.add(Omission.CAPACITY_UNKNOWN);
        } else if (state.cost().cores() == 0) {
            left.add(Omission.CPU_COST_UNKNOWN);
        }
        if (size.memoryLimit().isEmpty()) {
            left.add(Omission.MEMORY_LIMIT_UNKNOWN);
        } else if (state.cost().bytes() == 0) {
            left.add(Omission.MEMORY_COST_UNKNOWN);
        }
        if (size.rooms().isEmpty()) {
            left.add(Omission.ROOMS_UNKNOWN);
        } else if (size.growth().isEmpty()) {
            left.add(Omission.GROWTH_UNKNOWN);
        }
    }

    /** The part of its cores that a machine counts with: it has run for what it said, and for the time since. */
    private double ramp(Candidate candidate) {
        PlacementTerms terms = settings.terms();
        if (!terms.has(Term.WARM_UP)) {
            return 1;
        }
        LoadReport report = candidate.report();
        Duration since = candidate.sampleAge().minus(report.sampleAge());
        double ran = seconds(report.uptime()) + Math.max(0, seconds(since));
        double ramp = terms.coldShare() + (1 - terms.coldShare()) * ran / seconds(terms.warmUp());
        return Math.min(1, ramp);
    }

    private Outlook.Load load(Candidate candidate) {
        PlacementTerms terms = settings.terms();
        boolean grows = terms.has(Term.GROWTH);
        double growth = grows ? candidate.report().occupancy().growth().orElse(0) : 0;
        double inFlight = 0;
        if (terms.has(Term.IN_FLIGHT)) {
            // The last margins are kept while the store is away, so what was placed since does not count.
            Instant until = view.current() ? Instant.MAX : state.at();
            int schedulers = terms.has(Term.TIMES_SCHEDULERS) ? view.schedulers() : 1;
            inFlight = schedulers * state.inFlight().rooms(candidate.owner(), until);
        }
        return new Outlook.Load(growth, inFlight, grows ? terms.reserve() * cost : 0);
    }

    private static double seconds(Duration span) {
        return span.toNanos() / 1e9;
    }
}
