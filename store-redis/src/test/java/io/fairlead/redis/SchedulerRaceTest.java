package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Claim;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ReleaseAnswer;
import io.fairlead.store.DrainedView;
import io.fairlead.store.KnownClaims;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sixteen schedulers, each with a connection of its own, ten thousand rooms, and servers that die in between. */
class SchedulerRaceTest {

    private static final int SCHEDULERS = 16;
    private static final int ROOMS = 10_000;

    /** Calls under way of one scheduler. */
    private static final int ABREAST = 24;

    private final Opened opened = new Opened();
    private final RedisServer server = opened.add(RedisServer.start());
    private final AtomicInteger sequence = new AtomicInteger();

    /** Each owner that was ever answered for a room under an epoch. */
    private final Map<String, Owner> answers = new ConcurrentHashMap<>();

    private final List<String> splits = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    /** One of the schedulers: its turns are taken by a thread of its own. */
    private final class Racer {
        private final RedisStore store;
        private final ExecutorService turns = opened.add(new Turns()).thread;
        private final Scheduler scheduler;
        private final List<RoomId> order = new ArrayList<>();

        Racer(int number) {
            store = opened.store(RedisSettings.at(RedisAddress.parse(server.url()))
                    .withScheduler("s" + number)
                    .withBudget(Duration.ofSeconds(30)));
            scheduler = new Scheduler(
                    Stores.BATTLE,
                    PlacementSettings.standard(),
                    new Scheduler.Tools(
                            () -> store.reports()
                                    .view(Stores.BATTLE, Stores.IGNORED)
                                    .thenApply(view -> DrainedView.of(view, List.of())),
                            store.rooms(),
                            new KnownClaims(1),
                            turns,
                            Instant::now,
                            new SplittableRandom(number)::nextLong));
            for (int room = 0; room < ROOMS; room++) {
                order.add(new RoomId("r" + room));
            }
            Collections.shuffle(order, new Random(number));
        }

        /** Places all rooms in an order of its own. */
        void placeAll(CountDownLatch done) {
            Semaphore free = new Semaphore(ABREAST);
            CountDownLatch left = new CountDownLatch(ROOMS);
            Thread begin = new Thread(() -> {
                for (RoomId room : order) {
                    free.acquireUninterruptibly();
                    turns.execute(() -> {
                        var unused = scheduler
                                .glance(Duration.ofMillis(100))
                                .thenComposeAsync(
                                        view -> scheduler.place(
                                                PlacementRequest.plain().with(room), null),
                                        turns)
                                .whenComplete((home, failure) -> {
                                    note(room, home, failure);
                                    free.release();
                                    left.countDown();
                                });
                    });
                }
                try {
                    left.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            });
            begin.start();
        }
    }

    private static final class Turns implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }

    private void note(RoomId room, Scheduler.@Nullable Home home, @Nullable Throwable failure) {
        if (home == null) {
            splits.add(room + ": " + failure);
            return;
        }
        Claim claim = Objects.requireNonNull(home.claimed(), "a claim").claim();
        Owner before = answers.putIfAbsent(room + " " + claim.epoch(), claim.owner());
        if (before != null && !before.equals(claim.owner())) {
            splits.add(room + " under epoch " + claim.epoch() + ": " + before + " and " + claim.owner());
        }
    }

    private void report(RedisStore store, String instance, String incarnation) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, 30.0);
        metrics.put(Metrics.MEMORY, 30.0);
        Stores.put(
                store,
                instance,
                LoadReport.fresh(new Incarnation(incarnation), sequence.incrementAndGet(), new Metrics(metrics)));
    }

    private Map<RoomId, Claim> homes(RedisStore store) {
        Map<RoomId, Claim> homes = new TreeMap<>();
        for (int room = 0; room < ROOMS; room++) {
            RoomId id = new RoomId("r" + room);
            homes.put(
                    id,
                    Objects.requireNonNull(
                            Stores.answer(store.rooms().find(new Room(Stores.BATTLE, id), Stores.IGNORED))));
        }
        return homes;
    }

    private static Owner owner(String instance, String incarnation) {
        return new Owner(new InstanceId(instance), new Incarnation(incarnation));
    }

    // Field cases D18 and D19, and the seed's race for one room
    @Test
    void noRoomHasTwoAnswersAndNoLateCleanUpHitsANewerOwnerWhileServersDieAndComeBack() throws Exception {
        RedisStore store = opened.store(RedisSettings.at(RedisAddress.parse(server.url())));
        for (int i = 1; i <= 6; i++) {
            report(store, "n" + i, "a1");
        }
        List<Racer> racers = new ArrayList<>();
        for (int i = 0; i < SCHEDULERS; i++) {
            racers.add(new Racer(i));
        }
        play(racers, store, () -> {});
        Map<RoomId, Claim> first = homes(store);
        // n1 is started again under its id and n2 leaves for good, each while all rooms are asked for once more.
        play(racers, store, () -> {
            report(store, "n1", "b2");
            Stores.answer(store.reports().leave(Stores.BATTLE, owner("n2", "a1"), Stores.IGNORED));
        });
        // The processes that are gone clean up late, every room that they had.
        int late = 0;
        for (Map.Entry<RoomId, Claim> entry : first.entrySet()) {
            Owner had = entry.getValue().owner();
            Claim now = Objects.requireNonNull(
                    Stores.answer(store.rooms().find(new Room(Stores.BATTLE, entry.getKey()), Stores.IGNORED)));
            if (!now.equals(entry.getValue())) {
                late++;
                assertThat(Stores.answer(store.rooms()
                                .release(new Room(Stores.BATTLE, entry.getKey()), entry.getValue(), Stores.IGNORED)))
                        .as("%s of %s", entry.getKey(), had)
                        .isEqualTo(ReleaseAnswer.NOT_HELD);
            }
        }
        play(racers.subList(0, 4), store, () -> {});
        Map<RoomId, Claim> last = homes(store);
        assertThat(splits).isEmpty();
        assertThat(late).isGreaterThan(ROOMS / 10);
        last.forEach((room, claim) -> {
            assertThat(claim.owner()).isNotIn(owner("n1", "a1"), owner("n2", "a1"));
            // Who did not die kept every room.
            Claim before = Objects.requireNonNull(first.get(room));
            boolean died =
                    before.owner().equals(owner("n1", "a1")) || before.owner().equals(owner("n2", "a1"));
            assertThat(died || claim.equals(before))
                    .as("%s: %s, then %s", room, before, claim)
                    .isTrue();
        });
    }

    private void play(List<Racer> racers, RedisStore store, Runnable inBetween) throws Exception {
        for (int i = 3; i <= 6; i++) {
            report(store, "n" + i, "a1");
        }
        CountDownLatch done = new CountDownLatch(racers.size());
        racers.forEach(racer -> racer.placeAll(done));
        inBetween.run();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!done.await(2, TimeUnit.SECONDS)) {
            assertThat(System.nanoTime() - end).as("time that is over").isNegative();
            for (int i = 3; i <= 6; i++) {
                report(store, "n" + i, "a1");
            }
        }
    }
}
