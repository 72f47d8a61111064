package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.DrainedView;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.KnownClaims;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Field case D20 (a): four servers, five thousand connections on one of them, which dies. In virtual time. */
class ReconnectStormTest {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final int CLIENTS = 5000;
    private static final int ROOMS = 500;
    private static final Instant DEATH = Instant.parse("2030-01-01T00:00:00Z");

    private final InMemoryReportStore reports = new InMemoryReportStore();
    private final InMemoryAffinityStore rooms = new InMemoryAffinityStore();
    private final SplittableRandom random = new SplittableRandom(20);
    private Instant now = DEATH.minusSeconds(1);
    private Instant nextLook = DEATH;
    private Instant nextReport = DEATH;
    private long sequence;

    private final Scheduler scheduler = new Scheduler(
            BATTLE,
            PlacementSettings.standard(),
            new Scheduler.Tools(
                    () -> reports.view(BATTLE, now).thenApply(view -> DrainedView.of(view, List.of())),
                    rooms,
                    new KnownClaims(1),
                    Runnable::run,
                    () -> now,
                    random::nextLong));

    private record Attempt(Duration time, int client, int number) {}

    private static Owner owner(String instance) {
        return new Owner(new InstanceId(instance), new Incarnation("a1"));
    }

    private static RoomId room(int client) {
        return new RoomId("r" + client % ROOMS);
    }

    private void report(String... instances) {
        sequence++;
        for (String instance : instances) {
            TreeMap<String, Double> metrics = new TreeMap<>();
            metrics.put(Metrics.CPU, 40.0);
            metrics.put(Metrics.MEMORY, 40.0);
            Instance where = new Instance(new InstanceId(instance), new NodeId(instance), "ws://" + instance + ":9000");
            answer(reports.put(
                    BATTLE, where, LoadReport.fresh(new Incarnation("a1"), sequence, new Metrics(metrics)), now));
        }
        answer(scheduler.look());
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** Time goes on in looks of half a second; those who live report every three. */
    private void advance(Duration sinceDeath) {
        Instant then = DEATH.plus(sinceDeath);
        while (!nextLook.isAfter(then)) {
            now = nextLook;
            nextLook = nextLook.plusMillis(500);
            if (!nextReport.isAfter(now)) {
                nextReport = nextReport.plus(LoadReport.PERIOD);
                report("n2", "n3", "n4");
            }
            answer(scheduler.look());
        }
        now = then;
    }

    @Test
    void callersComeBackSpreadOverTimeAndAllOfARoomReachOneServer() {
        report("n1", "n2", "n3", "n4");
        for (int room = 0; room < ROOMS; room++) {
            answer(rooms.claim(new Room(BATTLE, room(room)), new ClaimWish(owner("n1"), null), now));
        }
        Reconnect reconnect = Reconnect.standard();
        PriorityQueue<Attempt> due =
                new PriorityQueue<>(Comparator.comparing(Attempt::time).thenComparing(Attempt::client));
        for (int client = 0; client < CLIENTS; client++) {
            due.add(new Attempt(reconnect.before(1, Optional.empty(), random), client, 1));
        }
        List<Duration> asked = new ArrayList<>();
        List<Duration> back = new ArrayList<>();
        Map<RoomId, Claim> homes = new TreeMap<>();
        while (!due.isEmpty()) {
            Attempt attempt = due.remove();
            advance(attempt.time);
            asked.add(attempt.time);
            RoomId room = room(attempt.client);
            Scheduler.Home home = answer(scheduler.place(
                    PlacementRequest.afterFailedConnect(owner("n1")).with(room), null));
            Claim claim = Objects.requireNonNull(home.claimed()).claim();
            if (claim.owner().equals(owner("n1"))) {
                // Nobody has proved it dead yet: the caller finds once more that it is not there.
                Duration wait = reconnect.before(attempt.number + 1, Optional.empty(), random);
                due.add(new Attempt(attempt.time.plus(wait), attempt.client, attempt.number + 1));
            } else {
                back.add(attempt.time);
                assertThat(homes.merge(room, claim, (first, other) -> first)).isEqualTo(claim);
            }
        }
        assertThat(back).hasSize(CLIENTS);
        assertThat(homes).hasSize(ROOMS);
        assertThat(largestSecond(asked)).isLessThanOrEqualTo(asked.size() / 5);
        assertThat(largestSecond(back)).isLessThanOrEqualTo(CLIENTS / 5);
    }

    /** Those who were told to wait 3 s had been told at one moment, and do not come back at one. */
    @Test
    void thoseWhoAreRefusedAtOneMomentDoNotComeBackAtOne() {
        Reconnect reconnect = Reconnect.standard();
        CallException refusal = CallException.refused(
                "a place",
                new CallException.Refusal(503, "no-room", "all are full", Optional.of(Duration.ofSeconds(3))));
        List<Duration> again = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            again.add(reconnect.before(2, Optional.of(refusal), random));
        }
        assertThat(again).allMatch(wait -> wait.compareTo(Duration.ofSeconds(3)) >= 0);
        assertThat(largestSecond(again)).isLessThanOrEqualTo(CLIENTS / 5);
    }

    private static int largestSecond(List<Duration> times) {
        Map<Long, Integer> seconds = new TreeMap<>();
        times.forEach(time -> seconds.merge(time.toSeconds(), 1, Integer::sum));
        return seconds.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
