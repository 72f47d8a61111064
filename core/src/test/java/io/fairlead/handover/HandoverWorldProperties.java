package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thousand random schedules of faults in virtual time. */
class HandoverWorldProperties {

    private static final int SCHEDULES = 1_000;
    private static final Duration TROUBLE = Duration.ofMinutes(1);
    private static final Duration QUIET = Duration.ofSeconds(80);

    private static HandoverMode mode(int seed) {
        return seed % 2 == 0 ? HandoverMode.OVERLAP : HandoverMode.EXCLUSIVE;
    }

    @Test
    void neverTwoValidLeasesOutsideAPlannedOverlapAndAPrimaryOnceItIsQuiet() {
        int changes = 0;
        int drills = 0;
        for (int seed = 0; seed < SCHEDULES; seed++) {
            HandoverWorld world = new HandoverWorld(seed, mode(seed), HandoverWorld.Planted.NOTHING);
            world.run(TROUBLE, true);
            assertThat(world.violation()).as("seed %d", seed).isNull();
            world.run(QUIET, false);
            assertThat(world.violation()).as("seed %d, quiet", seed).isNull();
            assertThat(world.isSteadyWithPrimary())
                    .as("seed %d: %s", seed, world.state())
                    .isTrue();
            changes += world.changes();
            drills += world.drills();
        }
        // Else nothing happened that could go wrong.
        assertThat(changes).isGreaterThan(3 * SCHEDULES);
        assertThat(drills).isGreaterThan(SCHEDULES / 2);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void eachPlantedFaultIsFound(HandoverWorld.Planted planted) {
        for (int seed = 0; seed < SCHEDULES; seed++) {
            HandoverWorld world = new HandoverWorld(seed, mode(seed), planted);
            world.run(TROUBLE, true);
            if (world.violation() != null) {
                return;
            }
        }
        assertThat(planted).as("found by no schedule").isNull();
    }
}
