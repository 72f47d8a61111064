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
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.ClaimWish;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Placing and claiming together, as a scheduler does it: look, place, claim, answer what the claim says. */
class RoomRaceTest {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final int ROOMS = 1000;
    private static final int CALLERS = 50;

    private final ReportStore reports = new InMemoryReportStore();
    private final AffinityStore rooms = new InMemoryAffinityStore();
    private final Placer placer = new Placer(PlacementSettings.standard());
    private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

    @BeforeEach
    void fourInstancesReport() {
        for (int i = 1; i <= 4; i++) {
            report("n" + i, "1", 1);
        }
    }

    // Field case D19
    @Test
    void fiftyCallersGetOneAnswerForEachOfAThousandRooms() throws Exception {
        Set<String> answers = race(null);
        assertThat(answers).hasSize(ROOMS);
        assertThat(answers.stream().map(RoomRaceTest::instance)).contains("n1", "n2", "n3", "n4");
    }

    // Field case D19: while the claims end
    @Test
    void fiftyCallersGetOneAnswerForEachRoomWhoseClaimHasJustEnded() throws Exception {
        Set<String> before = race(null);
        now = now.plus(AffinityStore.CLAIM_TTL);
        fourInstancesReportAgain();
        Set<String> after = race(null);
        assertThat(after).hasSize(ROOMS).doesNotContainAnyElementsOf(before);
    }

    // Field case D19: a caller that was killed in mid-call asks again
    @Test
    void aCallerThatAsksAgainGetsTheSameAnswer() {
        SplittableRandom random = new SplittableRandom(1);
        for (int room = 0; room < 100; room++) {
            Claim first = allocate(room("r" + room), null, random);
            assertThat(allocate(room("r" + room), null, random)).isEqualTo(first);
        }
    }

    /** n1 dies: silent, and nobody can connect. Each of its rooms gets one new home, the others keep theirs. */
    @Test
    void theRoomsOfADeadInstanceGetOneNewHomeEachAndTheOthersKeepTheirs() throws Exception {
        Set<String> before = race(null);
        now = now.plus(Duration.ofSeconds(9));
        for (int i = 2; i <= 4; i++) {
            report("n" + i, "1", 2);
        }
        Set<String> after = race(owner("n1", "1"));
        assertThat(after).hasSize(ROOMS);
        assertThat(after.stream().map(RoomRaceTest::instance)).doesNotContain("n1");
        for (String answer : before) {
            assertThat(after.contains(answer))
                    .as(answer)
                    .isEqualTo(!instance(answer).equals("n1"));
        }
    }

    // Field case D15 (a): expired members are neither met nor counted
    @Test
    void membersWhoseReportsHaveExpiredAreNeverMet() {
        now = now.plus(Duration.ofSeconds(9));
        report("n1", "1", 2);
        report("n3", "1", 2);
        SplittableRandom random = new SplittableRandom(2);
        for (int room = 0; room < 500; room++) {
            assertThat(allocate(room("new" + room), null, random)
                            .owner()
                            .instance()
                            .value())
                    .isIn("n1", "n3");
        }
        assertThat(placer.offers(view()).stream().filter(offer -> offer.live())).hasSize(2);
    }

    @Test
    void aRestartedInstanceHasLostItsRooms() {
        SplittableRandom random = new SplittableRandom(3);
        Claim first = allocate(room("r"), null, random);
        String home = first.owner().instance().value();
        report(home, "2", 1);
        Claim next = allocate(room("r"), null, random);
        assertThat(next.owner()).isNotEqualTo(first.owner());
        assertThat(next.epoch()).isGreaterThan(first.epoch());
    }

    /** Lets all callers ask for all rooms; the answers, one for each room if there is no split. */
    private Set<String> race(@Nullable Owner unreachable) throws Exception {
        Set<String> answers = ConcurrentHashMap.newKeySet();
        Race.of(CALLERS, caller -> {
            SplittableRandom random = new SplittableRandom(caller);
            for (int room = 0; room < ROOMS; room++) {
                Claim claim = allocate(room("r" + room), unreachable, random);
                answers.add("r" + room + " " + claim.owner().instance() + " " + claim.epoch());
            }
        });
        return answers;
    }

    /** What a scheduler does for one room. */
    private Claim allocate(Room room, @Nullable Owner unreachable, SplittableRandom random) {
        Claim remembered = Answers.of(rooms.find(room, now));
        Placement placement = placer.place(new PlacementRequest(unreachable), view(), remembered, random::nextLong);
        Owner chosen = Objects.requireNonNull(placement.chosen()).owner();
        Owner from = remembered == null || placement.basis() == Basis.AFFINITY ? null : remembered.owner();
        return Answers.of(rooms.claim(room, new ClaimWish(chosen, from), now)).claim();
    }

    private ServiceView view() {
        return Answers.of(reports.view(BATTLE, now));
    }

    private void fourInstancesReportAgain() {
        for (int i = 1; i <= 4; i++) {
            report("n" + i, "1", 2);
        }
    }

    private void report(String id, String run, long sequence) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, 40.0);
        metrics.put(Metrics.MEMORY, 40.0);
        Instance instance = new Instance(new InstanceId(id), new NodeId("node-" + id), "ws://" + id + ":9000");
        LoadReport report = LoadReport.fresh(new Incarnation(run), sequence, new Metrics(metrics));
        Answers.of(reports.put(BATTLE, instance, report, now));
    }

    private static Owner owner(String id, String run) {
        return new Owner(new InstanceId(id), new Incarnation(run));
    }

    private static Room room(String id) {
        return new Room(BATTLE, new RoomId(id));
    }

    private static String instance(String answer) {
        return answer.split(" ")[1];
    }
}
