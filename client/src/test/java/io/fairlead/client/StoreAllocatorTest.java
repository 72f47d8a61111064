package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Check;
import io.fairlead.RoomId;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.Drain;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** How a program places rooms by itself, on a hand-moved time line. */
final class StoreAllocatorTest {

    private static final RoomId ROOM = new RoomId("r-1");
    private static final Duration BUDGET = Duration.ofSeconds(1);

    private final SharedStores shared = new SharedStores();
    private final HandTimeline timeline = shared.timeline;
    private final StoreCalls calls = new StoreCalls(timeline, Runnable::run);
    private StoreSettings settings = StoreSettings.standard().withBudget(BUDGET);

    private Allocator allocator(long seed) {
        StoreClient.Stores stores = shared.stores();
        StoreDesk desk = new StoreDesk(
                SharedStores.BATTLE,
                new StoreDesk.Tools(
                        new StoreView(SharedStores.BATTLE, stores, calls, settings.of(SharedStores.BATTLE)),
                        stores.rooms(),
                        stores.clock(),
                        calls,
                        new StoreDesk.Pace(settings.budget(), settings.lookEvery()),
                        new SplittableRandom(seed)::nextLong));
        return new StoreAllocator(
                desk, new StoreRooms(SharedStores.BATTLE, stores.rooms(), stores.clock()), calls, settings.budget());
    }

    private <T> CompletableFuture<T> settled(CompletionStage<T> call) {
        timeline.settle();
        return call.toCompletableFuture();
    }

    private Place placed(Allocator allocator, RoomId room) {
        CompletableFuture<Place> call = settled(allocator.allocate(room));
        assertThat(call).isCompleted();
        return call.join();
    }

    private static CallException failure(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        return (CallException)
                Objects.requireNonNull(call.handle((value, thrown) -> thrown).join());
    }

    private void reportTwo() {
        shared.report("i1", "a", 40);
        shared.report("i2", "a", 40);
    }

    @Test
    void theLastPlacementsAreKeptWithTheirChecksAndThoseThatFoundNoPlaceToo() {
        Allocator allocator = allocator(1);
        failure(settled(allocator.allocate()));
        reportTwo();
        shared.live(Duration.ofSeconds(1), "i1", "i2");
        Place place = placed(allocator, ROOM);
        List<Explanation> kept = settled(allocator.explanations()).join();
        assertThat(kept).hasSize(2);
        assertThat(kept.get(0).placement().basis()).isEqualTo(Basis.NO_INSTANCES);
        Explanation last = kept.get(1);
        assertThat(last.number()).isEqualTo(place.number());
        assertThat(last.wish().room()).contains(ROOM);
        assertThat(last.placement().words()).isEqualTo(place.words());
        assertThat(last.placement().checks())
                .extracting(Check::words)
                .contains("i1: age of the sample 1 s, wanted below 9 s - passed");
        assertThat(last.placement().offers()).hasSize(2);
        for (int i = 0; i < 3 * Explanations.MOST; i++) {
            placed(allocator, ROOM);
        }
        assertThat(settled(allocator.explanations()).join()).hasSize(Explanations.MOST);
    }

    @Test
    void aRoomCostsOneCallAndNoneWhileItWasToldWithinItsRenewalPeriod() {
        reportTwo();
        Allocator allocator = allocator(1);
        Place first = placed(allocator, ROOM);
        assertThat(first.basis()).isEqualTo("WEIGHTED");
        assertThat(first.claim().orElseThrow().owner()).isEqualTo(first.owner());
        shared.live(Duration.ofSeconds(29), "i1", "i2");
        Place again = placed(allocator, ROOM);
        assertThat(again.basis()).isEqualTo("AFFINITY");
        assertThat(again.claim()).isEqualTo(first.claim());
        assertThat(again.words()).isEqualTo(first.instance().id() + ": the room lives there already");
        assertThat(shared.count("claim")).isOne();
        shared.live(Duration.ofSeconds(1), "i1", "i2");
        assertThat(placed(allocator, ROOM).claim()).isEqualTo(first.claim());
        assertThat(shared.count("claim")).isEqualTo(2);
    }

    @Test
    void twoProgramsGiveOneAnswerForEachRoom() {
        reportTwo();
        Allocator one = allocator(1);
        Allocator two = allocator(2);
        TreeSet<String> instances = new TreeSet<>();
        for (int i = 0; i < 50; i++) {
            RoomId room = new RoomId("r-" + i);
            Place place = placed(i % 2 == 0 ? one : two, room);
            assertThat(placed(i % 2 == 0 ? two : one, room).claim()).isEqualTo(place.claim());
            instances.add(place.instance().id().value());
        }
        assertThat(instances).containsExactly("i1", "i2");
    }

    @Test
    void theFirstCallWaitsForTheFirstLookAndLooksGoOnEachHalfSecond() {
        reportTwo();
        shared.away.add("view");
        CompletableFuture<Place> call = settled(allocator(1).allocate(ROOM));
        assertThat(call).isNotDone();
        shared.comeBack();
        timeline.advance(Duration.ofMillis(500));
        assertThat(call).isCompleted();
        shared.asked.clear();
        timeline.advance(Duration.ofSeconds(10));
        assertThat(shared.count("view")).isEqualTo(20);
    }

    @Test
    void whereNothingWasEverKnownTheCallEndsWithinItsBudgetAndSaysSo() {
        shared.silent.add("view");
        CompletableFuture<Place> call = settled(allocator(1).allocate(ROOM));
        timeline.advance(BUDGET);
        CallException why = failure(call);
        assertThat(why.code()).isEqualTo("no-instances");
        assertThat(why.status()).isEmpty();
        assertThat(why)
                .hasMessage("the place of room r-1 of service battle: the store has not answered yet, so no instance is"
                        + " known (no-instances)");
    }

    @Test
    void aStoreThatIsAwayCostsTheClaimAndNotThePlaceWhichIsTheSameEverywhere() {
        reportTwo();
        Allocator one = allocator(1);
        Allocator two = allocator(2);
        Place known = placed(one, ROOM);
        placed(two, new RoomId("other"));
        shared.goAway();
        timeline.advance(Duration.ofMinutes(1));
        TreeSet<String> instances = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            RoomId room = new RoomId("new-" + i);
            Place place = placed(one, room);
            assertThat(place.basis()).isEqualTo("STALE");
            assertThat(place.claim()).isEmpty();
            assertThat(placed(two, room).owner()).isEqualTo(place.owner());
            instances.add(place.instance().id().value());
        }
        assertThat(instances).containsExactly("i1", "i2");
        Place stays = placed(one, ROOM);
        assertThat(stays.owner()).as("where it was last known to live").isEqualTo(known.owner());
        assertThat(stays.basis()).isEqualTo("AFFINITY");
        assertThat(stays.claim()).isEmpty();
    }

    @Test
    void aStoreThatIsSilentCostsLessThanTheBudgetAndLessStillOnceThatIsKnown() {
        reportTwo();
        Allocator allocator = allocator(1);
        placed(allocator, new RoomId("other"));
        shared.silent.addAll(List.of("view", "drains", "claim"));
        CompletableFuture<Place> call = settled(allocator.allocate(ROOM));
        timeline.advance(Duration.ofMillis(749));
        assertThat(call).isNotDone();
        timeline.advance(Duration.ofMillis(1));
        assertThat(call.join().basis()).isEqualTo("STALE");
        timeline.advance(Duration.ofSeconds(3));
        CompletableFuture<Place> next = settled(allocator.allocate(new RoomId("r-2")));
        timeline.advance(Duration.ofMillis(250));
        assertThat(next.join().basis()).isEqualTo("STALE");
        shared.comeBack();
        timeline.advance(Duration.ofSeconds(2));
        reportTwo();
        timeline.advance(Duration.ofSeconds(1));
        assertThat(placed(allocator, new RoomId("r-3")).claim()).isPresent();
    }

    @Test
    void aClaimThatIsCarriedOutAfterTheRoomWasPlacedElsewhereIsMovedThere() {
        reportTwo();
        Allocator allocator = allocator(1);
        placed(allocator, new RoomId("other"));
        shared.silent.add("claim");
        for (int i = 0; i < 20; i++) {
            RoomId room = new RoomId("r-" + i);
            Room named = new Room(SharedStores.BATTLE, room);
            CompletableFuture<Place> call = settled(allocator.allocate(room));
            timeline.advance(Duration.ofMillis(750));
            Owner owner = call.join().owner();
            // A server that stood still reads all that waits for it, in the order in which it was sent.
            shared.carryOut();
            assertThat(shared.rooms
                            .find(named, shared.now())
                            .toCompletableFuture()
                            .join())
                    .satisfiesAnyOf(
                            none -> assertThat(none).isNull(),
                            claim -> assertThat(Objects.requireNonNull(claim).owner())
                                    .isEqualTo(owner));
            reportTwo();
        }
    }

    @Test
    void aMoveThatIsNotAnsweredIsAskedForAgainWithTheNextLookThatSees() {
        reportTwo();
        Allocator allocator = allocator(1);
        placed(allocator, new RoomId("other"));
        shared.silent.add("claim");
        Map<RoomId, CompletableFuture<Place>> calls = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) {
            RoomId room = new RoomId("r-" + i);
            calls.put(room, settled(allocator.allocate(room)));
        }
        // The claims wait in a server that stands still, and what would undo them gets lost.
        shared.silent.clear();
        shared.away.add("claim");
        timeline.advance(Duration.ofMillis(750));
        Set<String> told = new TreeSet<>();
        calls.forEach((room, call) -> told.add(room + " " + call.join().owner()));
        shared.carryOut();
        assertThat(homes(calls.keySet())).as("before they are asked for again").isNotEqualTo(told);
        shared.comeBack();
        timeline.advance(Duration.ofMillis(500));
        assertThat(homes(calls.keySet())).isEqualTo(told);
    }

    private Set<String> homes(Set<RoomId> rooms) {
        Set<String> homes = new TreeSet<>();
        for (RoomId room : rooms) {
            Claim claim = shared.rooms
                    .find(new Room(SharedStores.BATTLE, room), shared.now())
                    .toCompletableFuture()
                    .join();
            homes.add(room + " " + Objects.requireNonNull(claim).owner());
        }
        return homes;
    }

    @Test
    void aHomeThatWasToldCountsOnlyForTheSameProcessWhichTheCallerReaches() {
        shared.report("i1", "a", 40);
        Allocator allocator = allocator(1);
        Place first = placed(allocator, ROOM);
        shared.report("i1", "bb", 40);
        timeline.advance(Duration.ofSeconds(1));
        Place moved = placed(allocator, ROOM);
        assertThat(moved.owner()).isEqualTo(SharedStores.owner("i1", "bb"));
        assertThat(moved.claim().orElseThrow().epoch())
                .isGreaterThan(first.claim().orElseThrow().epoch());
        assertThat(shared.count("claim")).as("one call each").isEqualTo(2);
        shared.live(Duration.ofSeconds(12), "i2");
        CompletableFuture<Place> avoided =
                settled(allocator.allocate(PlaceWish.forRoom(ROOM).avoiding(moved.owner())));
        assertThat(avoided.join().instance().id().value()).isEqualTo("i2");
    }

    @Test
    void aRoomOfAnInstanceWhoseDrainIsOverdueMovesThoughItsHomeWasTold() {
        shared.report("i1", "a", 40);
        Allocator allocator = allocator(1);
        Place first = placed(allocator, ROOM);
        shared.report("i2", "a", 40);
        order(first.owner());
        timeline.advance(Duration.ofMillis(500));
        assertThat(placed(allocator, new RoomId("new")).instance().id().value()).isEqualTo("i2");
        assertThat(placed(allocator, ROOM).owner()).isEqualTo(first.owner());
        shared.away.add("drains");
        shared.live(Duration.ofSeconds(2), "i1", "i2");
        assertThat(placed(allocator, ROOM).instance().id().value())
                .as("orders that cannot be read stand on, and their time goes by")
                .isEqualTo("i2");
    }

    private void order(Owner process) {
        shared.drains.order(
                SharedStores.BATTLE, process, new Drain.Wish(Duration.ofSeconds(2), Drain.Then.MOVE), shared.now());
    }

    @Test
    void refusalsAreThoseOfAManager() {
        settings = settings.with(PlacementSettings.standard().withAdmission(true));
        shared.report("i1", "a", 99);
        Allocator allocator = allocator(1);
        CallException full = failure(settled(allocator.allocate(ROOM)));
        assertThat(full.code()).isEqualTo("no-room");
        assertThat(full.retryAfter()).isPresent();
        shared.reports.leave(SharedStores.BATTLE, SharedStores.owner("i1", "a"), shared.now());
        timeline.advance(Duration.ofMillis(500));
        assertThat(failure(settled(allocator.allocate(ROOM))))
                .hasMessageContaining("none has reported, or all have left (no-instances)");
    }

    @Test
    void aRoomEndsByItsEpochAndAnUnknownEndIsSaidToBeOne() {
        shared.report("i1", "a", 40);
        Allocator allocator = allocator(1);
        long epoch = placed(allocator, ROOM).claim().orElseThrow().epoch();
        assertThat(settled(allocator.release(ROOM, epoch - 1)).join()).isEqualTo(ReleaseAnswer.NOT_HELD);
        shared.away.add("release");
        assertThat(failure(settled(allocator.release(ROOM, epoch))).code()).isEqualTo("store-away");
        shared.comeBack();
        assertThat(settled(allocator.release(ROOM, epoch)).join()).isEqualTo(ReleaseAnswer.DONE);
        assertThat(settled(allocator.release(ROOM)).join()).isEqualTo(ReleaseAnswer.LIVES_NOWHERE);
        assertThat(placed(allocator, ROOM).claim().orElseThrow().epoch())
                .as("an ended home is not answered from memory")
                .isGreaterThan(epoch);
        shared.silent.add("find");
        CompletableFuture<ReleaseAnswer> hanging = settled(allocator.release(ROOM));
        timeline.advance(BUDGET);
        assertThat(failure(hanging).code()).isEqualTo("store-away");
        assertThat(calls.underWay()).isZero();
    }

    @Test
    void theHomeOfARoomIsTakenFromWhoeverClaimedItBefore() {
        reportTwo();
        Allocator allocator = allocator(1);
        placed(allocator, new RoomId("other"));
        shared.rooms.claim(
                new Room(SharedStores.BATTLE, ROOM), new ClaimWish(SharedStores.owner("i2", "a"), null), shared.now());
        shared.asked.clear();
        assertThat(placed(allocator, ROOM).owner()).isEqualTo(SharedStores.owner("i2", "a"));
        assertThat(shared.asked).containsExactly("claim");
    }

    /** Another program moved it, and this one still remembers where it lived before. */
    @Test
    void whereTheProcessDoesNotHaveTheRoomAnyMoreItIsLookedForAnew() {
        reportTwo();
        Allocator allocator = allocator(1);
        Place first = placed(allocator, ROOM);
        Owner other = first.owner().equals(SharedStores.owner("i1", "a"))
                ? SharedStores.owner("i2", "a")
                : SharedStores.owner("i1", "a");
        shared.rooms.claim(new Room(SharedStores.BATTLE, ROOM), new ClaimWish(other, first.owner()), shared.now());
        assertThat(placed(allocator, ROOM).owner()).isEqualTo(first.owner());
        CompletableFuture<Place> again =
                settled(allocator.allocate(PlaceWish.forRoom(ROOM).afterMove()));
        assertThat(again.join().owner()).isEqualTo(other);
        assertThat(placed(allocator, ROOM).owner()).isEqualTo(other);
    }

    @Test
    void closingEndsCallsThatAreUnderWay() {
        shared.silent.add("view");
        CompletableFuture<Place> call = settled(allocator(1).allocate(ROOM));
        calls.close();
        assertThat(failure(call).code()).isEqualTo("closed");
        assertThat(failure(calls.begin("late", open -> {})).code()).isEqualTo("closed");
    }
}
