package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.Drain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How an instance reports to shared stores, on a hand-moved time line. */
final class StoreLineTest {

    private static final RoomId ROOM = new RoomId("r-1");
    private static final Owner OWNER = SharedStores.owner("i1", "abc");

    private final SharedStores shared = new SharedStores();
    private final HandTimeline timeline = shared.timeline;
    private final StoreCalls calls = new StoreCalls(timeline, Runnable::run);
    private final HeldRooms rooms = new HeldRooms(timeline::nanos);
    private final List<String> told = new ArrayList<>();
    private final InstanceSettings self =
            InstanceSettings.of(SharedStores.BATTLE, new InstanceId("i1"), "ws://10.0.0.5:9000");
    private final StoreLine line = new StoreLine(self, new Incarnation("abc"), shared.stores(), calls);

    private ReportLoop started() {
        InstanceListener listener = new InstanceListener() {
            @Override
            public void roomLost(RoomId room, long epoch) {
                told.add("lost " + room + " " + epoch);
            }

            @Override
            public void roomClaimed(RoomId room, long epoch) {
                told.add("claimed " + room + " " + epoch);
            }

            @Override
            public void drainOrdered() {
                told.add("drain");
            }

            @Override
            public void ended(CallException why) {
                told.add("ended " + why.code());
            }
        };
        Tidings tidings = new Tidings(self.service(), listener, Runnable::run);
        ReportLoop loop = new ReportLoop(
                self,
                new Incarnation("abc"),
                () -> InstanceLoad.unknown()
                        .withCpu(20.5)
                        .withMemory(41)
                        .withRooms(2)
                        .withCapacity(4),
                new ReportLoop.Tools(
                        rooms, line, timeline, new SplittableRandom(1), Duration.ofSeconds(1), tidings, Runnable::run));
        timeline.execute(loop::report);
        timeline.settle();
        return loop;
    }

    private Candidate seen() {
        return Objects.requireNonNull(shared.reports
                .view(SharedStores.BATTLE, shared.now())
                .toCompletableFuture()
                .join()
                .find(new InstanceId("i1")));
    }

    private Claim claim(Owner candidate, RoomId room) {
        return shared.rooms
                .claim(named(room), new ClaimWish(candidate, null), shared.now())
                .toCompletableFuture()
                .join()
                .claim();
    }

    private static Room named(RoomId room) {
        return new Room(SharedStores.BATTLE, room);
    }

    @Test
    void aReportStandsInTheStoreWithAllThatIsKnown() {
        ReportLoop loop = started();
        assertThat(loop.registered()).isCompleted();
        Candidate seen = seen();
        assertThat(seen.owner()).isEqualTo(OWNER);
        assertThat(seen.instance().endpoint()).isEqualTo("ws://10.0.0.5:9000");
        assertThat(seen.report().metrics().value("cpu")).hasValue(20.5);
        assertThat(seen.report().occupancy().rooms()).hasValue(2);
        assertThat(seen.report().occupancy().capacity()).hasValue(4);
        timeline.advance(Duration.ofMinutes(1));
        assertThat(seen().report().sequence()).isBetween(18L, 23L);
    }

    @Test
    void allRoomsThatAreDueAreRenewedWithOneReportAndLiveOn() {
        for (int i = 0; i < 100; i++) {
            RoomId room = new RoomId("r-" + i);
            rooms.hold(room, claim(OWNER, room).epoch());
        }
        started();
        assertThat(shared.count("renew")).isEqualTo(100);
        timeline.advance(Duration.ofMinutes(10));
        assertThat(shared.rooms.size()).isEqualTo(100);
        assertThat(told).isEmpty();
    }

    @Test
    void aRoomThatLivesElsewhereIsLost() {
        Claim first = claim(OWNER, ROOM);
        rooms.hold(ROOM, first.epoch());
        started();
        shared.rooms.claim(named(ROOM), new ClaimWish(SharedStores.owner("i2", "a"), OWNER), shared.now());
        timeline.advance(Duration.ofSeconds(28));
        assertThat(told).containsExactly("lost r-1 " + first.epoch());
        assertThat(rooms.size()).isZero();
    }

    @Test
    void aRoomThatCameWithoutAClaimIsClaimedOrLostWhereItHasAnotherHome() {
        RoomId taken = new RoomId("r-2");
        claim(SharedStores.owner("i2", "a"), taken);
        rooms.hold(ROOM);
        rooms.hold(taken);
        started();
        Claim standing = claim(SharedStores.owner("i2", "a"), ROOM);
        assertThat(standing.owner()).isEqualTo(OWNER);
        assertThat(told).containsExactly("claimed r-1 " + standing.epoch());
        timeline.advance(Duration.ofSeconds(8));
        assertThat(told).hasSize(1);
        timeline.advance(Duration.ofSeconds(6));
        assertThat(told)
                .as("another home that still stands three periods later")
                .containsExactly("claimed r-1 " + standing.epoch(), "lost r-2 -1");
        timeline.advance(Duration.ofMinutes(1));
        assertThat(told).hasSize(2);
        assertThat(shared.count("claim")).isBetween(5L, 6L);
        assertThat(seen().report().occupancy().rooms()).hasValue(2);
        assertThat(seen().report().occupancy().growth()).hasValue(0);
    }

    @Test
    void aRoomWithoutAClaimIsClaimedWhenTheStoreIsBack() {
        shared.goAway();
        rooms.hold(ROOM);
        started();
        timeline.advance(Duration.ofMinutes(1));
        assertThat(told).isEmpty();
        shared.comeBack();
        timeline.advance(Duration.ofSeconds(4));
        assertThat(told).singleElement().asString().startsWith("claimed r-1 ");
    }

    @Test
    void aStoreThatIsAwayLosesNobodyAndIsTriedAgainSoon() {
        rooms.hold(ROOM, claim(OWNER, ROOM).epoch());
        ReportLoop loop = started();
        shared.goAway();
        timeline.advance(Duration.ofMinutes(10));
        assertThat(told).isEmpty();
        assertThat(loop.status().failures()).isGreaterThan(100);
        assertThat(loop.status().trouble().orElseThrow())
                .contains("the report of instance i1 of service battle: whether it was done is not known");
        shared.comeBack();
        timeline.advance(Duration.ofSeconds(3));
        assertThat(loop.status().failures()).isZero();
        assertThat(seen().report().state()).isEqualTo(InstanceState.UP);
        assertThat(shared.rooms
                        .find(named(ROOM), shared.now())
                        .toCompletableFuture()
                        .join())
                .as("the claim that had ended stands again")
                .isNotNull();
    }

    @Test
    void roomsAreRenewedThoughReportsAreNotTaken() {
        rooms.hold(ROOM, claim(OWNER, ROOM).epoch());
        shared.away.add("put");
        ReportLoop loop = started();
        timeline.advance(Duration.ofMinutes(10));
        assertThat(shared.rooms
                        .find(named(ROOM), shared.now())
                        .toCompletableFuture()
                        .join())
                .isNotNull();
        assertThat(loop.status().failures()).isPositive();
        assertThat(shared.count("renew")).as("and not with each try").isLessThan(30);
    }

    @Test
    void aStoreThatIsSilentEndsEachReportWithinItsBudget() {
        shared.silent.addAll(List.of("put", "drains"));
        ReportLoop loop = started();
        timeline.advance(Duration.ofMillis(500));
        assertThat(loop.status().failures()).isOne();
        assertThat(loop.status().trouble().orElseThrow()).contains("no answer within 500ms");
    }

    @Test
    void aProcessThatStartedEarlierAndOneThatHasLeftReportNoLonger() {
        rooms.hold(ROOM, 3);
        started();
        timeline.advance(Duration.ofSeconds(1));
        shared.reports.leave(SharedStores.BATTLE, OWNER, shared.now());
        timeline.advance(Duration.ofSeconds(4));
        assertThat(told).containsExactly("lost r-1 3", "ended incarnation-ended");
        long reports = shared.count("put");
        timeline.advance(Duration.ofMinutes(1));
        assertThat(shared.count("put")).isEqualTo(reports);
    }

    @Test
    void anotherProcessWithTheIdThatStartedLaterEndsThisOne() {
        started();
        timeline.advance(Duration.ofMinutes(15));
        shared.timeline.settle();
        shared.reports.put(
                SharedStores.BATTLE,
                self.instance(),
                LoadReport.fresh(new Incarnation("def"), 1, seen().report().metrics()),
                shared.now());
        timeline.advance(Duration.ofSeconds(4));
        assertThat(told).containsExactly("ended incarnation-conflict");
    }

    @Test
    void anOrderToDrainIsHeardAndAnOverdueOneTakesNoRoomUntilItsClaimMoves() {
        Claim first = claim(OWNER, ROOM);
        rooms.hold(ROOM, first.epoch());
        ReportLoop loop = started();
        shared.drains.order(
                SharedStores.BATTLE, OWNER, new Drain.Wish(Duration.ofSeconds(1), Drain.Then.MOVE), shared.now());
        timeline.advance(Duration.ofMinutes(2));
        assertThat(told).containsExactly("drain");
        assertThat(loop.status().state()).isEqualTo(InstanceState.DRAINING);
        shared.rooms.claim(named(ROOM), new ClaimWish(SharedStores.owner("i2", "a"), OWNER), shared.now());
        timeline.advance(Duration.ofSeconds(28));
        assertThat(told).containsExactly("drain", "lost r-1 " + first.epoch());
    }

    @Test
    void anOrderForTheProcessBeforeIsNotForThisOne() {
        shared.drains.order(SharedStores.BATTLE, SharedStores.owner("i1", "aa"), Drain.Wish.usual(), shared.now());
        started();
        timeline.advance(Duration.ofSeconds(10));
        assertThat(told).isEmpty();
    }

    @Test
    void theGoodbyeIsRepeatedUntilItIsKnownToHaveArrived() {
        ReportLoop loop = started();
        timeline.advance(Duration.ofSeconds(1));
        shared.away.add("leave");
        CompletableFuture<Void> left = loop.leave();
        timeline.advance(Duration.ofMillis(200));
        assertThat(left).isNotDone();
        shared.comeBack();
        timeline.advance(Duration.ofMillis(800));
        assertThat(left).isCompleted();
        assertThat(shared.count("leave")).isGreaterThan(1);
    }

    @Test
    void theEndOfARoomIsThatOfItsOwnClaim() {
        Claim first = claim(OWNER, ROOM);
        assertThat(line.release(ROOM, first.epoch() - 1, Duration.ofSeconds(1))).isNotDone();
        timeline.settle();
        CompletableFuture<ReleaseAnswer> ended = line.release(ROOM, first.epoch(), Duration.ofSeconds(1));
        timeline.settle();
        assertThat(ended.join()).isEqualTo(ReleaseAnswer.DONE);
        CompletableFuture<ReleaseAnswer> again = line.release(ROOM, first.epoch(), Duration.ofSeconds(1));
        timeline.settle();
        assertThat(again.join()).isEqualTo(ReleaseAnswer.LIVES_NOWHERE);
    }
}
