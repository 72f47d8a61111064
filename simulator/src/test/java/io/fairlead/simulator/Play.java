package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Plays worlds with the two profiles over the seeds 1, 2, 3, ..., and wants every invariant kept in all of them. */
final class Play {

    private Play() {}

    static PrimarySettings settings(Profile profile) {
        return PrimarySettings.of(profile, Duration.ofSeconds(5));
    }

    static Outcome classic(World world) {
        return play(settings(Profile.CLASSIC), world, 1);
    }

    static Outcome steady(World world) {
        return play(settings(Profile.STEADY), world, 1);
    }

    static List<Outcome> classic(World world, int seeds) {
        return overSeeds(settings(Profile.CLASSIC), world, seeds, outcome -> outcome);
    }

    static List<Outcome> steady(World world, int seeds) {
        return overSeeds(settings(Profile.STEADY), world, seeds, outcome -> outcome);
    }

    static <T> List<T> classic(World world, int seeds, Function<Outcome, T> what) {
        return overSeeds(settings(Profile.CLASSIC), world, seeds, what);
    }

    static <T> List<T> steady(World world, int seeds, Function<Outcome, T> what) {
        return overSeeds(settings(Profile.STEADY), world, seeds, what);
    }

    static Outcome play(PrimarySettings settings, World world, long seed, RunListener... listeners) {
        Outcome outcome = Run.of(world, new FairleadPolicy(settings), seed, listeners);
        assertThat(outcome.violations()).as("invariants, seed %d", seed).isEmpty();
        assertThat(outcome.account().ratio()).as("ratio, seed %d", seed).isGreaterThanOrEqualTo(1 - 1e-9);
        assertThat(outcome.account().undone())
                .isLessThanOrEqualTo(outcome.account().switches());
        return outcome;
    }

    private static <T> List<T> overSeeds(PrimarySettings settings, World world, int seeds, Function<Outcome, T> what) {
        List<T> found = new ArrayList<>();
        IntStream.rangeClosed(1, seeds).forEach(seed -> found.add(what.apply(play(settings, world, seed))));
        return found;
    }

    static int switches(Outcome outcome) {
        return outcome.switches().size();
    }

    /** Seconds from a time to the first switch after it; a number beyond all bounds if there is none. */
    static long secondsToLeave(Outcome outcome, Duration since) {
        return outcome.firstAfter(since)
                .map(change -> change.at().minus(since).toSeconds())
                .orElse(Long.MAX_VALUE);
    }

    static NodeId lastPrimary(Outcome outcome) {
        List<Change> changes = outcome.account().changes();
        return changes.get(changes.size() - 1).to();
    }

    static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    static long count(List<Boolean> found) {
        return found.stream().filter(Boolean::booleanValue).count();
    }
}
