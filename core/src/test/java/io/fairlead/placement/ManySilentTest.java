package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.shares;
import static io.fairlead.placement.PlacementBench.chosen;
import static io.fairlead.placement.PlacementBench.claim;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Check;
import io.fairlead.RoomId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where more than half of the instances fall silent at one time, that tells more of the way of their reports than of them. */
class ManySilentTest {

    private static final Placer PLACER = new Placer(SETTINGS);
    private static final String CUT_OFF = "a=20/10,age=11 b=20/10,age=12.5 c=20/10,age=14 d=70/10 e=70/10";

    private static Placement place(Placer placer, String line) {
        return placer.place(PlacementRequest.plain(), view(line), null, bound -> bound / 2);
    }

    private static Basis basis(String line) {
        return place(PLACER, line).basis();
    }

    @Test
    void newRoomsAreNotAllPutOnTheFewThatStillReport() {
        assertThat(shares(PLACER, view(CUT_OFF), 1_000).keySet()).containsExactly("a", "b", "c", "d", "e");
        Placement placement = place(PLACER, CUT_OFF);
        assertThat(placement.basis()).isEqualTo(Basis.STALE);
        assertThat(placement.checks())
                .extracting(Check::words)
                .contains("fell silent at one time: 3 instances, wanted at most 2 instances - failed");
        assertThat(PLACER.sees(view(CUT_OFF))).isFalse();
    }

    @Test
    void whereTheyAreAllThereAreTheyGetRoomsByWhatWasKnownLast() {
        assertThat(shares(PLACER, view("a=20/10,age=70 b=60/10,age=71"), 1_000)).containsKeys("a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=20/10,age=11 b=20/10,age=12 c=20/10 d=70/10",
                "a=20/10,age=11 b=20/10,age=30 c=20/10,age=50 d=70/10 e=70/10",
                "a=20/10,age=11,drain b=20/10,age=12,maint c=20/10,age=13 d=70/10",
                "a=20/10,age=61 b=20/10,age=62 c=20/10,age=63 d=70/10 e=70/10",
            })
    void halfOfThemOrOneAfterTheOtherOrThoseThatWereLeavingOrAMinuteAgoIsOrdinarySilence(String line) {
        assertThat(basis(line)).isEqualTo(Basis.WEIGHTED);
        assertThat(shares(PLACER, view(line), 500)).doesNotContainKey("a");
        assertThat(PLACER.sees(view(line))).isTrue();
    }

    @Test
    void oneAloneIsJustSilent() {
        assertThat(basis("a=20/10,age=11")).isEqualTo(Basis.NO_INSTANCES);
    }

    /** Somebody looked for himself: it is neither the store nor the way to it. */
    @Test
    void whoeverCouldNotBeConnectedToGetsNothingAndItsRoomsAreMoved() {
        SchedulerState state = SchedulerState.initial().learn(view(CUT_OFF), SETTINGS, at(0));
        Placer placer = new Placer(SETTINGS, state.connectFailed(owner("a#1"), at(1)));
        assertThat(shares(placer, view(CUT_OFF), 1_000).keySet()).containsExactly("b", "c", "d", "e");
        PlacementRequest again =
                PlacementRequest.afterFailedConnect(owner("b#1")).with(new RoomId("r"));
        assertThat(chosen(placer.place(again, view(CUT_OFF), claim("b#1"), bound -> 0)))
                .isIn("c", "d", "e");
        assertThat(chosen(placer.place(PlacementRequest.plain(), view(CUT_OFF), claim("b#1"), bound -> 0)))
                .as("nobody tried: the room stays")
                .isEqualTo("b");
    }

    @Test
    void theMethodItselfKnowsNothingOfIt() {
        Placer exact = PlacementBench.placer();
        assertThat(exact.place(PlacementRequest.plain(), view(CUT_OFF), null, bound -> 0)
                        .basis())
                .isEqualTo(Basis.WEIGHTED);
    }
}
