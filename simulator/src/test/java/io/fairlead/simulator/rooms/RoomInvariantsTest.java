package io.fairlead.simulator.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.placement.PlacementSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds of every placement in every world, whatever the policy. */
class RoomInvariantsTest {

    private static final List<PlacementSettings> BOTH =
            List.of(PlacementSettings.safetyMargin(), PlacementSettings.standard());

    /** A machine drains, one is taken out, one falls silent, two die within a storm, and rooms are asked for by two clients. */
    private static RoomWorld troubled() {
        return RoomWorld.of(RoomNode.fleet(12, 4, 8, 16), 50, new RoomWorld.Span(30, 240))
                .with(Arrivals.steady(50).inBatches(0.3).with(new Arrivals.Storm(90, 20, 4)))
                .with(new Fault(Fault.Kind.DRAINS, "n01", 40))
                .with(new Fault(Fault.Kind.GOES_INTO_MAINTENANCE, "n02", 60))
                .with(new Fault(Fault.Kind.FALLS_SILENT, "n04", 80))
                .with(new Fault(Fault.Kind.DIES, "n06", 95))
                .with(new Fault(Fault.Kind.DIES, "n11", 105));
    }

    @Test
    void noRoomHasTwoOwnersAndEachOneThatLostItsMachineGetsOneNewOwner() {
        for (PlacementSettings settings : BOTH) {
            for (RoomOutcome outcome : Figures.play(troubled(), settings, Figures.SEEDS)) {
                RoomTallies tallies = outcome.tallies();
                assertThat(tallies.orphans()).isGreaterThan(200);
                assertThat(tallies.twoOwners()).isZero();
                assertThat(tallies.movedMore()).isZero();
                assertThat(tallies.homeless()).isZero();
            }
        }
    }

    @Test
    void nothingIsPlacedOnAMachineThatDrainsIsTakenOutOrFellSilent() {
        for (PlacementSettings settings : BOTH) {
            for (RoomOutcome outcome : Figures.play(troubled(), settings, Figures.SEEDS)) {
                assertThat(outcome.tallies().onBarred()).isZero();
                RoomMeasures after = new RoomMeasures(outcome).within(92, 240);
                for (String node : List.of("n01", "n02", "n04")) {
                    assertThat(after.placements(node)).as(node).isZero();
                }
            }
        }
    }

    @Test
    void aSchedulerThatWasToldOfAFailedConnectPlacesNothingThereAgain() {
        for (RoomOutcome outcome : Figures.play(troubled(), PlacementSettings.standard(), Figures.SEEDS)) {
            assertThat(outcome.tallies().onDeadAfterFailure()).isZero();
        }
    }

    @Test
    void roomsThatWerePlacedTwiceWithoutAStoreLiveOnceSoonAfterItIsBack() {
        RoomWorld world = RoomWorld.of(RoomNode.fleet(12, 4, 8, 16), 50, new RoomWorld.Span(30, 240))
                .with(new RoomWorld.Away(60, 60));
        for (PlacementSettings settings : BOTH) {
            for (RoomOutcome outcome : Figures.play(world, settings, Figures.SEEDS)) {
                assertThat(outcome.tallies().lastDoubledS()).isLessThanOrEqualTo(150);
            }
        }
        // Evenly drawn, a room's two clients mostly meet different machines: the sentence above is about something.
        assertThat(Figures.play(world, BOTH.get(0), 1).get(0).tallies().twoOwners())
                .isPositive();
    }
}
