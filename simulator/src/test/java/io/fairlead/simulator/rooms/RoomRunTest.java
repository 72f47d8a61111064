package io.fairlead.simulator.rooms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.placement.PlacementSettings;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The world itself: it repeats, keeps the load that it promises, and measures as it says. */
class RoomRunTest {

    private static RoomWorld small() {
        return RoomWorld.of(RoomNode.fleet(6, 4, 8, 16), 60, new RoomWorld.Span(60, 300));
    }

    @Test
    void aRunRepeatsToTheLastBit() {
        for (PlacementSettings settings : List.of(PlacementSettings.safetyMargin(), PlacementSettings.standard())) {
            RoomOutcome once = RoomRun.play(small(), settings, 3);
            RoomOutcome again = RoomRun.play(small(), settings, 3);
            assertThat(again.tallies()).isEqualTo(once.tallies());
            assertThat(again.samples()).usingRecursiveComparison().isEqualTo(once.samples());
            assertThat(RoomRun.play(small(), settings, 4).samples())
                    .usingRecursiveComparison()
                    .isNotEqualTo(once.samples());
        }
    }

    @Test
    void bothPoliciesHaveTheSameRoomsInTheSameWeather() {
        assertThat(RoomRun.play(small(), PlacementSettings.safetyMargin(), 5)
                        .tallies()
                        .arrived())
                .isEqualTo(RoomRun.play(small(), PlacementSettings.standard(), 5)
                        .tallies()
                        .arrived());
    }

    @Test
    void theOfferedLoadIsTheMeanLoadOfAllCores() {
        double sum = 0;
        double cores = 0;
        for (RoomOutcome outcome : Figures.play(small(), PlacementSettings.standard(), 4)) {
            for (RoomSample sample : outcome.samples()) {
                for (int i = 0; i < sample.load().length; i++) {
                    sum += sample.load()[i] * outcome.nodes().get(i).cores();
                    cores += outcome.nodes().get(i).cores();
                }
            }
        }
        assertThat(sum / cores).isCloseTo(60, within(3.0));
    }

    @Test
    void theJitterOfReportsHasNoBiasButForItsSpikes() {
        Jitter.Source source = new Jitter.Source(new Jitter(3, 60), 0, new SplittableRandom(7));
        double sum = 0;
        int reports = 20_000;
        for (int i = 1; i <= reports; i++) {
            sum += source.meanUntil(3.0 * i);
        }
        double spikes = 27.5 * 1.75 / (60 + 1.75);
        assertThat(sum / reports).isCloseTo(spikes, within(0.1));
    }

    @Test
    void aRoomCostsInTheMeanWhatTheArithmeticSays() {
        RoomMix mix = RoomMix.usual();
        SplittableRandom random = new SplittableRandom(1);
        double life = 0;
        int rooms = 100_000;
        for (int i = 0; i < rooms; i++) {
            life += mix.arriving(random).lifeS();
        }
        assertThat(life / rooms).isCloseTo(mix.lifeS(), within(4.0));
        assertThat(mix.lifeS()).isBetween(200.0, 300.0);
        assertThat(mix.coreSeconds() / mix.lifeS()).isBetween(0.020, 0.0264);
    }

    @Test
    void whatMakesNoWorldIsRefusedByName() {
        assertThatThrownBy(() -> small().with(new Fault(Fault.Kind.DIES, "n99", 1)))
                .hasMessage("fault names n99: use one of [n01, n02, n03, n04, n05, n06]");
        assertThatThrownBy(() -> small().withSchedulers(0)).hasMessageContaining("schedulers is 0");
        assertThatThrownBy(() -> Arrivals.steady(0)).hasMessageContaining("offered load is 0.0");
        assertThatThrownBy(() -> new RoomWorld.Span(5, 5)).hasMessageContaining("a later end");
        assertThatThrownBy(() -> new Jitter(-1, 60)).hasMessageContaining("0 to 100 points");
        assertThatThrownBy(() -> RoomNode.joining("n01", 0, 0)).hasMessageContaining("use sizes above 0");
        assertThatThrownBy(() -> small().with(RoomNode.joining("n01", 4, 9))).hasMessageContaining("each name once");
    }
}
