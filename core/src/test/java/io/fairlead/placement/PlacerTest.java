package io.fairlead.placement;

import static io.fairlead.placement.PlacementBench.chosen;
import static io.fairlead.placement.PlacementBench.claim;
import static io.fairlead.placement.PlacementBench.offer;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.place;
import static io.fairlead.placement.PlacementBench.placer;
import static io.fairlead.placement.PlacementBench.share;
import static io.fairlead.placement.PlacementBench.shares;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.Check;
import io.fairlead.load.Metrics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where rooms go: who is left out, what happens when nobody is left, and rooms that live somewhere already. */
class PlacerTest {

    // ---- Field case D21: all zero, empty, one, ties

    // (a)
    @Test
    void whenEveryInstanceIsFullTheFallbackIsDrawnEvenlyAndSaysSo() {
        SortedMap<String, Integer> shares = shares(3000, view("a=85/10 b=90/10 c=100/10"), 3);
        assertThat(shares)
                .hasSize(3)
                .allSatisfy((id, rooms) -> assertThat(rooms).isBetween(900, 1100));
        assertThat(place("a=85/10 b=90/10 c=100/10", 0).words())
                .isEqualTo("a: every instance whose load is known is at a ceiling: drawn evenly, 0 of 0..2");
    }

    // (b)
    @Test
    void withoutAnyInstanceTheAnswerIsThatThereIsNone() {
        Placement placement = placer().place(PlacementRequest.plain(), view(""), null, never());
        assertThat(placement.basis()).isEqualTo(Basis.NO_INSTANCES);
        assertThat(placement.chosen()).isNull();
        assertThat(placement.words()).isEqualTo("nowhere: no instance may take a room");
    }

    // (c)
    @ParameterizedTest
    @ValueSource(strings = {"a=85/10 b=84/10", "b=84/10 a=85/10", "a=84/10 b=85/10"})
    void theInstanceWithoutWeightIsNeverMetAndTheOtherAlways(String line) {
        String withWeight = line.startsWith("a=84") ? "a" : "b";
        assertThat(shares(10_000, view(line), 5)).containsOnlyKeys(withWeight);
    }

    // (d), as the text has it: under safety-margin 0.9^2 = 0.81 is cut to 0
    @Test
    void aMarginBelowOneIsCutToNoWeightAndThenTheFallbackHolds() {
        assertThat(place("a=84.1/10 b=85/10 c=85/10", 0).basis()).isEqualTo(Basis.ALL_FULL);
        assertThat(place("a=84/10 b=85/10 c=85/10", 0).basis()).isEqualTo(Basis.WEIGHTED);
    }

    // (e)
    @Test
    void noneOfTenEqualInstancesGetsMoreThanAFifth() {
        StringBuilder ten = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            ten.append("i").append(i).append("=40/40 ");
        }
        SortedMap<String, Integer> shares = shares(1000, view(ten.toString()), 7);
        assertThat(shares)
                .hasSize(10)
                .allSatisfy((id, rooms) -> assertThat(rooms).isLessThan(200));
    }

    // (g)
    @Test
    void whenAllAreFullTheDrainingOneIsStillNotMet() {
        SortedMap<String, Integer> shares = shares(1000, view("a=90/10 b=90/10,drain c=90/10 d=90/10,maint"), 9);
        assertThat(shares).containsOnlyKeys("a", "c");
    }

    @Test
    void aSingleInstanceGetsEverything() {
        assertThat(shares(100, view("a=20/10"), 1)).containsExactly(Map.entry("a", 100));
    }

    // ---- Who is left out

    @ParameterizedTest
    @ValueSource(strings = {"b=20/10,drain", "b=20/10,maint", "b=20/10,age=9", "b=-/10", "b=20/-", "b=86/10"})
    void anInstanceThatIsLeftOutSaysByWhatQuestion(String other) {
        ServiceView view = view("a=20/10 " + other);
        Offer offer = offer(placer().offers(view), "b");
        assertThat(share(view, "b")).isZero();
        assertThat(offer.failed()).isNotNull();
        Placement placement = placer().place(PlacementRequest.plain(), view, null, bound -> 0);
        assertThat(failed(placement, "b")).isEqualTo(offer.failed());
        assertThat(failed(placement, "a")).isNull();
    }

    @Test
    void whereAllAreLeftOutForGoodThereIsNoInstance() {
        assertThat(place("a=20/10,drain b=20/10,maint c=20/10,age=30", 0).basis())
                .isEqualTo(Basis.NO_INSTANCES);
    }

    @Test
    void unknownLoadGetsNothingWhileAnyLoadIsKnown() {
        assertThat(shares(1000, view("a=-/- b=84/89"), 1)).containsOnlyKeys("b");
    }

    @Test
    void whereNoLoadIsKnownOneIsDrawnEvenly() {
        assertThat(place("a=-/10 b=20/-", 1).basis()).isEqualTo(Basis.UNIFORM_FALLBACK);
        assertThat(place("a=-/10 b=90/10", 1).basis()).isEqualTo(Basis.ALL_FULL);
    }

    @Test
    void anInstanceWithItsOwnCeilingsIsMeasuredByThose() {
        ServiceView view = view("a=50/10,cpu<60 b=50/10");
        assertThat(offer(placer().offers(view), "a").weight()).isEqualTo(100);
        assertThat(offer(placer().offers(view), "b").weight()).isEqualTo(1225);
    }

    @Test
    void theServicesCeilingsHoldForTheOthers() {
        Placer cautious = new Placer(
                PlacementSettings.safetyMargin().with(SafetyMargin.standard().with(Metrics.CPU, 60)));
        assertThat(offer(cautious.offers(view("a=50/10")), "a").weight()).isEqualTo(100);
        assertThat(cautious.settings().ceilings().ceilings()).containsEntry(Metrics.CPU, 60.0);
    }

    @Test
    void theOrderInWhichInstancesAreHandedInChangesNothing() {
        List<Candidate> candidates =
                new ArrayList<>(view("a=20/10 b=65/10 c=40/40").candidates());
        Collections.reverse(candidates);
        ServiceView reversed = new ServiceView(PlacementBench.SERVICE, candidates, true);
        for (int r = 0; r < 6650; r += 7) {
            int drawn = r;
            assertThat(placer().place(PlacementRequest.plain(), reversed, null, bound -> drawn))
                    .isEqualTo(place("a=20/10 b=65/10 c=40/40", r));
        }
    }

    // ---- Field case D07 (a): an overloaded instance that no longer reports

    @Test
    void aSilentInstanceGetsNothingFromNineSecondsOnAndNoWeightWithABusyReport() {
        for (int second = 0; second < 60; second++) {
            ServiceView view = view("n1=20/10,age=" + second + " n2=70/10 n3=70/10");
            assertThat(share(view, "n1") > 0).as("second %s", second).isEqualTo(second < 9);
        }
        assertThat(offer(placer().offers(view("n1=97/10 n2=70/10 n3=70/10")), "n1")
                        .failed())
                .isEqualTo(PlacementQuestion.WEIGHT);
    }

    @Test
    void theRoomsOfASilentInstanceStay() {
        assertThat(chosen(remembered("n1=20/10,age=60 n2=70/10", "n1#1", null))).isEqualTo("n1");
    }

    // ---- Field case D15 (a): expired members of the list

    @Test
    void expiredMembersAreNeitherMetNorCounted() {
        ServiceView view = view("n1=20/10 n2=20/10 n3=20/10 n4=0/0,age=30 n5=0/0,age=3600");
        assertThat(shares(1000, view, 2)).containsOnlyKeys("n1", "n2", "n3");
        Placement placement = placer().place(PlacementRequest.plain(), view, null, bound -> 0);
        assertThat(placement.checks())
                .filteredOn(check -> check.question() == PlacementQuestion.LIVE_INSTANCES)
                .singleElement()
                .satisfies(check -> assertThat(check.found()).isEqualTo(3));
    }

    // ---- Rooms that live somewhere

    @ParameterizedTest
    @ValueSource(strings = {"a=20/10", "a=99/99", "a=-/-", "a=20/10,drain", "a=20/10,maint", "a=20/10,age=3600"})
    void aRoomStaysWhateverItsInstanceSaysOfItself(String home) {
        Placement placement = remembered(home + " b=0/0", "a#1", null);
        assertThat(placement.basis()).isEqualTo(Basis.AFFINITY);
        assertThat(chosen(placement)).isEqualTo("a");
        assertThat(placement.offers()).isEmpty();
        assertThat(placement.lot()).isNull();
    }

    @Test
    void aRoomWhoseInstanceHasLeftGoesElsewhere() {
        Placement placement = remembered("b=20/10", "a#1", null);
        assertThat(placement.basis()).isEqualTo(Basis.WEIGHTED);
        assertThat(placement.checks().get(0).words()).isEqualTo("a: remembered home is registered: no - failed");
    }

    @Test
    void aRoomWhoseInstanceHasRestartedGoesElsewhere() {
        Placement placement = remembered("a=86/10,run=2 b=20/10", "a#1", null);
        assertThat(chosen(placement)).isEqualTo("b");
        assertThat(failed(placement, "a")).isEqualTo(PlacementQuestion.SAME_INCARNATION);
    }

    @Test
    void silenceAndAFailedConnectTogetherAreDeath() {
        assertThat(chosen(remembered("a=20/10,age=9 b=20/10", "a#1", "a#1"))).isEqualTo("b");
    }

    @Test
    void aFailedConnectAloneIsNoDeath() {
        assertThat(chosen(remembered("a=20/10,age=8 b=20/10", "a#1", "a#1"))).isEqualTo("a");
    }

    @Test
    void aFailedConnectToTheProcessBeforeTellsNothingOfThisOne() {
        assertThat(chosen(remembered("a=20/10,age=60,run=2 b=20/10", "a#2", "a#1")))
                .isEqualTo("a");
    }

    @Test
    void anObserverThatCannotSeeDeclaresNobodyDead() {
        Placement placement = placer().place(
                        PlacementRequest.afterFailedConnect(owner("a#1")),
                        view("a=20/10,age=60 b=20/10").outdated(),
                        claim("a#1"),
                        never());
        assertThat(placement.basis()).isEqualTo(Basis.AFFINITY);
    }

    @Test
    void aNewRoomDoesNotGoWhereTheCallerCouldNotConnect() {
        PlacementRequest request = PlacementRequest.afterFailedConnect(owner("a#1"));
        for (int r = 0; r < 400; r++) {
            int drawn = r;
            assertThat(chosen(placer().place(request, view("a=0/0 b=65/10"), null, bound -> drawn)))
                    .isEqualTo("b");
        }
        assertThat(placer().place(request, view("a=0/0"), null, never()).basis())
                .isEqualTo(Basis.NO_INSTANCES);
        assertThat(chosen(placer().place(request, view("a=0/0,run=2"), null, bound -> 0)))
                .isEqualTo("a");
    }

    // ---- The random source

    @ParameterizedTest
    @ValueSource(longs = {-1, 4225, Long.MAX_VALUE, Long.MIN_VALUE})
    void aRandomSourceOutOfItsBoundIsAFaultThatIsSaid(long drawn) {
        assertThatThrownBy(() -> place("a=20/10", drawn))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the random source drew " + drawn + ", asked for 0 to below 4225");
    }

    @Test
    void theSumOfTheWeightsDoesNotOverflow() {
        List<Offer> offers =
                Collections.nCopies(500_000, placer().offers(view("a=0/0")).get(0));
        assertThat(Roulette.total(offers)).isEqualTo(500_000L * 7225).isGreaterThan(Integer.MAX_VALUE);
        assertThatThrownBy(() -> Roulette.at(offers.subList(0, 1), 7225)).hasMessageContaining("whose sum is 7225");
    }

    private static Placement remembered(String line, String home, @Nullable String unreachable) {
        return placer().place(
                        new PlacementRequest(unreachable == null ? null : owner(unreachable)),
                        view(line),
                        claim(home),
                        bound -> 0);
    }

    private static @Nullable PlacementQuestion failed(Placement placement, String id) {
        for (Check check : placement.checks()) {
            if (!check.passed()
                    && check.subject() != null
                    && check.subject().value().equals(id)) {
                return (PlacementQuestion) check.question();
            }
        }
        return null;
    }

    private static Draw never() {
        return bound -> {
            throw new AssertionError("nothing is to be drawn");
        };
    }
}
