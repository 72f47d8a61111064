package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Schedulers that share their stores, as several programs do. */
class SchedulerTest {

    private static final ServiceId BATTLE = new ServiceId("battle");

    private final InMemoryReportStore reports = new InMemoryReportStore();
    private final Rooms rooms = new Rooms();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private List<Drain> drains = List.of();
    private boolean away;
    private boolean unreadable;
    private long sequence;

    /** Rooms in a store that can be away, and counts how often it is asked. */
    private final class Rooms implements AffinityStore {

        private final InMemoryAffinityStore store = new InMemoryAffinityStore();
        private int claims;
        private @Nullable Duration sinceLoss;

        /** What a store that stood still carries out when it goes on: the first calls, while later ones were lost. */
        private final List<Runnable> late = new ArrayList<>();

        private <T> CompletionStage<T> answer(CompletionStage<T> answer) {
            return away ? CompletableFuture.failedFuture(new OutcomeUnknownException("away")) : answer;
        }

        @Override
        public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant time) {
            claims++;
            if (away && wish.from() == null) {
                late.add(() -> store.claim(room, wish, time));
            }
            return away
                    ? CompletableFuture.failedFuture(
                            new CompletionException(new CompletionException(new OutcomeUnknownException("away"))))
                    : store.claim(room, wish, time);
        }

        @Override
        public CompletionStage<Renewed> renew(Room room, Claim held, Instant time) {
            return answer(store.renew(room, held, time));
        }

        @Override
        public CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant time) {
            return answer(store.release(room, held, time));
        }

        @Override
        public CompletionStage<@Nullable Claim> find(Room room, Instant time) {
            return unreadable
                    ? CompletableFuture.failedFuture(new OutcomeUnknownException("away"))
                    : store.find(room, time);
        }

        @Override
        public @Nullable Duration sinceLoss() {
            return sinceLoss;
        }
    }

    /** The reports of a store that can be away. */
    private final ReportStore seen = new ReportStore() {
        @Override
        public CompletionStage<ReportAnswer> put(
                ServiceId service, Instance instance, LoadReport report, Instant time) {
            return reports.put(service, instance, report, time);
        }

        @Override
        public CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant time) {
            return reports.leave(service, process, time);
        }

        @Override
        public CompletionStage<ServiceView> view(ServiceId service, Instant time) {
            return away
                    ? CompletableFuture.failedFuture(new OutcomeUnknownException("away"))
                    : reports.view(service, time);
        }

        @Override
        public CompletionStage<List<ServiceId>> services(Instant time) {
            return reports.services(time);
        }
    };

    private Scheduler scheduler(long seed) {
        return new Scheduler(
                BATTLE,
                PlacementSettings.standard(),
                new Scheduler.Tools(
                        this::read,
                        rooms,
                        new KnownClaims(100),
                        Runnable::run,
                        () -> now,
                        new SplittableRandom(seed)::nextLong));
    }

    private CompletionStage<DrainedView> read() {
        return seen.view(BATTLE, now).thenApply(view -> DrainedView.of(view, drains));
    }

    private void report(String instance, String run, double cpu) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, 10.0);
        LoadReport load = LoadReport.fresh(new Incarnation(run), ++sequence, new Metrics(metrics));
        Answers.of(reports.put(
                BATTLE,
                new Instance(new InstanceId(instance), new NodeId(instance), "ws://" + instance + ":9000"),
                load,
                now));
    }

    private static PlacementRequest room(String id) {
        return PlacementRequest.plain().with(new RoomId(id));
    }

    private static String instance(Scheduler.Home home) {
        return Objects.requireNonNull(home.placement().chosen()).id().value();
    }

    private static Claimed claimed(Scheduler.Home home) {
        return Objects.requireNonNull(home.claimed());
    }

    private static Scheduler.Home place(Scheduler scheduler, PlacementRequest request) {
        return Answers.of(scheduler.place(request, null));
    }

    @Test
    void schedulersThatDrawDifferentlyAnswerAlikeForARoomAndOneCallEachIsEnough() {
        report("i1", "a1", 20);
        report("i2", "a1", 20);
        report("i3", "a1", 20);
        List<Scheduler> many = new ArrayList<>();
        for (long seed = 0; seed < 16; seed++) {
            Scheduler scheduler = scheduler(seed);
            Answers.of(scheduler.look());
            many.add(scheduler);
        }
        for (int room = 0; room < 200; room++) {
            TreeSet<String> answers = new TreeSet<>();
            for (Scheduler scheduler : many) {
                Scheduler.Home home = place(scheduler, room("r" + room));
                answers.add(instance(home) + " " + claimed(home).claim());
            }
            assertThat(answers).hasSize(1);
        }
        int before = rooms.claims;
        assertThat(claimed(place(many.get(0), room("new"))).origin()).isEqualTo(Origin.CREATED);
        assertThat(rooms.claims).isEqualTo(before + 1);
    }

    @Test
    void aConnectionThatNobodyWillLookForCostsNoCallAndCountsAsOnItsWay() {
        report("i1", "a1", 20);
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        Scheduler.Home home = place(scheduler, PlacementRequest.plain());
        assertThat(home.claimed()).isNull();
        assertThat(rooms.claims).isZero();
        assertThat(scheduler.state().inFlight().rooms(owner("i1", "a1"))).isEqualTo(1);
    }

    private static Owner owner(String instance, String run) {
        return new Owner(new InstanceId(instance), new Incarnation(run));
    }

    /** The scheduler that has looked later knows an instance that the other one does not. */
    @Test
    void aRoomIsNotMovedFromAnInstanceThatHasComeSinceTheLastLook() {
        report("i1", "a1", 90);
        Scheduler first = scheduler(1);
        Scheduler second = scheduler(2);
        Answers.of(first.look());
        now = now.plusMillis(100);
        report("i2", "a1", 5);
        Answers.of(second.look());
        Scheduler.Home home = place(second, room("r"));
        assertThat(instance(home)).isEqualTo("i2");
        Scheduler.Home other = place(first, room("r"));
        assertThat(claimed(other).claim()).isEqualTo(claimed(home).claim());
        assertThat(claimed(other).origin()).isEqualTo(Origin.KEPT);
        assertThat(other.placement().basis()).isEqualTo(Basis.AFFINITY);
    }

    @Test
    void aRoomOfAProcessThatWasStartedAgainMovesOnceAndAllGetTheSameAnswer() {
        report("i1", "a1", 20);
        Scheduler first = scheduler(1);
        Answers.of(first.look());
        Claim before = claimed(place(first, room("r"))).claim();
        now = now.plusSeconds(1);
        report("i1", "b2", 90);
        report("i2", "a1", 20);
        Scheduler second = scheduler(2);
        Answers.of(second.look());
        Answers.of(first.look());
        Claimed moved = claimed(place(first, room("r")));
        assertThat(moved.origin()).isEqualTo(Origin.MOVED);
        assertThat(moved.claim().epoch()).isGreaterThan(before.epoch());
        assertThat(claimed(place(second, room("r"))).claim()).isEqualTo(moved.claim());
    }

    @Test
    void whileTheStoreIsAwayEveryRoomHasAPlaceTheSameFromEverySchedulerAndNoClaim() {
        for (int i = 1; i <= 5; i++) {
            report("i" + i, "a1", 10 * i);
        }
        Scheduler first = scheduler(1);
        Scheduler second = scheduler(2);
        Answers.of(first.look());
        Answers.of(second.look());
        away = true;
        now = now.plusSeconds(60);
        Answers.of(first.look());
        TreeSet<String> used = new TreeSet<>();
        for (int room = 0; room < 300; room++) {
            Scheduler.Home home = place(first, room("r" + room));
            assertThat(home.claimed()).isNull();
            // The second has not looked since: it was stopped itself, and its claim comes to nothing.
            assertThat(instance(place(second, room("r" + room)))).isEqualTo(instance(home));
            used.add(instance(home));
        }
        assertThat(used).hasSize(5);
        assertThat(place(first, PlacementRequest.plain()).placement().basis()).isEqualTo(Basis.STALE);
        away = false;
        report("i1", "a1", 10);
        Answers.of(first.look());
        assertThat(claimed(place(first, room("later"))).origin()).isEqualTo(Origin.CREATED);
    }

    /** Instances have not renewed their rooms yet, so one without a home may live somewhere. */
    @Test
    void whileTheStoreIsAwayARoomStaysWhereTheSchedulerWasLastTold() {
        for (int i = 1; i <= 5; i++) {
            report("i" + i, "a1", 20);
        }
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        List<String> before = new ArrayList<>();
        for (int room = 0; room < 20; room++) {
            before.add(instance(place(scheduler, room("r" + room))));
        }
        List<String> meanwhile = new ArrayList<>();
        List<String> byName = new ArrayList<>();
        Scheduler other = scheduler(2);
        Answers.of(other.look());
        away = true;
        unreadable = true;
        for (int room = 0; room < 20; room++) {
            meanwhile.add(instance(place(scheduler, room("r" + room))));
            byName.add(instance(place(other, room("r" + room))));
        }
        assertThat(meanwhile).isEqualTo(before);
        assertThat(byName).as("of a scheduler that was told nothing").isNotEqualTo(before);
    }

    @Test
    void afterALossARoomThatWasRenewedKeepsItsHomeAndAnyOtherIsPlacedAlikeByAllAndClaimedByNobody() {
        report("i1", "a1", 80);
        report("i2", "a1", 5);
        report("i3", "a1", 5);
        Scheduler first = scheduler(1);
        Scheduler second = scheduler(2);
        Answers.of(first.look());
        Answers.of(second.look());
        Claim renewed = new Claim(owner("i1", "a1"), 77);
        Answers.of(rooms.renew(new Room(BATTLE, new RoomId("living")), renewed, now));
        rooms.sinceLoss = Duration.ofSeconds(1);
        assertThat(claimed(place(second, room("living"))).claim()).isEqualTo(renewed);
        TreeSet<String> used = new TreeSet<>();
        for (int room = 0; room < 100; room++) {
            Scheduler.Home home = place(first, room("r" + room));
            assertThat(home.claimed()).isNull();
            assertThat(home.placement().basis()).isEqualTo(Basis.STALE);
            assertThat(instance(place(second, room("r" + room)))).isEqualTo(instance(home));
            assertThat(Answers.of(rooms.find(new Room(BATTLE, new RoomId("r" + room)), now)))
                    .isNull();
            used.add(instance(home));
        }
        assertThat(used).hasSizeGreaterThan(1);
        assertThat(place(first, PlacementRequest.plain()).placement().basis()).isEqualTo(Basis.WEIGHTED);
        rooms.sinceLoss = RoomClaims.RENEWED_AFTER;
        assertThat(claimed(place(first, room("r0"))).origin()).isEqualTo(Origin.CREATED);
    }

    /** Many share a look, but not one from before the store may have lost what was in it. */
    @Test
    void aGlanceLooksAgainWhereTheStoreMayHaveLostWhatWasInItAfterTheLastLook() {
        report("i1", "a1", 20);
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        report("i2", "a1", 20);
        now = now.plusMillis(100);
        assertThat(Answers.of(scheduler.glance(Duration.ofMillis(250))).candidates())
                .hasSize(1);
        rooms.sinceLoss = Duration.ofMillis(50);
        assertThat(Answers.of(scheduler.glance(Duration.ofMillis(250))).candidates())
                .hasSize(2);
    }

    @Test
    void aClaimThatTheStoreCarriesOutLateIsMovedToWhereTheRoomWentMeanwhile() {
        for (int i = 1; i <= 4; i++) {
            report("i" + i, "a1", 20 * i);
        }
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        away = true;
        List<String> homes = new ArrayList<>();
        for (int room = 0; room < 300; room++) {
            homes.add(instance(place(scheduler, room("r" + room))));
        }
        away = false;
        rooms.late.forEach(Runnable::run);
        int late = 0;
        for (int room = 0; room < 300; room++) {
            late += home(room).equals(homes.get(room)) ? 0 : 1;
        }
        assertThat(late).as("rooms that another process has a claim of").isGreaterThan(50);
        Answers.of(scheduler.look());
        for (int room = 0; room < 300; room++) {
            assertThat(home(room)).isEqualTo(homes.get(room));
        }
    }

    /** Whom the call proposed by chance, there the room lived before: it was nobody's to move. */
    @Test
    void aRoomThatLivesWhereAnUnansweredCallWouldHavePutItStays() {
        for (int i = 1; i <= 4; i++) {
            report("i" + i, "a1", 20 * i);
        }
        List<Claim> claims = new ArrayList<>();
        Scheduler before = scheduler(7);
        Answers.of(before.look());
        for (int room = 0; room < 300; room++) {
            claims.add(claimed(place(before, room("r" + room))).claim());
        }
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        away = true;
        for (int room = 0; room < 300; room++) {
            place(scheduler, room("r" + room));
            place(scheduler, room("r" + room));
        }
        away = false;
        rooms.late.forEach(Runnable::run);
        Answers.of(scheduler.look());
        for (int room = 0; room < 300; room++) {
            assertThat(Answers.of(rooms.find(new Room(BATTLE, new RoomId("r" + room)), now)))
                    .isEqualTo(claims.get(room));
        }
    }

    /** Several callers asked for it, and each call proposed somebody else. */
    @Test
    void aRoomThatWasAskedForTwiceMeanwhileGoesWhereAllWereTold() {
        for (int i = 1; i <= 4; i++) {
            report("i" + i, "a1", 20 * i);
        }
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        away = true;
        List<String> homes = new ArrayList<>();
        for (int room = 0; room < 300; room++) {
            homes.add(instance(place(scheduler, room("r" + room))));
            assertThat(instance(place(scheduler, room("r" + room)))).isEqualTo(homes.get(room));
        }
        away = false;
        rooms.late.forEach(Runnable::run);
        Answers.of(scheduler.look());
        for (int room = 0; room < 300; room++) {
            assertThat(home(room)).isEqualTo(homes.get(room));
        }
    }

    @Test
    void whereTheStoreTakesNoClaimsButCanBeReadARoomKeepsItsHome() {
        report("i1", "a1", 80);
        report("i2", "a1", 5);
        Claim standing = new Claim(owner("i1", "a1"), 77);
        Answers.of(rooms.renew(new Room(BATTLE, new RoomId("r")), standing, now));
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        away = true;
        Scheduler.Home home = place(scheduler, room("r"));
        assertThat(claimed(home).claim()).isEqualTo(standing);
        assertThat(home.placement().basis()).isEqualTo(Basis.AFFINITY);
    }

    /** An order to drain, or somebody taken out. */
    @Test
    void whatItsOwnerHasChangedCountsAtOnceAndNobodyIsAnsweredByWhatIsOlderThanTwoLooks() {
        report("i1", "a1", 20);
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        report("i2", "a1", 20);
        Duration most = Duration.ofMillis(250);
        now = now.plusMillis(100);
        assertThat(Answers.of(scheduler.glance(most)).candidates()).hasSize(1);
        scheduler.changed();
        assertThat(Answers.of(scheduler.glance(most)).candidates()).hasSize(2);
        report("i3", "a1", 20);
        now = now.plusMillis(501);
        assertThat(Answers.of(scheduler.glance(most)).candidates()).hasSize(3);
    }

    private String home(int room) {
        return Objects.requireNonNull(Answers.of(rooms.find(new Room(BATTLE, new RoomId("r" + room)), now)))
                .owner()
                .instance()
                .value();
    }

    @Test
    void aSchedulerThatHasNeverSeenAnythingSaysThatThereIsNobody() {
        away = true;
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        Scheduler.Home home = place(scheduler, room("r"));
        assertThat(home.placement().basis()).isEqualTo(Basis.NO_INSTANCES);
        assertThat(rooms.claims).isZero();
    }

    @Test
    void aRoomThatLivesSomewhereElseCostsOneCallToo() {
        report("i1", "a1", 20);
        report("i2", "a1", 20);
        List<String> homes = new ArrayList<>();
        Scheduler first = scheduler(1);
        Scheduler second = scheduler(2);
        Answers.of(first.look());
        Answers.of(second.look());
        for (int room = 0; room < 50; room++) {
            homes.add(instance(place(first, room("r" + room))));
        }
        int before = rooms.claims;
        for (int room = 0; room < 50; room++) {
            Scheduler.Home home = place(second, room("r" + room));
            assertThat(instance(home)).isEqualTo(homes.get(room));
            assertThat(home.placement().basis()).isEqualTo(Basis.AFFINITY);
        }
        assertThat(rooms.claims).isEqualTo(before + 50);
    }

    @Test
    void roomsOfADrainThatIsOverdueMoveAndTheOthersStay() {
        report("i1", "a1", 20);
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        Claim before = claimed(place(scheduler, room("r"))).claim();
        report("i2", "a1", 20);
        drains = List.of(new Drain(
                owner("i1", "a1"), Duration.ofSeconds(9), new Drain.Wish(Duration.ofSeconds(10), Drain.Then.MOVE)));
        Answers.of(scheduler.look());
        assertThat(claimed(place(scheduler, room("r"))).claim()).isEqualTo(before);
        assertThat(instance(place(scheduler, room("new")))).isEqualTo("i2");
        drains = List.of(new Drain(
                owner("i1", "a1"), Duration.ofSeconds(10), new Drain.Wish(Duration.ofSeconds(10), Drain.Then.MOVE)));
        Answers.of(scheduler.look());
        Claimed moved = claimed(place(scheduler, room("r")));
        assertThat(moved.origin()).isEqualTo(Origin.MOVED);
        assertThat(moved.claim().owner()).isEqualTo(owner("i2", "a1"));
    }

    /** Nobody takes a new room then, and this one is none. */
    @Test
    void aRoomOfWhichNothingIsKnownIsFoundWhereAllDrainAndIsNotRefusedWhereAllAreFull() {
        report("i1", "a1", 20);
        Scheduler first = scheduler(1);
        Answers.of(first.look());
        Claim home = claimed(place(first, room("r"))).claim();
        drains = List.of(new Drain(owner("i1", "a1"), Duration.ZERO, Drain.Wish.usual()));
        Scheduler second = scheduler(2);
        Answers.of(second.look());
        assertThat(claimed(place(second, room("r"))).claim()).isEqualTo(home);
        assertThat(place(second, room("new")).placement().basis()).isEqualTo(Basis.NO_INSTANCES);
        drains = List.of();
        now = now.plusSeconds(3);
        report("i1", "a1", 99);
        Scheduler third = scheduler(3);
        third.settings(PlacementSettings.standard().withAdmission(true));
        Answers.of(third.look());
        assertThat(claimed(place(third, room("r"))).claim()).isEqualTo(home);
        assertThat(place(third, room("new")).placement().basis()).isEqualTo(Basis.REFUSED);
    }

    @Test
    void anOrderForAProcessThatWasStartedAgainIsNobodysOrder() {
        report("i1", "b2", 20);
        drains = List.of(new Drain(owner("i1", "a1"), Duration.ZERO, Drain.Wish.usual()));
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        assertThat(instance(place(scheduler, room("r")))).isEqualTo("i1");
    }

    @Test
    void aGlanceReadsOnlyWhenTheLastLookIsTooOldAndWaitsForNobodyWhoKnowsSomething() {
        report("i1", "a1", 20);
        Scheduler scheduler = scheduler(1);
        assertThat(Answers.of(scheduler.glance(Duration.ofMillis(250))).candidates())
                .hasSize(1);
        report("i2", "a1", 20);
        now = now.plusMillis(250);
        assertThat(Answers.of(scheduler.glance(Duration.ofMillis(250))).candidates())
                .hasSize(1);
        now = now.plusMillis(1);
        Answers.of(scheduler.glance(Duration.ofMillis(250)));
        assertThat(scheduler.view().candidates()).hasSize(2);
    }

    @Test
    void aProcessThatSomebodyCouldNotReachGetsNothingNewUntilItReports() {
        report("i1", "a1", 5);
        report("i2", "a1", 80);
        Scheduler scheduler = scheduler(1);
        Answers.of(scheduler.look());
        Owner gone = owner("i1", "a1");
        Scheduler.Home home =
                place(scheduler, PlacementRequest.afterFailedConnect(gone).with(new RoomId("r")));
        assertThat(instance(home)).isEqualTo("i2");
        for (int i = 0; i < 20; i++) {
            assertThat(instance(place(scheduler, room("s" + i)))).isEqualTo("i2");
        }
        now = now.plus(Duration.ofSeconds(3));
        report("i1", "a1", 5);
        Answers.of(scheduler.look());
        TreeSet<String> used = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            used.add(instance(place(scheduler, room("t" + i))));
        }
        assertThat(used).contains("i1");
    }
}
