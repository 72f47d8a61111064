package io.fairlead.manager.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.RoomId;
import io.fairlead.manager.loop.ThreadTimeline;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.Claim;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryReportStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several managers that share their stores, each on a thread of its own, place the same rooms at the same time. */
final class RaceTest {

    private static final int MANAGERS = 4;
    private static final int ROOMS = 500;

    private final List<ThreadTimeline> threads = new ArrayList<>();

    @AfterEach
    void end() {
        threads.forEach(ThreadTimeline::close);
    }

    /** A thread of its own, and time that can be moved on. */
    private static final class Ahead implements Timeline {

        private final ThreadTimeline thread;
        private volatile Duration ahead = Duration.ZERO;

        Ahead(ThreadTimeline thread) {
            this.thread = thread;
        }

        @Override
        public Duration now() {
            return thread.now().plus(ahead);
        }

        @Override
        public long wallMillis() {
            return thread.wallMillis();
        }

        @Override
        public void execute(Runnable turn) {
            thread.execute(turn);
        }

        @Override
        public Runnable every(Duration delay, Duration period, Runnable turn) {
            return thread.every(delay, period, turn);
        }
    }

    /** A manager that has run for long. */
    private Services manager(Stores stores, int seed) {
        ThreadTimeline thread = new ThreadTimeline("manager-" + seed);
        threads.add(thread);
        Ahead timeline = new Ahead(thread);
        Services services =
                new Services(timeline, stores, id -> ServiceSettings.standard(), new SplittableRandom(seed)::nextLong);
        for (int second = 0; second < 40; second++) {
            timeline.ahead = Duration.ofSeconds(second);
            services.ids().toCompletableFuture().join();
        }
        return services;
    }

    @Test
    void eachRoomHasOneHomeWhicheverManagerIsAsked() throws Exception {
        InMemoryReportStore reports = new InMemoryReportStore();
        InMemoryAffinityStore rooms = new InMemoryAffinityStore();
        Stores shared = new Stores(reports, rooms, new InMemoryDrainStore(), new SharedKeeping());
        List<Services> managers = new ArrayList<>();
        for (int i = 0; i < MANAGERS; i++) {
            managers.add(manager(shared, i));
        }
        for (int i = 0; i < 5; i++) {
            managers.get(0)
                    .report(Bench.says("i" + i, 40, 40).report(1))
                    .toCompletableFuture()
                    .join();
        }
        Map<RoomId, Set<Claim>> answers = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (int i = 0; i < ROOMS; i++) {
            RoomId id = new RoomId("r" + i);
            if (i % 2 == 0) {
                // Its home is a process that has left, so that all managers want to move it.
                Claim old = new Claim(Bench.owner("gone", "a1"), 7);
                managers.get(0)
                        .renew(Bench.room(Bench.BATTLE, "r" + i), old)
                        .toCompletableFuture()
                        .join();
            }
            for (Services manager : managers) {
                asked.add(manager.place(new RoomRequest(Bench.BATTLE, id, 1, null))
                        .toCompletableFuture()
                        .thenAccept(placed -> {
                            PlacementRecord record = ((Placed.Done) placed).record();
                            Claim claim = Bench.claim(record);
                            answers.computeIfAbsent(id, room -> ConcurrentHashMap.newKeySet())
                                    .add(claim);
                            assertThat(Bench.home(record))
                                    .isEqualTo(claim.owner().instance().value());
                        }));
            }
        }
        CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(asked).hasSize(ROOMS * MANAGERS);
        assertThat(answers).hasSize(ROOMS);
        answers.forEach((room, claims) -> assertThat(claims).as(room.value()).hasSize(1));
    }
}
