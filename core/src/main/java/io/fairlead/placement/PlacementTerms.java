package io.fairlead.placement;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The terms of the policy {@code fairlead} and their numbers.
 *
 * @param on the terms that count
 * @param reserve how many grown rooms' load stays free for the room to be placed, if that is a usual one, 0 to 1000
 * @param warmUp time from a start until a machine counts fully, 1 ms to 1 h
 * @param coldShare the part of its cores that a machine counts with at its start, 0.01 to 1
 * @param slack time from a placement until a sample can show the room at all, 0 to 1 min
 */
public record PlacementTerms(SortedSet<Term> on, double reserve, Duration warmUp, double coldShare, Duration slack) {

    private static final double MOST_RESERVE = 1_000;
    private static final double LEAST_COLD_SHARE = 0.01;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public PlacementTerms {
        on = Collections.unmodifiableSortedSet(new TreeSet<>(on));
        if (!(reserve >= 0 && reserve <= MOST_RESERVE)) {
            throw new IllegalArgumentException("growth-reserve is " + reserve + ": use rooms from 0 to 1000");
        }
        if (warmUp.compareTo(Duration.ofMillis(1)) < 0 || warmUp.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("warm-up is " + warmUp + ": use 1ms to 1h");
        }
        if (!(coldShare >= LEAST_COLD_SHARE && coldShare <= 1)) {
            throw new IllegalArgumentException("cold-share is " + coldShare + ": use 0.01 to 1");
        }
        if (slack.isNegative() || slack.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("in-flight-slack is " + slack + ": use 0s to 1m");
        }
    }

    /** All terms: 3 rooms in reserve, 60 s of warm-up from 0.35, 0.6 s until a room can show. */
    public static PlacementTerms standard() {
        SortedSet<Term> all = new TreeSet<>();
        Collections.addAll(all, Term.values());
        return new PlacementTerms(all, 3, Duration.ofSeconds(60), 0.35, Duration.ofMillis(600));
    }

    /** Whether a term counts. */
    public boolean has(Term term) {
        return on.contains(term);
    }

    /** The same without one term. */
    public PlacementTerms without(Term term) {
        SortedSet<Term> fewer = new TreeSet<>(on);
        fewer.remove(term);
        return new PlacementTerms(fewer, reserve, warmUp, coldShare, slack);
    }

    /** The same with another number of rooms in reserve. */
    public PlacementTerms withReserve(double rooms) {
        return new PlacementTerms(on, rooms, warmUp, coldShare, slack);
    }

    /** The same with another warm-up: how long it is, and from which part of the cores it starts. */
    public PlacementTerms withWarmUp(Duration time, double from) {
        return new PlacementTerms(on, reserve, time, from, slack);
    }

    /** The same with another time until a room can show. */
    public PlacementTerms withSlack(Duration time) {
        return new PlacementTerms(on, reserve, warmUp, coldShare, time);
    }
}
