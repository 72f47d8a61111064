package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Owner;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.ReportStore.LeaveAnswer;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link ReportStore} does. An adapter's test extends this and says how its store and its time are made. */
public abstract class ReportStoreContract {

    private static final ServiceId BATTLE = new ServiceId("battle");

    private StoreClock clock = StoreClock.byHand();
    private @Nullable ReportStore made;

    /** How long silent instances stay in view in the store under test; at least 50 ms. */
    protected abstract Duration forgetAfter();

    /** An empty store that forgets after that time. */
    protected abstract ReportStore newStore();

    /** How time passes for the store. */
    protected abstract StoreClock newClock();

    @BeforeEach
    void makeStore() {
        clock = newClock();
        made = newStore();
    }

    @Test
    void aServiceNobodyReportedForHasNoInstances() {
        ServiceView view = view(BATTLE);
        assertThat(view.candidates()).isEmpty();
        assertThat(view.current()).isTrue();
        assertThat(Answers.of(store().services(clock.now()))).isEmpty();
    }

    @Test
    void anInstanceIsSeenWithEverythingThatItReported() {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, 20.25);
        metrics.put("sockets", 3.0);
        LoadReport report = new LoadReport(
                new Incarnation("a1"),
                7,
                Duration.ofMillis(250),
                Duration.ofMinutes(3),
                InstanceState.DRAINING,
                new Metrics(metrics),
                SafetyMargin.standard().with(Metrics.CPU, 60),
                new Occupancy(
                        OptionalDouble.of(1.5),
                        OptionalLong.of(9_007_199_254_740_993L),
                        OptionalLong.of(12),
                        OptionalDouble.of(2.25)));
        Instance instance = new Instance(new InstanceId("i1"), new NodeId("node-1"), "ws://10.0.0.5:9000/x?y={z}");
        assertThat(put(instance, report)).isEqualTo(ReportAnswer.STORED);
        Candidate seen = only();
        assertThat(seen.instance()).isEqualTo(instance);
        assertThat(seen.report()).isEqualTo(report);
        assertThat(Answers.of(store().services(clock.now()))).containsExactly(BATTLE);
    }

    /** A reading that failed stays unknown on its way through the store. */
    @Test
    void whatWasNotMeasuredStaysUnknown() {
        put("i1", LoadReport.fresh(new Incarnation("1"), 1, new Metrics(new TreeMap<>())));
        assertThat(only().report().metrics().values()).isEmpty();
        assertThat(only().report().ceilings()).isNull();
        assertThat(only().report().occupancy()).isEqualTo(Occupancy.unknown());
    }

    @Test
    void theAgeOfASampleIsWhatItWasWhenSentAndTheStoresTimeSince() {
        put("i1", report("1", 1).withSampleAge(Duration.ofMillis(500)));
        Duration passed = forgetAfter().dividedBy(4);
        clock.pass(passed);
        assertThat(only().sampleAge())
                .isBetween(
                        passed.plusMillis(500),
                        passed.plusMillis(500).plus(forgetAfter().dividedBy(2)));
    }

    @Test
    void aNewerReportReplacesTheOneBefore() {
        put("i1", report("1", 1).with(InstanceState.UP));
        assertThat(put("i1", report("1", 2).with(InstanceState.DRAINING))).isEqualTo(ReportAnswer.STORED);
        assertThat(only().report().state()).isEqualTo(InstanceState.DRAINING);
    }

    /** A source that is stuck, or a report that was overtaken: what it says ages on. */
    @Test
    void aReportWhoseSequenceDoesNotGrowIsRefusedAndTheSampleAgesOn() {
        put("i1", report("1", 5));
        clock.pass(forgetAfter().dividedBy(4));
        assertThat(put("i1", report("1", 5))).isEqualTo(ReportAnswer.NOT_NEWER);
        assertThat(put("i1", report("1", 4))).isEqualTo(ReportAnswer.NOT_NEWER);
        assertThat(only().sampleAge()).isGreaterThanOrEqualTo(forgetAfter().dividedBy(4));
    }

    @Test
    void aRestartedInstanceBeginsItsSequenceAnew() {
        put("i1", report("1", 500).withUptime(Duration.ofHours(1)));
        assertThat(put("i1", report("2", 1))).isEqualTo(ReportAnswer.STORED);
        assertThat(only().owner()).isEqualTo(owner("i1", "2"));
    }

    @Test
    void aLateReportOfTheProcessBeforeIsRefused() {
        put("i1", report("1", 5).withUptime(Duration.ofHours(1)));
        put("i1", report("2", 1).withUptime(Duration.ofSeconds(2)));
        assertThat(put("i1", report("1", 6).withUptime(Duration.ofHours(1)))).isEqualTo(ReportAnswer.OLDER_PROCESS);
        assertThat(only().owner()).isEqualTo(owner("i1", "2"));
    }

    @Test
    void anInstanceThatLeavesIsGoneAtOnce() {
        put("i1", report("1", 1));
        put("i2", report("1", 1));
        assertThat(leave("i1", "1")).isEqualTo(LeaveAnswer.DONE);
        assertThat(only().id()).isEqualTo(new InstanceId("i2"));
        leave("i2", "1");
        assertThat(Answers.of(store().services(clock.now()))).isEmpty();
    }

    @Test
    void aReportThatArrivesAfterItsLeaveDoesNotBringTheInstanceBack() {
        put("i1", report("1", 1));
        leave("i1", "1");
        assertThat(put("i1", report("1", 2))).isEqualTo(ReportAnswer.HAS_LEFT);
        assertThat(view(BATTLE).candidates()).isEmpty();
        assertThat(put("i1", report("2", 1))).isEqualTo(ReportAnswer.STORED);
    }

    // Field case D18: the old process's shutdown hook runs when the new process has registered
    @Test
    void theLeaveOfTheProcessBeforeDoesNotTakeTheNewOneOut() {
        put("i1", report("1", 1).withUptime(Duration.ofHours(1)));
        put("i1", report("2", 1));
        assertThat(leave("i1", "1")).isEqualTo(LeaveAnswer.NOT_REGISTERED);
        assertThat(only().owner()).isEqualTo(owner("i1", "2"));
    }

    @Test
    void leavingTwiceOrWithoutHavingComeIsRefusedAndHarmless() {
        assertThat(leave("i1", "1")).isEqualTo(LeaveAnswer.NOT_REGISTERED);
        put("i1", report("1", 1));
        leave("i1", "1");
        assertThat(leave("i1", "1")).isEqualTo(LeaveAnswer.NOT_REGISTERED);
    }

    /** Its rooms are still found there; that it takes no new ones is the placer's business. */
    @Test
    void aSilentInstanceStaysInViewUntilItIsForgotten() {
        put("i1", report("1", 1));
        clock.pass(forgetAfter().dividedBy(2));
        assertThat(view(BATTLE).candidates()).hasSize(1);
        clock.pass(forgetAfter());
        assertThat(view(BATTLE).candidates()).isEmpty();
        assertThat(Answers.of(store().services(clock.now()))).isEmpty();
    }

    // Field case D15 (b): ten thousand dead members beside three live ones
    @Test
    void manyDeadMembersAreSweptAndTheLiveOnesStay() {
        for (int i = 0; i < 10_000; i++) {
            store().put(BATTLE, instance("dead-" + i), report("1", 1), clock.now());
        }
        put("z", report("1", 1));
        clock.pass(forgetAfter().dividedBy(2));
        put("z", report("1", 2));
        clock.pass(forgetAfter().multipliedBy(3).dividedBy(4));
        put("z", report("1", 3));
        assertThat(only().id()).isEqualTo(new InstanceId("z"));
    }

    // Field case D14: never two ids on one key
    @Test
    void idsThatLookAlikeAreDifferentInstancesOfDifferentServices() {
        List<String> ids = List.of("A", "a", "a.b", "a-b", "a_b", "prod", "prod2", "a".repeat(128));
        for (String service : ids) {
            for (String id : ids) {
                Answers.of(store().put(new ServiceId(service), instance(id), report("1", 1), clock.now()));
            }
        }
        assertThat(Answers.of(store().services(clock.now())))
                .extracting(ServiceId::value)
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(ids);
        for (String service : ids) {
            assertThat(view(new ServiceId(service)).candidates())
                    .extracting(candidate -> candidate.id().value())
                    .isSorted()
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
        Answers.of(store().leave(new ServiceId("prod"), owner("A", "1"), clock.now()));
        assertThat(view(new ServiceId("prod")).candidates()).hasSize(ids.size() - 1);
        assertThat(view(new ServiceId("prod2")).candidates()).hasSize(ids.size());
    }

    @Test
    void reportsFromManyThreadsAreAllTakenIn() throws Exception {
        Race.of(8, reporter -> {
            for (int sequence = 1; sequence <= 200; sequence++) {
                put("i" + reporter, report("1", sequence));
                view(BATTLE);
            }
        });
        assertThat(view(BATTLE).candidates())
                .hasSize(8)
                .allSatisfy(seen -> assertThat(seen.report().sequence()).isEqualTo(200));
    }

    private ReportStore store() {
        if (made == null) {
            throw new IllegalStateException("the store is made before each test");
        }
        return made;
    }

    private ReportAnswer put(String id, LoadReport report) {
        return put(instance(id), report);
    }

    private ReportAnswer put(Instance instance, LoadReport report) {
        return Answers.of(store().put(BATTLE, instance, report, clock.now()));
    }

    private LeaveAnswer leave(String id, String run) {
        return Answers.of(store().leave(BATTLE, owner(id, run), clock.now()));
    }

    private ServiceView view(ServiceId service) {
        return Answers.of(store().view(service, clock.now()));
    }

    private Candidate only() {
        List<Candidate> candidates = view(BATTLE).candidates();
        assertThat(candidates).hasSize(1);
        return candidates.get(0);
    }

    private static Instance instance(String id) {
        return new Instance(new InstanceId(id), new NodeId("node-1"), "ws://10.0.0.5:9000");
    }

    private static LoadReport report(String run, long sequence) {
        return LoadReport.fresh(new Incarnation(run), sequence, Metrics.ofCpu(20));
    }

    private static Owner owner(String id, String run) {
        return new Owner(new InstanceId(id), new Incarnation(run));
    }
}
