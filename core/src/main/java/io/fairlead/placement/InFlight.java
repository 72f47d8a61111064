package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rooms that one scheduler placed and that no report shows yet. Bounded: per instance at most {@value #MOST_BATCHES}
 * batches, whatever number of rooms is in one.
 *
 * @param flights the batches by instance
 */
public record InFlight(SortedMap<InstanceId, Flight> flights) {

    /** Enough for the 9 s after which a silent instance takes nothing, and then for coarser steps. */
    static final int MOST_BATCHES = 64;

    private static final Duration BATCH = Duration.ofMillis(200);

    /** Copies the map. */
    public InFlight {
        flights = Collections.unmodifiableSortedMap(new TreeMap<>(flights));
    }

    /**
     * The rooms on one process.
     *
     * @param incarnation the process
     * @param batches the rooms in the order of time
     */
    public record Flight(Incarnation incarnation, List<Batch> batches) {

        /** Copies the list. */
        public Flight {
            batches = List.copyOf(batches);
        }
    }

    /**
     * Rooms that were placed within a short time.
     *
     * @param first store time of the first
     * @param last store time of the last; they count together until a sample shows this one
     * @param rooms their number, a room of another cost than the usual one as that many
     */
    public record Batch(Instant first, Instant last, double rooms) {

        private Batch and(Batch later) {
            return new Batch(first, later.last, rooms + later.rooms);
        }
    }

    /** Nothing is on its way. */
    public static InFlight none() {
        return new InFlight(new TreeMap<>());
    }

    /** How many usual rooms are on their way to a process. */
    public double rooms(Owner owner) {
        return rooms(owner, Instant.MAX);
    }

    /** How many usual rooms are on their way to a process that were placed up to a time. */
    double rooms(Owner owner, Instant until) {
        Flight flight = flights.get(owner.instance());
        double sum = 0;
        if (flight != null && flight.incarnation.equals(owner.incarnation())) {
            for (Batch batch : flight.batches) {
                sum += batch.first.isAfter(until) ? 0 : batch.rooms;
            }
        }
        return sum;
    }

    /** The same with one more room. Time does not go back: an earlier one counts as the last one known. */
    InFlight with(Owner owner, double rooms, Instant now) {
        Flight before = flights.get(owner.instance());
        List<Batch> batches = new ArrayList<>();
        if (before != null && before.incarnation.equals(owner.incarnation())) {
            batches.addAll(before.batches);
        }
        add(batches, new Batch(now, now, rooms));
        SortedMap<InstanceId, Flight> more = new TreeMap<>(flights);
        more.put(owner.instance(), new Flight(owner.incarnation(), batches));
        return new InFlight(more);
    }

    private static void add(List<Batch> batches, Batch next) {
        int end = batches.size() - 1;
        Batch last = end < 0 ? null : batches.get(end);
        if (last != null && next.first.isBefore(last.last)) {
            batches.set(end, new Batch(last.first, last.last, last.rooms + next.rooms));
        } else if (last != null && Duration.between(last.first, next.last).compareTo(BATCH) < 0) {
            batches.set(end, last.and(next));
        } else {
            batches.add(next);
        }
        if (batches.size() > MOST_BATCHES) {
            batches.set(1, batches.get(0).and(batches.get(1)));
            batches.remove(0);
        }
    }

    /**
     * The same without what the reports of a view show, and without what went to a process that is gone.
     *
     * @param view the instances
     * @param now store time when it was read
     * @param slack time from a placement until a sample can show it
     */
    InFlight without(ServiceView view, Instant now, Duration slack) {
        SortedMap<InstanceId, Flight> left = new TreeMap<>();
        for (Candidate candidate : view.candidates()) {
            Flight flight = flights.get(candidate.id());
            Flight rest = flight == null ? null : rest(flight, candidate, now.minus(slack));
            if (rest != null) {
                left.put(candidate.id(), rest);
            }
        }
        return new InFlight(left);
    }

    private static @Nullable Flight rest(Flight flight, Candidate candidate, Instant now) {
        if (!flight.incarnation.equals(candidate.report().incarnation())) {
            return null;
        }
        Instant shown = now.minus(candidate.sampleAge());
        List<Batch> batches = flight.batches.stream()
                .filter(batch -> !shown.isAfter(batch.last))
                .toList();
        return batches.isEmpty() ? null : new Flight(flight.incarnation, batches);
    }
}
