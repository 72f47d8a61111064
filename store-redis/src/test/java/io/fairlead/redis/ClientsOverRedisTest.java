package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.client.Allocator;
import io.fairlead.client.InstanceListener;
import io.fairlead.client.InstanceLoad;
import io.fairlead.client.InstanceSettings;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.Place;
import io.fairlead.client.StoreClient;
import io.fairlead.placement.Claim;
import io.fairlead.placement.InstanceState;
import io.fairlead.store.Drain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs that place rooms and report instances over one Redis, without a manager. Each has a connection of its own. */
@Execution(ExecutionMode.CONCURRENT)
class ClientsOverRedisTest {

    private static final boolean SOAK = Boolean.getBoolean("fairlead.soak");

    private final Opened opened = new Opened();
    private final RedisServer server = opened.add(RedisServer.start());
    private final List<Allocator> schedulers = new ArrayList<>();
    private final Map<String, LoadReporter> instances = new TreeMap<>();
    private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
    private final Map<RoomId, Long> claimed = new ConcurrentHashMap<>();
    private final RedisStore looker = opened.store(RedisSettings.at(RedisAddress.parse(server.url())));
    private int rooms;

    @BeforeEach
    void open() {
        for (String name : List.of("s1", "s2")) {
            schedulers.add(client(name).allocator(Stores.BATTLE));
        }
        for (String name : List.of("i1", "i2", "i3")) {
            instances.put(name, reporter(name));
        }
        for (LoadReporter instance : instances.values()) {
            Stores.answer(instance.registered());
        }
        // Each scheduler has looked once all three are there.
        for (Allocator scheduler : schedulers) {
            patiently().until(() -> {
                TreeSet<String> seen = new TreeSet<>();
                for (int i = 0; i < 30; i++) {
                    seen.add(Stores.answer(scheduler.allocate()).instance().id().value());
                }
                return seen.size() == 3;
            });
        }
    }

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }

    private StoreClient client(String scheduler) {
        RedisStore store = opened.store(RedisSettings.at(RedisAddress.parse(server.url()))
                .withScheduler(scheduler)
                .withBudget(Duration.ofSeconds(1)));
        return opened.add(StoreClient.over(store.reports(), store.rooms(), store.drains()));
    }

    private LoadReporter reporter(String name) {
        InstanceListener listener = new InstanceListener() {
            @Override
            public void roomLost(RoomId room, long epoch) {
                lost.add(name + " " + room);
            }

            @Override
            public void roomClaimed(RoomId room, long epoch) {
                claimed.put(room, epoch);
            }
        };
        return client("on-" + name)
                .reporter(
                        InstanceSettings.of(Stores.BATTLE, new InstanceId(name), "ws://" + name + ":1"),
                        () -> InstanceLoad.unknown().withCpu(40).withMemory(40).withCapacity(4),
                        listener);
    }

    /** Places a room and tells its instance, as a program does. */
    private Place begin(int scheduler) throws Exception {
        RoomId room = new RoomId("r-" + rooms++);
        // A failed placement throws here.
        Place place =
                schedulers.get(scheduler).allocate(room).toCompletableFuture().get(20, TimeUnit.SECONDS);
        LoadReporter instance = instance(place.instance().id().value());
        assertThat(place.owner()).isEqualTo(instance.owner());
        if (place.claim().isPresent()) {
            instance.hold(room, place.claim().get());
        } else {
            instance.hold(room);
        }
        return place;
    }

    private LoadReporter instance(String name) {
        return Objects.requireNonNull(instances.get(name));
    }

    private Claim standing(RoomId room) {
        Claim claim = Stores.answer(looker.rooms().find(Stores.room(room.value()), Stores.IGNORED));
        return Objects.requireNonNull(claim, "no claim of " + room);
    }

    @Test
    void bothSchedulersGiveOneAnswerForEachRoomAndEveryInstanceGetsSome() throws Exception {
        TreeSet<String> used = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            Place place = begin(i % 2);
            Place other = Stores.answer(
                    schedulers.get(1 - i % 2).allocate(place.room().orElseThrow()));
            assertThat(other.claim()).isPresent().isEqualTo(place.claim());
            used.add(place.instance().id().value());
        }
        assertThat(used).containsExactly("i1", "i2", "i3");
        assertThat(lost).isEmpty();
    }

    @Test
    void anInstanceThatIsOrderedToDrainHearsItGetsNothingNewAndItsRoomsMoveWhenItsTimeIsOver() throws Exception {
        Place place = begin(0);
        String drained = place.instance().id().value();
        LoadReporter instance = instance(drained);
        Stores.answer(looker.drains()
                .order(
                        Stores.BATTLE,
                        place.owner(),
                        new Drain.Wish(Duration.ofSeconds(5), Drain.Then.MOVE),
                        Stores.IGNORED));
        patiently().until(() -> instance.status().state() == InstanceState.DRAINING);
        for (int i = 0; i < 40; i++) {
            assertThat(begin(i % 2).instance().id().value()).isNotEqualTo(drained);
        }
        patiently()
                .until(() -> !Stores.answer(
                                schedulers.get(1).allocate(place.room().orElseThrow()))
                        .owner()
                        .equals(place.owner()));
        patiently().until(() -> lost.contains(drained + " " + place.room().orElseThrow()));
    }

    @Test
    void aRedisThatStandsStillForSomeSecondsCostsNoPlacementAndNoRoom() throws Exception {
        Place before = begin(0);
        server.freeze();
        List<Place> during;
        try {
            during = beginFor(SOAK ? Duration.ofMinutes(1) : Duration.ofSeconds(4));
        } finally {
            server.thaw();
        }
        afterwards(before, during);
    }

    @Test
    void aRedisThatIsKilledAndComesBackEmptyCostsNoPlacementAndNoRoom() throws Exception {
        Place before = begin(0);
        server.kill();
        List<Place> during = beginFor(SOAK ? Duration.ofMinutes(1) : Duration.ofSeconds(3));
        server.startAgain();
        afterwards(before, during);
    }

    @Test
    void aLivingRoomThatIsAskedForAfterRedisHasLostEverythingKeepsItsHome() throws Exception {
        List<Place> living = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            living.add(begin(0));
        }
        // The other scheduler has never heard of them.
        Allocator other = schedulers.get(1);
        server.cli("FLUSHALL");
        patiently().until(() -> Stores.answer(other.allocate()).basis().equals("STALE"));
        List<String> elsewhere = new ArrayList<>();
        for (Place place : living) {
            RoomId room = place.room().orElseThrow();
            Place again = Stores.answer(other.allocate(room));
            if (!again.owner().equals(place.owner())) {
                instance(again.instance().id().value()).hold(room);
                elsewhere.add(again.instance().id() + " " + room);
            }
        }
        patiently().ignoreExceptions().untilAsserted(() -> {
            for (Place place : living) {
                assertThat(standing(place.room().orElseThrow()))
                        .isEqualTo(place.claim().orElseThrow());
            }
            assertThat(lost).containsExactlyInAnyOrderElementsOf(elsewhere);
        });
    }

    /** For longer than claims last, so that only renewals keep the rooms of the beginning. */
    @Test
    void sevenMinutesOfFaultsCostNoPlacementAndNoRoom() throws Exception {
        Assumptions.assumeTrue(SOAK, "seven minutes: ./fairlead test --soak");
        Place before = begin(0);
        List<Place> all = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(7);
        while (System.nanoTime() - end < 0) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    server.freeze();
                    all.addAll(beginFor(Duration.ofSeconds(random.nextInt(2, 13))));
                    server.thaw();
                }
                case 1 -> {
                    server.kill();
                    all.addAll(beginFor(Duration.ofSeconds(random.nextInt(1, 10))));
                    server.startAgain();
                }
                case 2 -> server.cli("FLUSHALL");
                case 3 -> server.cli("SCRIPT", "FLUSH");
                default -> server.cli("CLIENT", "KILL", "TYPE", "normal");
            }
            all.addAll(beginFor(Duration.ofSeconds(random.nextInt(2, 20))));
        }
        patiently().until(() -> looker.trouble().isEmpty());
        // A renewal is due each 30 s, and brings back what was lost.
        patiently().untilAsserted(() -> {
            for (Place place : all) {
                assertThat(standing(place.room().orElseThrow()).owner()).isEqualTo(place.owner());
            }
        });
        assertThat(standing(before.room().orElseThrow()).owner()).isEqualTo(before.owner());
        assertThat(lost).isEmpty();
    }

    /** Begins rooms for a time, through both schedulers by turns. */
    private List<Place> beginFor(Duration time) {
        List<Place> begun = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        await().atMost(time.plusSeconds(60)).pollInterval(Duration.ofMillis(20)).until(() -> {
            begun.add(begin(begun.size() % 2));
            return System.nanoTime() - end >= 0;
        });
        return begun;
    }

    /** Every room that began meanwhile has the instance that it got, and all is as it was. */
    private void afterwards(Place before, List<Place> during) throws Exception {
        List<RoomId> unclaimed = new ArrayList<>();
        during.stream()
                .filter(place -> place.claim().isEmpty())
                .forEach(place -> unclaimed.add(place.room().orElseThrow()));
        patiently().until(() -> looker.trouble().isEmpty());
        assertThat(unclaimed).as("rooms that were placed without the store").isNotEmpty();
        patiently().untilAsserted(() -> assertThat(claimed.keySet()).containsAll(unclaimed));
        for (Place place : during) {
            assertThat(standing(place.room().orElseThrow()).owner()).isEqualTo(place.owner());
        }
        patiently()
                .untilAsserted(
                        () -> assertThat(standing(before.room().orElseThrow()).owner())
                                .isEqualTo(before.owner()));
        assertThat(lost).isEmpty();
        // By both schedulers, by the loads, and with a claim.
        patiently()
                .until(() ->
                        begin(0).basis().equals("WEIGHTED") && begin(1).basis().equals("WEIGHTED"));
        assertThat(instances.values())
                .allSatisfy(instance -> assertThat(instance.status().failures()).isZero());
    }
}
