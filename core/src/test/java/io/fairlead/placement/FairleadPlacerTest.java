package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.number;
import static io.fairlead.placement.FairBench.shares;
import static io.fairlead.placement.FairBench.without;
import static io.fairlead.placement.PlacementBench.chosen;
import static io.fairlead.placement.PlacementBench.claim;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.Check;
import java.time.Duration;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where rooms go by the policy {@code fairlead}: the two draws, who is left out, admission. */
class FairleadPlacerTest {

    private static final Placer PLACER = new Placer(SETTINGS);
    private static final Placer ADMITTING = new Placer(SETTINGS.withAdmission(true));

    private static Placement place(Placer placer, String line, double... parts) {
        int[] next = {0};
        return placer.place(PlacementRequest.plain(), view(line), null, bound -> number(parts[next[0]++]));
    }

    // ---- two draws

    @Test
    void ofTwoDrawnInstancesTheOneWithTheLargerMarginHasTheRoom() {
        // weights 4225 and 1600: b is met from 0.7254 on
        Placement placement = place(PLACER, "a=20/10 b=45/10", 0.9, 0.1);
        assertThat(chosen(placement)).isEqualTo("a");
        assertThat(placement.words())
                .isEqualTo("a: drawn by weight, b (margin 40.0) against a (margin 65.0): the larger margin");
        assertThat(chosen(place(PLACER, "a=20/10 b=45/10", 0.1, 0.9))).isEqualTo("a");
        assertThat(place(PLACER, "a=20/10 b=45/10", 0.9, 0.8).words()).isEqualTo("b: drawn by weight, twice");
    }

    @Test
    void ofEqualMarginsTheFirstByIdHasTheRoom() {
        assertThat(place(PLACER, "b=20/10 a=20/10", 0.9, 0.1).words())
                .isEqualTo("a: drawn by weight, b (margin 65.0) against a (margin 65.0): equal, the first by id");
        assertThat(chosen(place(PLACER, "b=20/10 a=20/10", 0.1, 0.9))).isEqualTo("a");
    }

    @Test
    void withOneDrawTheSharesAreTheWeights() {
        SortedMap<String, Integer> shares =
                shares(new Placer(without(Term.TWO_DRAWS)), view("a=5/10,c=2 b=65/10,c=2 c=65/10,c=8"), 68_000);
        assertThat(shares.getOrDefault("a", 0) / 68_000.0).isEqualTo(12_800 / 16_800.0, within(0.01));
        assertThat(shares.getOrDefault("b", 0) / 68_000.0).isEqualTo(800 / 16_800.0, within(0.01));
    }

    @Test
    void withTwoDrawsTheSmallestMarginIsLeftWithItsShareSquared() {
        SortedMap<String, Integer> shares = shares(PLACER, view("a=45/10 b=25/10"), 50_000);
        double weight = 1600 / (1600.0 + 3600);
        assertThat(shares.getOrDefault("a", 0) / 50_000.0).isEqualTo(weight * weight, within(0.01));
    }

    // ---- Field case D21: all zero, empty, one, ties

    // (a)
    @Test
    void whenAllAreFullTwoAreDrawnByCapacityAndTheOneWithTheLargerMarginHasTheRoom() {
        Placement placement = place(PLACER, "a=95/10,c=2 b=90/10,c=8", 0.1, 0.5);
        assertThat(placement.basis()).isEqualTo(Basis.ALL_FULL);
        assertThat(placement.words())
                .isEqualTo("b: every instance whose load is known is at a ceiling: drawn by capacity, "
                        + "a (margin -10.0) against b (margin -5.0): the larger margin");
        assertThat(chosen(place(PLACER, "a=95/10,c=2 b=90/10,c=8", 0.19, 0.19))).isEqualTo("a");
        assertThat(place(PLACER, "a=95/10,c=2 b=90/10,c=8", 0.21, 0.21).words())
                .endsWith("b: every instance whose" + " load is known is at a ceiling: drawn by capacity, twice");
    }

    // (b)
    @Test
    void withoutAnyInstanceTheAnswerIsThatThereIsNone() {
        assertThat(place(PLACER, "").basis()).isEqualTo(Basis.NO_INSTANCES);
    }

    // (c)
    @Test
    void theInstanceWithoutMarginIsNeverMetAndTheOtherAlways() {
        assertThat(shares(PLACER, view("a=85/10 b=84/10"), 10_000)).containsOnlyKeys("b");
        assertThat(shares(PLACER, view("a=84/10 b=85/10"), 10_000)).containsOnlyKeys("a");
    }

    // (d)
    @Test
    void aMarginBelowOneIsAWeightWhereTheOthersHaveNone() {
        assertThat(shares(PLACER, view("a=84.1/10 b=85/10 c=85/10"), 1_000)).containsOnlyKeys("a");
    }

    // (e)
    @Test
    void noneOfTenEqualInstancesGetsMoreThanAFifthAndNoneIsForgotten() {
        StringBuilder ten = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            ten.append("i").append(i).append("=40/40,c=4,n=10,y=0 ");
        }
        ServiceView view = view(ten.toString());
        SchedulerState state = SchedulerState.initial().learn(view, SETTINGS, at(0));
        SplittableRandom random = new SplittableRandom(5);
        TreeMap<String, Integer> shares = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            Placement placement =
                    new Placer(SETTINGS, state).place(PlacementRequest.plain(), view, null, random::nextLong);
            state = state.placed(Objects.requireNonNull(placement.chosen()).owner(), 1, at(i * 0.003));
            shares.merge(chosen(placement), 1, Integer::sum);
        }
        assertThat(shares)
                .hasSize(10)
                .allSatisfy((id, rooms) -> assertThat(rooms).isBetween(80, 120));
    }

    // (g)
    @Test
    void whenAllAreFullTheDrainingOneIsStillNotMet() {
        assertThat(shares(PLACER, view("a=90/10 b=90/10,drain c=90/10 d=90/10,maint"), 1_000))
                .containsOnlyKeys("a", "c");
    }

    // ---- who is left out

    @ParameterizedTest
    @ValueSource(strings = {"b=0/0,drain", "b=0/0,maint", "b=0/0,age=9", "b=-/10", "b=0/-"})
    void whoIsLeftOutIsLeftOutAlsoWhenAllOthersAreFull(String other) {
        assertThat(shares(PLACER, view("a=20/10 " + other), 300)).containsOnlyKeys("a");
        assertThat(shares(PLACER, view("a=95/10 " + other), 300)).containsOnlyKeys("a");
    }

    @Test
    void whereNoLoadIsKnownOneIsDrawnEvenly() {
        Placement placement = PLACER.place(PlacementRequest.plain(), view("a=-/10 b=20/-"), null, bound -> 1);
        assertThat(placement.words()).isEqualTo("b: no load is known: drawn evenly, 1 of 0..1");
    }

    // Field case D07 (a)
    @Test
    void aSilentInstanceGetsNothingFromNineSecondsOnAndABusyReportHasNoWeight() {
        for (int second = 0; second < 20; second++) {
            ServiceView view = view("n1=20/10,age=" + second + " n2=70/10 n3=70/10");
            assertThat(shares(PLACER, view, 100).containsKey("n1")).isEqualTo(second < 9);
        }
        assertThat(shares(PLACER, view("n1=97/10 n2=70/10 n3=70/10"), 1_000)).containsOnlyKeys("n2", "n3");
    }

    @Test
    void aProcessThatSomebodyCouldNotConnectToGetsNothingUntilItsNextSample() {
        ServiceView view = view("a=20/10 b=70/10");
        SchedulerState state =
                SchedulerState.initial().learn(view, SETTINGS, at(0)).connectFailed(owner("a#1"), at(1));
        assertThat(shares(new Placer(SETTINGS, state), view, 300)).containsOnlyKeys("b");
        Placement placement = new Placer(SETTINGS, state).place(PlacementRequest.plain(), view, null, bound -> 0);
        assertThat(placement.checks())
                .extracting(Check::words)
                .contains("a: no connect failed since its sample: no - failed");
        SchedulerState next = state.learn(view("a=20/10 b=70/10", 2), SETTINGS, at(3));
        assertThat(shares(new Placer(SETTINGS, next), view, 300)).containsKey("a");
    }

    @Test
    void whereEveryInstanceIsSuspectNoneIsLeftOutForThat() {
        ServiceView view = view("a=20/10 b=70/10 c=0/0,drain");
        SchedulerState state = SchedulerState.initial()
                .learn(view, SETTINGS, at(0))
                .connectFailed(owner("a#1"), at(1))
                .connectFailed(owner("b#1"), at(1));
        Placer placer = new Placer(SETTINGS, state);
        assertThat(shares(placer, view, 300)).containsOnlyKeys("a", "b");
        assertThat(placer.place(PlacementRequest.plain(), view, null, bound -> 0)
                        .checks())
                .extracting(Check::words)
                .contains("not all of them are suspect: no - failed");
        assertThat(chosen(placer.place(PlacementRequest.afterFailedConnect(owner("a#1")), view, null, bound -> 0)))
                .as("the caller's own failure counts")
                .isEqualTo("b");
    }

    // ---- admission

    @Test
    void withAdmissionANewRoomIsRefusedWhereNoInstanceHasAMargin() {
        Placement placement = place(ADMITTING, "a=85/10,c=4 b=95/10,c=4 c=-/10");
        assertThat(placement.basis()).isEqualTo(Basis.REFUSED);
        assertThat(placement.chosen()).isNull();
        assertThat(placement.retryAfter()).isEqualTo(Duration.ofSeconds(3));
        assertThat(placement.words()).isEqualTo("nowhere: no instance has room for a new one: refused");
        assertThat(place(ADMITTING, "a=84.9/10 b=95/10", 0, 0).basis()).isEqualTo(Basis.WEIGHTED);
        assertThat(place(PLACER, "a=85/10", 0, 0).basis()).isEqualTo(Basis.ALL_FULL);
    }

    @Test
    void withAdmissionARoomWhoseInstanceIsGoneIsNotRefused() {
        Placement placement =
                ADMITTING.place(PlacementRequest.plain(), view("a=95/10 b=95/10,run=2"), claim("b#1"), bound -> 0);
        assertThat(placement.basis()).isEqualTo(Basis.ALL_FULL);
        assertThat(placement.chosen()).isNotNull();
    }

    @Test
    void withAdmissionNobodyIsRefusedByALoadThatCannotBeSeen() {
        assertThat(place(ADMITTING, "a=-/10", 0).basis()).isEqualTo(Basis.UNIFORM_FALLBACK);
        assertThat(ADMITTING
                        .place(PlacementRequest.plain(), view("a=95/10").outdated(), null, bound -> 0)
                        .basis())
                .isEqualTo(Basis.STALE);
    }

    // ---- the rest

    @Test
    void theSchedulersStateIsOfNoMeaningUnderSafetyMargin() {
        ServiceView view = view("a=20/10,c=1,n=50,y=9,up=0 b=65/10,c=64");
        SchedulerState state = SchedulerState.initial()
                .learn(view, SETTINGS, at(0))
                .placed(owner("a#1"), 50, at(1))
                .connectFailed(owner("a#1"), at(1));
        Placer exact = new Placer(PlacementSettings.safetyMargin().withAdmission(true), state);
        assertThat(exact.place(PlacementRequest.plain(), view, null, bound -> 4224))
                .isEqualTo(PlacementBench.placer().place(PlacementRequest.plain(), view, null, bound -> 4224));
        assertThat(PlacementBench.chosen(exact.place(PlacementRequest.plain(), view, null, bound -> 4225)))
                .isEqualTo("b");
    }

    @Test
    void aRandomSourceOutOfItsBoundIsAFaultThatIsSaid() {
        assertThatThrownBy(() -> PLACER.place(PlacementRequest.plain(), view("a=20/10"), null, bound -> bound))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the random source drew 9007199254740992, asked for 0 to below 9007199254740992");
    }
}
