package io.fairlead.placement;

import static io.fairlead.placement.PlacementBench.chosen;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** A scheduler by the policy {@code fairlead}, on the bench of placements. */
final class FairBench {

    /** Store time zero of the bench. */
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** With four rooms in reserve, whatever is usual. */
    private static final PlacementTerms TERMS = PlacementTerms.standard().withReserve(4);

    static final PlacementSettings SETTINGS = PlacementSettings.standard().with(TERMS);

    private FairBench() {}

    static Instant at(double seconds) {
        return START.plus(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    /** A scheduler that has learnt what a room costs, and nothing else. */
    static SchedulerState knowing(double cores, double bytes) {
        return new SchedulerState(new RoomCost(cores, bytes), InFlight.none(), new TreeMap<>(), new TreeMap<>(), START);
    }

    static PlacementSettings without(Term... terms) {
        PlacementTerms left = TERMS;
        for (Term term : terms) {
            left = left.without(term);
        }
        return SETTINGS.with(left);
    }

    /** Only the margin, squared: no term counts. */
    static PlacementSettings bare() {
        PlacementTerms all = TERMS;
        return SETTINGS.with(
                new PlacementTerms(new TreeSet<>(), all.reserve(), all.warmUp(), all.coldShare(), all.slack()));
    }

    static Outlook outlook(PlacementSettings settings, SchedulerState state, ServiceView view) {
        return Objects.requireNonNull(
                new Placer(settings, state).offers(view).get(0).outlook());
    }

    static double points(SchedulerState state, String line, String metric) {
        return Objects.requireNonNull(
                outlook(SETTINGS, state, PlacementBench.view(line)).distances().get(metric));
    }

    /** How many of some rooms each instance gets while nothing is learnt between them. */
    static SortedMap<String, Integer> shares(Placer placer, ServiceView view, int rooms) {
        TreeMap<String, Integer> shares = new TreeMap<>();
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < rooms; i++) {
            Placement placement = placer.place(PlacementRequest.plain(), view, null, random::nextLong);
            shares.merge(chosen(placement), 1, Integer::sum);
        }
        return shares;
    }

    /** The number to draw for a part of the wheel, 0 to below 1. */
    static long number(double part) {
        return (long) (part * Wheel.NUMBERS);
    }
}
