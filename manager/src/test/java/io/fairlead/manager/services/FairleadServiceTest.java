package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.home;
import static io.fairlead.manager.services.Bench.owner;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.placement.Basis;
import io.fairlead.placement.Outlook;
import io.fairlead.placement.PlacementSettings;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service by the policy {@code fairlead}: what the manager remembers of it as its scheduler. */
class FairleadServiceTest {

    private final Bench bench =
            new Bench(Limits.standard(), PlacementSettings.standard().withAdmission(true));

    @BeforeEach
    void aManagerThatHasRunForLong() {
        bench.pass(60);
    }

    private Outlook outlook(int instance) {
        return Objects.requireNonNull(bench.shown().offers().get(instance).outlook());
    }

    @Test
    void whatWasPlacedIsInFlightUntilASampleShowsIt() {
        bench.report("i1", 20, 20);
        bench.placed("r1");
        bench.placed(null);
        assertThat(outlook(0).load().inFlight()).isEqualTo(2);
        bench.pass(0.5);
        bench.report("i1", 20, 20);
        assertThat(outlook(0).load().inFlight()).isEqualTo(2);
        bench.pass(0.2);
        bench.report("i1", 20, 20);
        assertThat(outlook(0).load().inFlight()).isZero();
    }

    @Test
    void aRoomThatLivesThereAlreadyIsNotInFlight() {
        bench.report("i1", 20, 20);
        bench.placed("r1");
        bench.placed("r1");
        bench.placed("r1");
        assertThat(outlook(0).load().inFlight()).isEqualTo(1);
    }

    @Test
    void whatARoomCostsIsLearntFromTheReportsAlone() {
        for (int i = 0; i < 20; i++) {
            bench.report(says("i1", 44, 20).rooms(16).upFor(600));
            bench.pass(3);
        }
        // (44 - 4) % of 4 cores over 16 rooms are 0.1 of a core each, 2.5 points.
        assertThat(Objects.requireNonNull(outlook(0).perRoom().get("cpu"))).isBetween(2.49, 2.51);
    }

    @Test
    void whatSomebodyCouldNotConnectToGetsNothingFromAnybodyUntilItsNextReport() {
        bench.report("i1", 20, 20);
        bench.report("i2", 84, 20);
        bench.pass(1);
        assertThat(home(((Placed.Done) bench.place(null, owner("i1", "a1"))).record()))
                .isEqualTo("i2");
        for (int i = 0; i < 50; i++) {
            assertThat(bench.place(null)).isInstanceOfAny(Placed.Done.class, Placed.NoRoom.class);
            assertThat(bench.shown().offers().get(0).live()).isFalse();
        }
        bench.pass(1);
        bench.report("i1", 20, 20);
        assertThat(home(bench.placed(null))).isEqualTo("i1");
    }

    @Test
    void aNewRoomIsRefusedWhereAllAreFullAndOneWhoseInstanceIsGoneIsNot() {
        bench.report("i1", 20, 20);
        bench.placed("r1");
        bench.report("i1", 95, 20);
        bench.report("i2", 95, 20);
        assertThat(bench.place("r2")).isEqualTo(new Placed.NoRoom(Bench.BATTLE, Duration.ofSeconds(3)));
        assertThat(bench.room("r2")).isNull();
        assertThat(home(bench.placed("r1"))).isEqualTo("i1");
        bench.pass(1);
        bench.report(says("i1", 95, 20).run("b2"));
        PlacementRecord moved = bench.placed("r1");
        assertThat(moved.placement().basis()).isEqualTo(Basis.ALL_FULL);
    }
}
