package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.DrillRecord.Result;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Standbys rehearse what comes before the role, at the time of day that was asked for. */
final class DrillsTest {

    private static final Timing TIMING = Timing.safe();
    private static final Duration DAY = Duration.ofDays(1);
    private static final DrillSettings NIGHTLY = drill(DAY, "02:00", "04:00");
    private static final GroupSettings PLAIN =
            GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)));

    private Scene scene = new Scene(TIMING, PLAIN.with(NIGHTLY));

    private static DrillSettings drill(Duration every, String from, String to) {
        return new DrillSettings(
                every, new DrillSettings.Window(LocalTime.parse(from), LocalTime.parse(to)), ZoneOffset.UTC);
    }

    private Stepper node(String id) {
        return new Stepper(scene, id);
    }

    /** Three nodes of which gw-1 is primary, ten minutes before the window. */
    private Stepper[] three() {
        return threeAt("01:50");
    }

    private Stepper[] threeAt(String time) {
        Stepper[] nodes = {
            node("gw-1").start(), node("gw-2").start(), node("gw-3").start()
        };
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        scene.timeline.shiftWallClock(left(time));
        return nodes;
    }

    private void until(String time) {
        scene.run(left(time));
    }

    /** The rest of a night and its day, in which nothing is due, are left out by the clock. */
    private void throughTheNextNight() {
        scene.timeline.shiftWallClock(left("01:50"));
        until("05:00");
    }

    private Duration left(String time) {
        Instant now = Instant.ofEpochMilli(scene.timeline.wallMillis());
        LocalTime today = now.atZone(ZoneOffset.UTC).toLocalTime();
        Duration left = Duration.between(today, LocalTime.parse(time));
        return left.isNegative() || left.isZero() ? left.plus(DAY) : left;
    }

    private List<DrillRecord> drills() {
        return scene.view().handover().drills().records();
    }

    private List<String> told() {
        return drills().stream()
                .map(drill -> drill.node() + " " + drill.result().label())
                .toList();
    }

    private static LocalTime time(DrillRecord drill) {
        return Instant.ofEpochMilli(drill.wallMillis()).atZone(ZoneOffset.UTC).toLocalTime();
    }

    private void act(OperatorAct act) {
        assertThat(Scene.now(scene.groups.act(Scene.LINE, act, new Act.By("127.0.0.1", "a test"))))
                .isInstanceOf(ActAnswer.class);
    }

    @Test
    void eachStandbyRehearsesOnceADayInItsWindowAndThePrimaryWorksOn() {
        Stepper[] nodes = three();
        long token = nodes[0].token;
        int changes = scene.changes().size();
        until("05:00");
        assertThat(told()).containsExactly("gw-2 passed", "gw-3 passed");
        throughTheNextNight();
        assertThat(told()).containsExactly("gw-2 passed", "gw-3 passed", "gw-2 passed", "gw-3 passed");
        assertThat(drills()).allSatisfy(drill -> {
            assertThat(time(drill)).isBetween(LocalTime.of(2, 0), LocalTime.of(4, 0));
            assertThat(drill.tookMillis()).isNotNull();
        });
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(nodes[0].token).isEqualTo(token);
        assertThat(scene.view().token()).isEqualTo(token);
        assertThat(scene.changes()).hasSize(changes);
        assertThat(nodes[1].level).isEqualTo(HandoverLevel.CLEANED);
        assertThat(scene.view().handover().drills().results()).containsEntry("passed", 4L);
    }

    @Test
    void nobodyRehearsesOutsideOfTheWindow() {
        three();
        until("01:59:55");
        assertThat(drills()).isEmpty();
        until("02:00:10");
        assertThat(drills()).isNotEmpty();
        Stepper late = node("gw-4");
        until("04:00:01");
        int before = drills().size();
        late.start();
        scene.run(Duration.ofHours(1));
        scene.timeline.shiftWallClock(left("01:59"));
        scene.run(Duration.ofSeconds(55));
        assertThat(drills()).hasSize(before);
        until("02:01");
        assertThat(told()).contains("gw-4 passed");
    }

    @Test
    void aWindowMayGoPastMidnight() {
        scene = new Scene(TIMING, PLAIN.with(drill(DAY, "23:50", "00:10")));
        Stepper[] nodes = threeAt("23:40");
        nodes[2].kill();
        until("23:49");
        assertThat(drills()).isEmpty();
        until("00:05");
        assertThat(told()).containsExactly("gw-2 passed");
        nodes[2].restart("c7");
        until("00:09");
        assertThat(told()).containsExactly("gw-2 passed", "gw-3 passed");
        DrillSettings.Window window = new DrillSettings.Window(LocalTime.of(23, 50), LocalTime.of(0, 10));
        assertThat(window.has(LocalTime.of(23, 50))).isTrue();
        assertThat(window.has(LocalTime.of(0, 10))).isFalse();
        assertThat(window.has(LocalTime.NOON)).isFalse();
    }

    @Test
    void oneStandbyAtATimeAndADrillThatFailsIsKeptWithItsStep() {
        Stepper[] nodes = three();
        nodes[1].failing.add(HandoverLevel.PREPARED);
        nodes[2].hanging.add(HandoverLevel.CLEANED);
        until("02:00:20");
        assertThat(told()).containsExactly("gw-2 failed", "gw-3 running");
        until("03:00");
        assertThat(told()).containsExactly("gw-2 failed", "gw-3 failed");
        DrillRecord first = drills().get(0);
        assertThat(first.step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(first.why()).isEqualTo(HandoverNews.What.PREPARE_FAILED);
        assertThat(first.words()).isEqualTo("could not get ready");
        DrillRecord second = drills().get(1);
        assertThat(second.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(second.words()).isEqualTo("could not tidy up");
        assertThat(second.tookMillis()).isBetween(29_000L, 32_000L);
        assertThat(scene.view().handover().barredFor()).isEmpty();
        assertThat(scene.view().handover().drills().sincePassed(nodes[1].id)).isNull();
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.view().handover().news())
                .filteredOn(news -> news.what() == HandoverNews.What.DRILL_FAILED)
                .hasSize(2);
    }

    @Test
    void aPrepareThatNeverEndsFailsTheDrillWhenItsTimeIsOver() {
        Stepper[] nodes = three();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        until("02:01");
        DrillRecord first = drills().get(0);
        assertThat(first.result()).isEqualTo(Result.FAILED);
        assertThat(first.step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(first.words()).isEqualTo("did not get ready in time");
    }

    @Test
    void nobodyRehearsesWithoutBeingAsked() {
        scene = new Scene(TIMING, PLAIN);
        three();
        until("05:00");
        assertThat(drills()).isEmpty();
    }

    @Test
    void onlyAStandbyThatCouldTakeOverRehearses() {
        scene = new Scene(TIMING, PLAIN.with(NIGHTLY).withMaintenance(Set.of(new NodeId("gw-2"))));
        Stepper[] nodes = three();
        nodes[2].bound = Duration.ofDays(9);
        scene.node("gw-4").start();
        Stepper silent = node("gw-5").start();
        scene.run(Duration.ofMinutes(1));
        silent.kill();
        until("05:00");
        assertThat(drills()).isEmpty();
        nodes[2].bound = Duration.ZERO;
        throughTheNextNight();
        assertThat(told()).containsExactly("gw-3 passed");
    }

    @Test
    void nobodyRehearsesWhileDecisionsArePausedOrOnlyShown() {
        three();
        act(new OperatorAct.Pausing(Pause.ALL));
        until("05:00");
        assertThat(drills()).isEmpty();
        act(new OperatorAct.Pausing(Pause.OFF));
        act(new OperatorAct.Observing(Observe.ALL));
        throughTheNextNight();
        assertThat(drills()).isEmpty();
        act(new OperatorAct.Observing(Observe.PREFERENCE));
        throughTheNextNight();
        assertThat(told()).containsExactly("gw-2 passed", "gw-3 passed");
    }

    @Test
    void aPrimaryThatDiesInADrillIsFollowedByTheStandbyThatRehearsed() {
        Stepper[] nodes = three();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        until("02:00:08");
        assertThat(told()).containsExactly("gw-2 running");
        StepOrder told = order(nodes[1]);
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(1));
        assertThat(told()).containsExactly("gw-2 cut");
        assertThat(drills().get(0).words()).isEqualTo("broke off when the primary was lost");
        assertThat(order(nodes[1])).as("it need not begin anew").isEqualTo(told);
        nodes[1].hanging.clear();
        Duration cleared = scene.timeline.now();
        while (nodes[1].role != Role.PRIMARY) {
            scene.run(Duration.ofMillis(50));
            assertThat(scene.timeline.now().minus(cleared)).isLessThan(Duration.ofMillis(1_100));
        }
        assertThat(scene.primary()).isEqualTo("gw-2");
        DecisionRecord change = scene.changes().get(scene.changes().size() - 1);
        assertThat(change.decision().cause()).isEqualTo(Cause.FAILOVER);
        assertThat(change.decision().from()).isEqualTo(nodes[0].id);
        assertThat(change.checks())
                .as("it was decided, and not begun as a drill")
                .anyMatch(check -> nodes[0].id.equals(check.node()) && !check.passed());
    }

    private static StepOrder order(Stepper node) {
        HeartbeatAnswer.Accepted last = node.last;
        if (last == null) {
            throw new AssertionError(node.id + " had no answer");
        }
        return new StepOrder(last.order().what(), last.order().id(), null, null, null);
    }

    @Test
    void whoFollowsAPrimaryThatDiesInADrillIsDecidedAndTheStandbyThatRehearsedTidiesUp() {
        Stepper[] nodes = three();
        nodes[1].cpu = 90;
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        until("02:00:08");
        assertThat(told()).containsExactly("gw-2 running");
        // It is at it, as an agent would say while its hook runs.
        nodes[1].level = HandoverLevel.PREPARING;
        nodes[1].levelId = order(nodes[1]).id();
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(2));
        assertThat(told()).containsExactly("gw-2 cut");
        assertThat(scene.primary()).isEqualTo("gw-3");
        assertThat(nodes[2].role).isEqualTo(Role.PRIMARY);
        assertThat(nodes[1].level).isEqualTo(HandoverLevel.CLEANED);
    }

    @Test
    void aSwitchoverDoesNotWaitForADrill() {
        for (String to : new String[] {"gw-2", "gw-3"}) {
            for (HandoverLevel hangs : new HandoverLevel[] {HandoverLevel.PREPARED, HandoverLevel.CLEANED}) {
                scene = new Scene(TIMING, PLAIN.with(NIGHTLY));
                Stepper[] nodes = three();
                nodes[1].hanging.add(hangs);
                until("02:00:08");
                assertThat(told()).containsExactly("gw-2 running");
                act(new OperatorAct.SwitchingOver(new NodeId(to)));
                nodes[1].hanging.clear();
                scene.run(Duration.ofSeconds(3));
                assertThat(scene.primary()).isEqualTo(to);
                assertThat(told()).as(to + " " + hangs).startsWith("gw-2 cut");
                assertThat(scene.changes()
                                .get(scene.changes().size() - 1)
                                .decision()
                                .cause())
                        .isEqualTo(Cause.OPERATOR);
            }
        }
    }

    @Test
    void aPrimaryWhoseHealthFailsDoesNotWaitForADrill() {
        Stepper[] nodes = three();
        nodes[1].cpu = 90;
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        until("02:00:08");
        nodes[0].unhealthy = true;
        scene.run(Duration.ofSeconds(8));
        assertThat(told()).startsWith("gw-2 cut");
        assertThat(scene.primary()).isEqualTo("gw-3");
        assertThat(nodes[2].role).isEqualTo(Role.PRIMARY);
    }

    @Test
    void aDrillThatTidiesUpKeepsNobodyFromFollowingADeadPrimary() {
        Stepper[] nodes = three();
        nodes[1].hanging.add(HandoverLevel.CLEANED);
        until("02:00:08");
        assertThat(told()).containsExactly("gw-2 running");
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(2));
        assertThat(told()).containsExactly("gw-2 cut");
        assertThat(scene.primary()).isNotNull().isNotEqualTo("gw-1");
    }

    @Test
    void aDrillIsNoWayAroundAPause() {
        Stepper[] nodes = three();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        until("02:00:08");
        act(new OperatorAct.Pausing(Pause.ALL));
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(1));
        assertThat(nodes[1].level).as("it tidies up at once").isEqualTo(HandoverLevel.CLEANED);
        nodes[1].hanging.clear();
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.primary()).isNull();
        assertThat(nodes[1].role).isEqualTo(Role.STANDBY);
        act(new OperatorAct.Pausing(Pause.OFF));
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary()).isNotNull();
    }

    @Test
    void aClockThatIsSetBackNeitherRepeatsADrillNorEndsThemForLong() {
        three();
        until("02:30");
        assertThat(drills()).hasSize(2);
        scene.timeline.shiftWallClock(Duration.ofMinutes(-20));
        scene.run(Duration.ofMinutes(10));
        assertThat(drills()).hasSize(2);
        scene.timeline.shiftWallClock(Duration.ofDays(-400));
        scene.run(Duration.ofMinutes(5));
        assertThat(drills()).hasSize(4);
    }

    @Test
    void theLastHundredAreKeptAndOfEachNodeItsLastOne() {
        DrillLog log = new DrillLog();
        NodeId rare = new NodeId("gw-9");
        log.put(DrillRecord.begun(1, rare, 0));
        for (int number = 2; number <= 300; number++) {
            log.put(DrillRecord.begun(number, new NodeId("gw-" + number % 2), number));
            log.put(DrillRecord.begun(number, new NodeId("gw-" + number % 2), number)
                    .passed(number + 1));
        }
        assertThat(log.all()).hasSize(DrillLog.KEPT);
        assertThat(log.last(rare)).isNotNull();
        assertThat(log.all().get(1).number()).isEqualTo(202);
        for (int number = 1_000; number < 3_000; number++) {
            log.put(DrillRecord.begun(number, new NodeId("n-" + number), number));
        }
        assertThat(log.all()).hasSizeLessThanOrEqualTo(1_000);
    }
}
