package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.claim;
import static io.fairlead.manager.services.Bench.home;
import static io.fairlead.manager.services.Bench.now;
import static io.fairlead.manager.services.Bench.owner;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Offer;
import io.fairlead.placement.PlacementQuestion;
import io.fairlead.store.AffinityStore.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where rooms go, by the manager that keeps reports and homes. */
final class PlacingTest {

    private final Bench bench = Bench.settled();

    private SortedMap<String, Integer> shares(int rooms) {
        SortedMap<String, Integer> shares = new TreeMap<>();
        for (int i = 0; i < rooms; i++) {
            shares.merge(home(bench.placed(null)), 1, Integer::sum);
        }
        return shares;
    }

    @Test
    void aServiceComesIntoBeingWithItsFirstInstanceAndEndsWithItsLast() {
        assertThat(now(bench.services.ids())).isEmpty();
        bench.report("i1", 20, 10);
        assertThat(now(bench.services.ids())).containsExactly(Bench.BATTLE);
        assertThat(now(bench.services.leave(Bench.BATTLE, new InstanceId("i1"), null)))
                .isTrue();
        assertThat(now(bench.services.ids())).isEmpty();
        assertThat(now(bench.services.view(Bench.BATTLE))).isNull();
    }

    @Test
    void aRoomGoesByWeightAndTheAnswerHoldsEveryCheckAndTheNumberDrawn() {
        bench.report("i1", 20, 10);
        bench.report("i2", 65, 10);
        PlacementRecord record = bench.placed("r1");
        assertThat(record.placement().basis()).isEqualTo(Basis.WEIGHTED);
        assertThat(Objects.requireNonNull(record.placement().lot()).bound()).isEqualTo(4625);
        assertThat(record.placement().checks())
                .extracting(check -> check.question().name())
                .contains("VIEW_CURRENT", "SAMPLE_AGE", "WEIGHT", "TOTAL_WEIGHT");
        assertThat(record.placement().offers()).extracting(Offer::weight).containsExactly(4225.0, 400.0);
        assertThat(Objects.requireNonNull(record.claimed()).origin()).isEqualTo(Origin.CREATED);
        assertThat(shares(3_000).getOrDefault("i2", 0)).isBetween(180, 340);
    }

    @Test
    void theSameRandomSourceGivesTheSamePlacements() {
        List<List<String>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Bench other = Bench.settled();
            List<String> homes = new ArrayList<>();
            other.report("i1", 20, 10);
            other.report("i2", 30, 10);
            for (int i = 0; i < 50; i++) {
                homes.add(home(other.placed(null)));
            }
            runs.add(homes);
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).contains("i1", "i2");
    }

    // ---- Field case D21

    // (a)
    @Test
    void whenEveryInstanceIsAtItsCeilingOneIsDrawnEvenlyAndTheBasisSaysSo() {
        bench.report("i1", 85, 10);
        bench.report("i2", 10, 90);
        bench.report("i3", 100, 100);
        assertThat(bench.placed(null).placement().basis()).isEqualTo(Basis.ALL_FULL);
        assertThat(shares(900))
                .hasSize(3)
                .allSatisfy((id, rooms) -> assertThat(rooms).isBetween(240, 360));
    }

    // (b)
    @Test
    void aServiceWithoutInstancesIsToldFromOneWhoseInstancesAreAllLeftOut() {
        assertThat(bench.place("r1")).isEqualTo(new Placed.Nowhere(List.of()));
        bench.report(says("i1", 20, 10).state(InstanceState.MAINTENANCE));
        Placed.Nowhere nowhere = (Placed.Nowhere) bench.place("r1");
        assertThat(nowhere.offers()).extracting(Offer::failed).containsExactly(PlacementQuestion.IN_SERVICE);
        assertThat(bench.room("r1")).isNull();
    }

    // (c)
    @Test
    void anInstanceWithoutWeightIsNeverMetWhileAnotherHasSome() {
        bench.report("i1", 85, 10);
        bench.report("i2", 84, 10);
        assertThat(shares(10_000)).containsOnlyKeys("i2");
    }

    // (d): under safety-margin 0.9 squared is cut to 0, see ADR 0020
    @Test
    void aMarginBelowOnePointCountsAsNone() {
        bench.report("i1", 84.1, 10);
        bench.report("i2", 85, 10);
        assertThat(bench.placed(null).placement().basis()).isEqualTo(Basis.ALL_FULL);
    }

    // (e)
    @Test
    void noneOfTenEqualInstancesGetsMoreThanAFifth() {
        for (int i = 0; i < 10; i++) {
            bench.report("i" + i, 40, 40);
        }
        assertThat(shares(1_000))
                .hasSize(10)
                .allSatisfy((id, rooms) -> assertThat(rooms).isLessThanOrEqualTo(200));
    }

    // (g)
    @Test
    void whenAllAreFullTheOneThatIsOrderedToDrainIsStillNotMet() {
        for (String id : List.of("i1", "i2", "i3")) {
            bench.report(id, 95, 10);
        }
        bench.drain("i2");
        assertThat(shares(1_000)).containsOnlyKeys("i1", "i3");
    }

    // ---- silence and unknown loads

    @Test
    void aSilentInstanceGetsNothingNewFromNineSecondsOnAndKeepsItsRooms() {
        bench.report("i1", 0, 0);
        PlacementRecord first = bench.placed("r1");
        bench.pass(8.9);
        assertThat(home(bench.placed(null))).isEqualTo("i1");
        bench.pass(0.1);
        assertThat(bench.place(null)).isInstanceOf(Placed.Nowhere.class);
        PlacementRecord again = bench.placed("r1");
        assertThat(again.placement().basis()).isEqualTo(Basis.AFFINITY);
        assertThat(claim(again)).isEqualTo(claim(first));
    }

    @Test
    void aReportThatSaysNothingNewDoesNotMakeAnInstanceFresh() {
        Bench.Said said = says("i1", 0, 0);
        bench.report(said);
        for (int i = 0; i < 9; i++) {
            bench.pass(1);
            assertThat(((ReportReply.Taken) bench.again(said)).newer()).isFalse();
        }
        assertThat(bench.place(null)).isInstanceOf(Placed.Nowhere.class);
        assertThat(bench.taken(said).newer()).isTrue();
        assertThat(home(bench.placed(null))).isEqualTo("i1");
    }

    @Test
    void aResourceThatCouldNotBeReadGivesNoWeight() {
        bench.report(says("i1", 0, 0).without(Metrics.CPU));
        bench.report("i2", 84, 10);
        assertThat(shares(200)).containsOnlyKeys("i2");
    }

    @Test
    void ceilingsOfAnInstanceMoveThoseThatTheyNameAndTheOthersStay() {
        bench.report(says("i1", 20, 89).ceiling(Metrics.CPU, 60));
        Offer offer = bench.shown().offers().get(0);
        assertThat(Objects.requireNonNull(offer.margin()).distances())
                .containsEntry(Metrics.CPU, 40.0)
                .containsEntry(Metrics.MEMORY, 1.0);
    }

    // ---- rooms

    @Test
    void aRoomStaysWhereItIsForEveryCallerAndUnderOneEpoch() {
        bench.report("i1", 20, 10);
        bench.report("i2", 20, 10);
        PlacementRecord first = bench.placed("r1");
        bench.report(says(home(first), 99, 99));
        for (int i = 0; i < 20; i++) {
            PlacementRecord next = bench.placed("r1");
            assertThat(claim(next)).isEqualTo(claim(first));
            assertThat(next.placement().basis()).isEqualTo(Basis.AFFINITY);
            assertThat(Objects.requireNonNull(next.claimed()).origin()).isEqualTo(Origin.KEPT);
        }
    }

    @Test
    void theRoomsOfARestartedInstanceMoveUnderALargerEpoch() {
        bench.report("i1", 20, 10);
        PlacementRecord first = bench.placed("r1");
        bench.report(says("i1", 20, 10).run("b2"));
        PlacementRecord next = bench.placed("r1");
        assertThat(claim(next).owner()).isEqualTo(owner("i1", "b2"));
        assertThat(claim(next).epoch()).isGreaterThan(claim(first).epoch());
        assertThat(Objects.requireNonNull(next.claimed()).origin()).isEqualTo(Origin.MOVED);
    }

    @Test
    void silenceAndAFailedConnectTogetherMoveARoomAndEitherAloneDoesNot() {
        bench.report("i1", 20, 10);
        bench.placed("r1");
        assertThat(home(((Placed.Done) bench.place("r1", owner("i1", "a1"))).record()))
                .isEqualTo("i1");
        bench.pass(9);
        bench.report("i2", 20, 10);
        assertThat(home(bench.placed("r1"))).isEqualTo("i1");
        assertThat(home(((Placed.Done) bench.place("r1", owner("i1", "a1"))).record()))
                .isEqualTo("i2");
        assertThat(home(bench.placed("r1"))).isEqualTo("i2");
    }

    @Test
    void anInstanceThatLostARoomIsToldWithItsNextRenewal() {
        bench.report("i1", 20, 10);
        long epoch = claim(bench.placed("r1")).epoch();
        assertThat(bench.taken(says("i1", 20, 10).renewing("r1", epoch)).lost()).isEmpty();
        bench.pass(9);
        bench.report("i2", 20, 10);
        bench.place("r1", owner("i1", "a1"));
        assertThat(bench.taken(says("i1", 20, 10).renewing("r1", epoch)).lost()).hasToString("[r1]");
        assertThat(Objects.requireNonNull(bench.room("r1")).claim().owner()).isEqualTo(owner("i2", "a1"));
    }

    @Test
    void aRoomThatIsRenewedLivesOnAndOneThatIsNotEndsAfterTwoMinutes() {
        bench.report("i1", 20, 10);
        long kept = claim(bench.placed("kept")).epoch();
        bench.placed("left");
        for (int i = 0; i < 5; i++) {
            bench.pass(30);
            bench.report(says("i1", 20, 10).renewing("kept", kept));
        }
        assertThat(Objects.requireNonNull(bench.room("kept")).claim().epoch()).isEqualTo(kept);
        assertThat(bench.room("left")).isNull();
    }

    // ---- processes

    @Test
    void aLeaveOfAnotherProcessTakesNobodyOutAndALateReportDoesNotComeBack() {
        bench.report(says("i1", 20, 10).upFor(100));
        InstanceId i1 = new InstanceId("i1");
        assertThat(now(bench.services.leave(Bench.BATTLE, i1, new Incarnation("b2"))))
                .isFalse();
        bench.report(says("i1", 20, 10).run("b2").upFor(1));
        assertThat(bench.report(says("i1", 20, 10).upFor(103))).isEqualTo(new ReportReply.Replaced(i1));
        assertThat(now(bench.services.leave(Bench.BATTLE, i1, new Incarnation("b2"))))
                .isTrue();
        assertThat(bench.report(says("i1", 20, 10).run("b2"))).isEqualTo(new ReportReply.Ended(i1));
    }

    @Test
    void servicesWithRoomsAndInstancesOfTheSameNamesAreKeptApart() {
        bench.report("i1", 20, 10);
        bench.placed("r1");
        ServiceId chat = new ServiceId("chat");
        bench.report(says("i1", 20, 10).of("chat"));
        assertThat(now(bench.services.room(Bench.room(chat, "r1")))).isNull();
        now(bench.services.leave(chat, new InstanceId("i1"), null));
        assertThat(bench.shown().offers())
                .extracting(Offer::candidate)
                .extracting(Candidate::id)
                .hasSize(1);
        assertThat(Objects.requireNonNull(bench.room("r1")).home()).isNotNull();
    }
}
