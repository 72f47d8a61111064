package io.fairlead.simulator.rooms;

import io.fairlead.placement.PlacementSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The figures of scenarios over the seeds 1, 2, 3, ... A run is played once. */
final class Figures {

    static final int ALL_SEEDS = 8;

    /** So many tell enough of a world of 20 machines; 8 in a soak. */
    static final int SEEDS = Boolean.getBoolean("fairlead.soak") ? ALL_SEEDS : 2;

    private static final Map<String, List<RoomOutcome>> PLAYED = new LinkedHashMap<>();

    private Figures() {}

    static List<RoomOutcome> outcomes(RoomScenario scenario, PlacementSettings settings) {
        return PLAYED.computeIfAbsent(
                scenario + " " + settings, key -> play(scenario.world(), settings, seeds(scenario)));
    }

    /** What becomes of one machine, or of four small ones, differs more from seed to seed. */
    private static int seeds(RoomScenario scenario) {
        return switch (scenario) {
            case BLIND_SENSOR -> ALL_SEEDS;
            // 260 rooms a second: the dearest of all.
            case COLD_JOIN_BRIEF -> Math.max(3, SEEDS);
            case MANY_SIZES -> Math.max(4, SEEDS);
            default -> SEEDS;
        };
    }

    static List<RoomOutcome> play(RoomWorld world, PlacementSettings settings, int seeds) {
        return IntStream.rangeClosed(1, seeds)
                .parallel()
                .mapToObj(seed -> RoomRun.play(world, settings, seed))
                .toList();
    }

    /** The scenario's figures in their order. */
    static List<Double> of(RoomScenario scenario, PlacementSettings settings) {
        List<RoomOutcome> outcomes = outcomes(scenario, settings);
        return scenario.figures().stream().map(figure -> figure.over(outcomes)).toList();
    }
}
