package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairlead.Check;
import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Timing;
import io.fairlead.manager.journal.Logged;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a manager takes a change of primary step by step, with nodes that do what they are told. */
final class SuccessionTest {

    private static final Timing TIMING = Timing.safe();
    private static final GroupSettings SETTINGS =
            GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1)));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private Scene scene = new Scene(TIMING, SETTINGS);

    private Stepper node(String id) {
        return new Stepper(scene, id);
    }

    private Stepper[] pair() {
        Stepper[] nodes = {node("gw-1").start(), node("gw-2").start()};
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        return nodes;
    }

    private ActAnswer switchover(@Nullable String to) {
        ActAnswer answer = Scene.now(scene.groups.act(
                Scene.LINE,
                new OperatorAct.SwitchingOver(to == null ? null : new NodeId(to)),
                new Act.By("127.0.0.1", "a test")));
        if (answer == null) {
            throw new AssertionError("the group is not known");
        }
        return answer;
    }

    private List<HandoverNews.What> news() {
        return scene.view().handover().news().stream().map(StepNews::what).toList();
    }

    private HandoverStep step() {
        return scene.view().handover().state().course().step();
    }

    @Test
    void theOldPrimaryWorksOnUntilTheNewOneIsReady() {
        Stepper[] nodes = pair();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        scene.run(Duration.ofSeconds(10));
        assertThat(step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(scene.newestDecision().reason()).isNotEqualTo(Reason.OPERATOR_REQUEST);
        nodes[1].hanging.clear();
        scene.run(Duration.ofSeconds(4));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(nodes[0].role).isEqualTo(Role.STANDBY);
        assertThat(nodes[1].role).isEqualTo(Role.PRIMARY);
        assertThat(step()).isEqualTo(HandoverStep.STEADY);
        assertThat(news())
                .containsSubsequence(
                        HandoverNews.What.STARTED,
                        HandoverNews.What.COMMITTED,
                        HandoverNews.What.PROMOTED,
                        HandoverNews.What.COMPLETED);
    }

    @Test
    void eachNewsOfAChangeHasTheNumberOfThatChange() {
        Stepper[] nodes = pair();
        switchover("gw-2");
        scene.run(Duration.ofSeconds(5));
        nodes[0].failing.add(HandoverLevel.PREPARED);
        switchover("gw-1");
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.view().handover().news())
                .extracting(StepNews::change, StepNews::what)
                .filteredOn(numbered -> !numbered.toList().get(0).equals(1L))
                .startsWith(tuple(2L, HandoverNews.What.STARTED))
                .contains(
                        tuple(2L, HandoverNews.What.COMMITTED),
                        tuple(2L, HandoverNews.What.COMPLETED),
                        tuple(3L, HandoverNews.What.STARTED),
                        tuple(3L, HandoverNews.What.PREPARE_FAILED));
        assertThat(scene.view().handover().news())
                .filteredOn(news -> news.what() == HandoverNews.What.STARTED)
                .extracting(StepNews::change)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void aChangeIsWrittenDownWhenItIsCommittedWithWhatWasFoundWhenItBegan() {
        pair();
        int before = scene.changes().size();
        switchover("gw-2");
        scene.run(Duration.ofSeconds(4));
        List<DecisionRecord> changes = scene.changes();
        assertThat(changes).hasSize(before + 1);
        DecisionRecord change = changes.get(before);
        assertThat(change.moment()).isEqualTo(DecisionRecord.Moment.COMMIT);
        assertThat(change.decision().cause()).isEqualTo(Cause.OPERATOR);
        assertThat(change.decision().reason()).isEqualTo(Reason.OPERATOR_REQUEST);
        assertThat(change.decision().from()).isEqualTo(new NodeId("gw-1"));
        assertThat(change.checks()).isNotEmpty();
    }

    @Test
    void thatAChangeIsUnderWayIsInTheWayOfRoundsMeanwhileAndNotOfTheChangeItself() {
        Stepper[] nodes = pair();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        assertThat(scene.decisions().get(scene.decisions().size() - 1).checks())
                .extracting(Check::words)
                .endsWith("no change of primary is being carried out: no - failed");
        nodes[1].hanging.clear();
        scene.run(Duration.ofSeconds(4));
        DecisionRecord change = scene.changes().get(scene.changes().size() - 1);
        assertThat(change.decision().to()).isEqualTo(nodes[1].id);
        assertThat(change.checks())
                .extracting(Check::words)
                .endsWith("gw-2: the asked-for node is an alive standby: yes - passed");
    }

    // Field case D22 (d)
    @Test
    void aChangeThatIsCalledOffArmsNoCooldown() {
        Stepper[] nodes = pair();
        scene.run(Duration.ofMinutes(10));
        nodes[1].failing.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        scene.run(Duration.ofSeconds(5));
        assertThat(news()).contains(HandoverNews.What.PREPARE_FAILED);
        assertThat(scene.newestDecision().reason()).isNotEqualTo(Reason.COOLDOWN);
        nodes[1].failing.clear();
        nodes[0].cpu = 90;
        nodes[1].cpu = 5;
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.primary())
                .as("a cooldown of 5 minutes would hold it back")
                .isEqualTo("gw-2");
    }

    // Field case D22 (e)
    @Test
    void aChangeWhoseTidyingUpFailsStandsAndSaysSo() {
        Stepper[] nodes = pair();
        nodes[0].failing.add(HandoverLevel.CLEANED);
        switchover("gw-2");
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(news()).endsWith(HandoverNews.What.CLEANUP_FAILED, HandoverNews.What.COMPLETED_WITH_ERRORS);
    }

    // Field case D06 (f)
    @Test
    void whereHealthFailsOnEveryNodeThePrimaryStaysAndAnAlarmSaysSo() {
        Stepper[] nodes = pair();
        nodes[0].unhealthy = true;
        nodes[1].unhealthy = true;
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(scene.decisions().get(scene.decisions().size() - 1).alarms())
                .extracting(Alarm::kind)
                .contains(Alarm.Kind.ALL_UNHEALTHY);
    }

    // Field case D22 (d)
    @Test
    void aCandidateThatCannotGetReadyLeavesTheOldPrimaryUntouchedAndIsBarredForLongerEachTime() {
        Stepper[] nodes = pair();
        nodes[1].failing.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(news()).contains(HandoverNews.What.PREPARE_FAILED);
        assertThat(scene.view().handover().barredFor())
                .extracting(HandoverView.Barred::node)
                .containsExactly(new NodeId("gw-2"));
        switchover("gw-2");
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.view().handover().barredFor().get(0).failures()).isEqualTo(2);
        assertThat(scene.view().handover().barredFor().get(0).left()).isGreaterThan(Duration.ofSeconds(50));
    }

    @Test
    void aNodeThatIsBarredIsNotChosenForItsLoad() {
        Stepper[] nodes = pair();
        scene.run(Duration.ofMinutes(10));
        nodes[1].failing.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        nodes[0].cpu = 95;
        nodes[1].cpu = 5;
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isEqualTo("gw-1");
        long failures = scene.view().handover().barredFor().stream()
                .mapToLong(HandoverView.Barred::failures)
                .sum();
        assertThat(failures)
                .as("it is tried again now and then, less and less often")
                .isBetween(2L, 5L);
    }

    @Test
    void aLoadDrivenChangeIsPreparedFirstAndItsRecordNamesTheLoad() {
        Stepper[] nodes = pair();
        scene.run(Duration.ofMinutes(10));
        nodes[0].cpu = 90;
        nodes[1].cpu = 10;
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isEqualTo("gw-2");
        DecisionRecord change = scene.changes().get(scene.changes().size() - 1);
        assertThat(change.decision().cause()).isEqualTo(Cause.PREFERENCE);
        assertThat(change.moment()).isEqualTo(DecisionRecord.Moment.COMMIT);
        assertThat(change.decision().comparison().candidate()).isEqualTo(new NodeId("gw-2"));
    }

    @Test
    void aDeadPrimaryIsFollowedByACandidateThatWasPreparedFirst() {
        Stepper[] nodes = pair();
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(nodes[1].role).isEqualTo(Role.PRIMARY);
        assertThat(scene.changes())
                .extracting(record -> record.decision().kind())
                .endsWith(Decision.Kind.NO_PRIMARY, Decision.Kind.SWITCH);
        assertThat(scene.changes().get(scene.changes().size() - 1).decision().cause())
                .isEqualTo(Cause.FAILOVER);
    }

    @Test
    void aPrimaryThatDiesWhileItsSuccessorGetsReadyMakesAFailoverOfTheChange() {
        Stepper[] nodes = pair();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        switchover("gw-2");
        scene.run(SECOND);
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(1));
        assertThat(scene.primary()).isNull();
        nodes[1].hanging.clear();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-2");
        DecisionRecord change = scene.changes().get(scene.changes().size() - 1);
        assertThat(change.decision().cause()).isEqualTo(Cause.FAILOVER);
        assertThat(change.decision().reason()).isEqualTo(Reason.PRIMARY_LOST);
    }

    @Test
    void aCandidateWhosePromoteFailsIsFollowedByAnotherOnceItHasStopped() {
        Stepper[] nodes = pair();
        Stepper third = node("gw-3").start();
        scene.run(Duration.ofSeconds(2));
        nodes[1].failing.add(HandoverLevel.PROMOTED);
        nodes[1].cpu = 1;
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(12));
        assertThat(news()).contains(HandoverNews.What.PROMOTE_FAILED);
        assertThat(scene.primary()).isEqualTo("gw-3");
        assertThat(third.role).isEqualTo(Role.PRIMARY);
    }

    @Test
    void inExclusiveModeTheNewPrimaryBeginsOnlyWhenTheOldOneHasStopped() {
        scene = new Scene(TIMING, SETTINGS.with(HandoverSettings.of(HandoverMode.EXCLUSIVE)));
        Stepper[] nodes = pair();
        nodes[0].hanging.add(HandoverLevel.STOPPED);
        switchover("gw-2");
        scene.run(Duration.ofSeconds(2));
        assertThat(step()).isEqualTo(HandoverStep.STOPPING);
        assertThat(nodes[1].role).isEqualTo(Role.STANDBY);
        nodes[0].hanging.clear();
        nodes[0].level = HandoverLevel.STOPPED;
        scene.run(Duration.ofSeconds(3));
        assertThat(nodes[1].role).isEqualTo(Role.PRIMARY);
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void aSingleWriterWhoseWorkWasCutIsTroubleOfTheChangeThatFollowsInEveryMode() {
        HandoverSettings exclusive = HandoverSettings.of(HandoverMode.EXCLUSIVE);
        for (HandoverSettings mode :
                List.of(exclusive.withSingleWriter(true), exclusive, HandoverSettings.of(HandoverMode.OVERLAP))) {
            scene = new Scene(TIMING, SETTINGS.with(mode));
            Stepper[] nodes = pair();
            nodes[0].reason = "DRAIN_CUT";
            switchover("gw-2");
            scene.run(Duration.ofSeconds(5));
            assertThat(scene.primary()).isEqualTo("gw-2");
            assertThat(news())
                    .as(mode.toString())
                    .containsOnlyOnce(HandoverNews.What.DRAIN_CUT)
                    .endsWith(HandoverNews.What.COMPLETED_WITH_ERRORS);
            nodes[0].reason = "DEMOTED";
            switchover("gw-1");
            scene.run(Duration.ofSeconds(5));
            assertThat(scene.primary()).isEqualTo("gw-1");
            assertThat(news())
                    .as("the change after it is well")
                    .containsOnlyOnce(HandoverNews.What.DRAIN_CUT)
                    .endsWith(HandoverNews.What.COMPLETED);
        }
    }

    @Test
    void aPrimaryThatLaysTheRoleDownGetsItAgainUnderANewToken() {
        Stepper[] nodes = pair();
        long token = nodes[0].token;
        int changes = scene.changes().size();
        nodes[0].role = Role.STANDBY;
        nodes[0].level = HandoverLevel.STOPPED;
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(nodes[0].token).isGreaterThan(token);
        assertThat(scene.changes()).hasSize(changes);
    }

    @Test
    void aPrimaryThatLaysTheRoleDownTwiceInTwoMinutesIsFollowedByAnother() {
        Stepper[] nodes = pair();
        for (int time = 0; time < 2; time++) {
            nodes[0].role = Role.STANDBY;
            nodes[0].level = HandoverLevel.STOPPED;
            scene.run(Duration.ofSeconds(5));
        }
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void aPrimaryWhoseHealthFailsStopsBeforeAnotherBegins() {
        Stepper[] nodes = pair();
        nodes[0].hanging.add(HandoverLevel.STOPPED);
        nodes[0].unhealthy = true;
        scene.run(Duration.ofSeconds(2));
        assertThat(step()).isEqualTo(HandoverStep.STOPPING);
        assertThat(nodes[1].role).isEqualTo(Role.STANDBY);
        scene.run(TIMING.managerWait().plusSeconds(2));
        assertThat(nodes[1].role).isEqualTo(Role.PRIMARY);
        DecisionRecord change = scene.changes().get(scene.changes().size() - 1);
        assertThat(change.decision().reason()).isEqualTo(Reason.PRIMARY_UNHEALTHY);
    }

    @Test
    void aNodeThatHasPromisedIsNeitherPreparedNorMadePrimaryUntilItsPromiseIsOver() {
        Stepper[] nodes = pair();
        nodes[1].bound = Duration.ofSeconds(4);
        scene.run(SECOND);
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(5));
        assertThat(scene.primary()).isNull();
        assertThat(nodes[1].last == null ? null : nodes[1].last.order().what()).isEqualTo(Directive.NONE);
        nodes[1].bound = Duration.ZERO;
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    // Field case D18: a node that registers after the primary was last heard was never asked by it.
    @Test
    void whoeverJoinsAfterAPrimaryThatAsksOthersWasLastHeardDoesNotFollowIt() {
        Stepper[] nodes = {node("gw-1"), node("gw-2")};
        for (Stepper node : nodes) {
            node.failsafe = true;
            node.peer = node.id + ":7403";
            node.start();
        }
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        nodes[0].kill();
        nodes[1].bound = Duration.ofDays(1);
        Stepper third = node("gw-3");
        third.failsafe = true;
        third.peer = "gw-3:7403";
        third.start();
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isNull();
        assertThat(scene.newestDecision().reason()).isEqualTo(Reason.NO_NODE_FREE);
        nodes[0].restart("ff01");
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isNotNull();
    }

    @Test
    void theNodeThatAnOperatorIsAskedToRemoveCanBeRemovedEvenADayLaterAndThenOneThatItDidNotKnowFollows() {
        scene = new Scene(TIMING, GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(10))));
        Stepper[] nodes = {node("gw-1"), node("gw-2"), node("gw-3")};
        for (Stepper node : nodes) {
            node.failsafe = true;
            node.peer = node.id + ":7403";
        }
        nodes[0].start();
        nodes[1].start();
        scene.run(Duration.ofSeconds(10));
        nodes[0].kill();
        nodes[1].kill();
        nodes[2].start();
        scene.run(Duration.ofSeconds(20));
        for (Duration span : new Duration[] {Duration.ZERO, Duration.ofMinutes(24 * 60 + 1)}) {
            // The manager must not take itself for stopped.
            scene.timeline.advance(span, Duration.ofMillis(900));
            assertThat(scene.primary()).isNull();
            assertThat(scene.alarms()).containsExactly(new Alarm(Alarm.Kind.NEEDS_OPERATOR, nodes[0].id));
        }
        ActAnswer done = Scene.now(
                scene.groups.act(Scene.LINE, new OperatorAct.Removing(nodes[0].id), new Act.By("127.0.0.1", "a test")));
        assertThat(done == null ? Act.Refused.UNKNOWN_NODE : done.act().refused())
                .isNull();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-3");
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.alarms()).doesNotContain(new Alarm(Alarm.Kind.NEEDS_OPERATOR, nodes[0].id));
    }

    @Test
    void aHeartbeatThatComesAfterANewerOneChangesNothing() {
        Stepper[] nodes = pair();
        Heartbeat late = new Heartbeat(
                        Scene.LINE,
                        nodes[0].id,
                        scene.view("gw-1").beat().incarnation(),
                        Role.STANDBY,
                        nodes[0].token,
                        null,
                        1,
                        SECOND,
                        false,
                        null,
                        null,
                        null)
                .with(new NodeSteps(
                        1,
                        new HandoverReport(nodes[0].token, HandoverLevel.STOPPED),
                        Duration.ZERO,
                        null,
                        false,
                        null,
                        false,
                        0,
                        null,
                        null,
                        null));
        Scene.now(scene.groups.heartbeat(late, "127.0.0.1"));
        assertThat(scene.view("gw-1").beat().role()).isEqualTo(Role.PRIMARY);
        scene.run(SECOND);
        assertThat(scene.view().token()).isEqualTo(nodes[0].token);
    }

    @Test
    void anAnswerIsKeptBackUntilThereIsSomethingToSay() {
        Stepper[] nodes = pair();
        Heartbeat beat = scene.view("gw-2").beat().with(NodeSteps.of(HandoverLevel.IDLE, 0));
        var answer = scene.groups
                .heartbeat(beat, "127.0.0.1", Duration.ofMillis(400))
                .toCompletableFuture();
        assertThat(answer).isNotDone();
        switchover("gw-2");
        assertThat(answer).isDone();
        HeartbeatAnswer.Accepted accepted = (HeartbeatAnswer.Accepted) answer.join();
        assertThat(accepted.order().what()).isEqualTo(Directive.PREPARE);
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
    }

    @Test
    void anAnswerThatIsKeptBackIsGivenWhenItsTimeIsOver() {
        pair();
        Heartbeat beat = scene.view("gw-2").beat().with(NodeSteps.of(HandoverLevel.IDLE, 0));
        var answer = scene.groups
                .heartbeat(beat, "127.0.0.1", Duration.ofMillis(400))
                .toCompletableFuture();
        scene.run(Duration.ofMillis(300));
        assertThat(answer).isNotDone();
        scene.run(Duration.ofMillis(200));
        assertThat(answer).isDone();
    }

    /** However long its node would wait: a node whose answer is kept for longer would be missed. */
    @Test
    void anAnswerIsKeptBackForNoLongerThanHalfAHeartbeat() {
        pair();
        Heartbeat beat = scene.view("gw-2").beat().with(NodeSteps.of(HandoverLevel.IDLE, 0));
        var answer =
                scene.groups.heartbeat(beat, "127.0.0.1", Duration.ofSeconds(5)).toCompletableFuture();
        scene.run(Duration.ofMillis(400));
        assertThat(answer).isNotDone();
        scene.run(Duration.ofMillis(200));
        assertThat(answer).isDone();
    }

    @Test
    void aSwitchoverThatIsAskedForTwiceIsOneAndAnotherOneWaits() {
        Stepper[] nodes = pair();
        node("gw-3").start();
        scene.run(Duration.ofSeconds(2));
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        assertThat(switchover("gw-2").act().refused()).isNull();
        assertThat(switchover("gw-2").act().refused()).isNull();
        assertThat(scene.view().handover().state().course().number()).isEqualTo(2);
        assertThat(switchover("gw-3").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        assertThat(switchover(null).act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        assertThat(switchover("gw-1").act().refused())
                .as("who is primary still, and will not be")
                .isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
    }

    @Test
    void aPrimaryThatIsTakenOutWithNobodyToFollowIsToldToStop() {
        Stepper only = node("gw-1").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(only.role).isEqualTo(Role.PRIMARY);
        Scene.now(scene.groups.act(
                Scene.LINE, new OperatorAct.Maintaining(only.id, true), new Act.By("127.0.0.1", "a test")));
        scene.run(Duration.ofSeconds(2));
        assertThat(only.role).isEqualTo(Role.STANDBY);
        assertThat(scene.primary()).isNull();
    }

    @Test
    void aPrimaryThatGoesOnByPromisesIsShownAndIsNotRemoved() {
        Stepper[] nodes = pair();
        assertThat(scene.view().heldByFailsafe()).isNull();
        nodes[0].kill();
        nodes[1].bound = Duration.ofSeconds(4);
        nodes[1].promisedTo = nodes[0].id;
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.view().heldByFailsafe()).isEqualTo(nodes[0].id);
        OperatorAct removal = new OperatorAct.Removing(nodes[0].id);
        Act.By me = new Act.By("127.0.0.1", "a test");
        ActAnswer refused = Scene.now(scene.groups.act(Scene.LINE, removal, me));
        assertThat(refused == null ? null : refused.act().refused()).isEqualTo(Act.Refused.PROMISE_RUNNING);
        nodes[1].bound = Duration.ZERO;
        nodes[1].promisedTo = null;
        scene.run(Duration.ofSeconds(2));
        ActAnswer done = Scene.now(scene.groups.act(Scene.LINE, removal, me));
        assertThat(done == null ? Act.Refused.UNKNOWN_NODE : done.act().refused())
                .isNull();
    }

    @Test
    void aPrimaryThatGoesOnByPromisesForAMinuteIsAnAlarmUntilThePromisesEnd() {
        Stepper[] nodes = pair();
        Alarm alarm = new Alarm(Alarm.Kind.HELD_BY_FAILSAFE, nodes[0].id);
        nodes[0].kill();
        nodes[1].bound = Duration.ofSeconds(4);
        nodes[1].promisedTo = nodes[0].id;
        try (Logged logged = new Logged(Promises.class)) {
            scene.run(Duration.ofSeconds(58));
            assertThat(scene.primary()).isNull();
            assertThat(scene.alarms()).doesNotContain(alarm);
            scene.run(Duration.ofSeconds(4));
            assertThat(scene.alarms()).contains(alarm);
            assertThat(logged.lines())
                    .containsExactly("group line-1: gw-1 goes on as primary by the promises of others: mend the way"
                            + " between it and this manager");
            nodes[1].promisedTo = null;
            scene.run(Duration.ofSeconds(3));
            assertThat(scene.alarms()).doesNotContain(alarm);
            assertThat(logged.lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .matches("group line-1: gw-1 no longer goes on by the promises of others, after 6[123] s");
        }
        nodes[1].promisedTo = nodes[0].id;
        scene.run(Duration.ofSeconds(30));
        assertThat(scene.alarms()).as("it begins anew").doesNotContain(alarm);
    }

    @Test
    void aPrimaryThatIsHeardAndGoesOnByPromisesIsAnAlarmToo() {
        Stepper[] nodes = pair();
        nodes[1].bound = Duration.ofSeconds(4);
        nodes[1].promisedTo = nodes[0].id;
        scene.run(Duration.ofSeconds(63));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.alarms()).contains(new Alarm(Alarm.Kind.HELD_BY_FAILSAFE, nodes[0].id));
    }

    @Test
    void aPrimaryThatStopsBecauseItIsToldToHasNotLaidTheRoleDownByItself() {
        scene = new Scene(TIMING, SETTINGS.with(HandoverSettings.of(HandoverMode.EXCLUSIVE)));
        pair();
        for (String to : new String[] {"gw-2", "gw-1", "gw-2"}) {
            switchover(to);
            scene.run(Duration.ofSeconds(5));
            assertThat(scene.primary()).isEqualTo(to);
        }
        assertThat(scene.standing("gw-1").state().incarnation())
                .as("its loads are not forgotten")
                .isEqualTo(scene.view("gw-1").beat().incarnation());
    }

    @Test
    void aPrimaryThatWorkedOnByPromisesWhileNobodyWasHeardIsPrimaryAgainUnderItsToken() {
        Stepper[] nodes = pair();
        long token = nodes[0].token;
        nodes[0].kill();
        nodes[1].kill();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isNull();
        nodes[0].start();
        scene.run(Duration.ofSeconds(1));
        nodes[1].promisedTo = nodes[0].id;
        nodes[1].bound = Duration.ofSeconds(4);
        nodes[1].start();
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
        assertThat(nodes[0].token).isEqualTo(token);
        assertThat(scene.view().token()).isEqualTo(token);
        assertThat(step()).isEqualTo(HandoverStep.STEADY);
        assertThat(news()).endsWith(HandoverNews.What.PRIMARY_LOST, HandoverNews.What.RETURNED);
        nodes[1].bound = Duration.ZERO;
        nodes[1].promisedTo = null;
        scene.run(Duration.ofSeconds(20));
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    @Test
    void whoeverWasToFollowAPrimaryThatReturnsTidiesUp() {
        Stepper[] nodes = pair();
        nodes[0].kill();
        nodes[1].hanging.add(HandoverLevel.PREPARED);
        scene.run(Duration.ofSeconds(8));
        assertThat(step()).isEqualTo(HandoverStep.PREPARING);
        nodes[1].hanging.clear();
        nodes[1].hanging.add(HandoverLevel.CLEANED);
        nodes[0].start();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(step()).isEqualTo(HandoverStep.CLEANING);
        nodes[1].hanging.clear();
        scene.run(Duration.ofSeconds(2));
        assertThat(step()).isEqualTo(HandoverStep.STEADY);
        assertThat(nodes[1].role).isEqualTo(Role.STANDBY);
        assertThat(nodes[0].role).isEqualTo(Role.PRIMARY);
    }

    @Test
    void aPrimaryThatIsToldToStopIsNotTakenForOneThatReturns() {
        Stepper[] nodes = pair();
        nodes[1].kill();
        scene.run(Duration.ofSeconds(6));
        Scene.now(scene.groups.act(
                Scene.LINE, new OperatorAct.Maintaining(nodes[0].id, true), new Act.By("127.0.0.1", "a test")));
        scene.run(Duration.ofSeconds(3));
        assertThat(nodes[0].role).isEqualTo(Role.STANDBY);
        assertThat(scene.primary()).isNull();
        assertThat(news()).doesNotContain(HandoverNews.What.RETURNED);
    }

    @Test
    void aCandidateThatCannotGetReadyIsFollowedByTheNextWhateverIsMeasured() {
        Stepper[] nodes = {
            node("gw-1").start(), node("gw-2").start(), node("gw-3").start()
        };
        scene.run(Duration.ofSeconds(12));
        assertThat(scene.primary()).isEqualTo("gw-1");
        nodes[1].failing.add(HandoverLevel.PREPARED);
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(4));
        assertThat(scene.primary()).isEqualTo("gw-3");
    }

    @Test
    void theOnlyCandidateThatCannotGetReadyIsTriedAgainOnceASecond() {
        Stepper[] nodes = pair();
        nodes[1].failing.add(HandoverLevel.PREPARED);
        nodes[0].kill();
        scene.run(TIMING.managerWait().plusSeconds(1));
        long before = scene.view().handover().state().course().number();
        scene.run(Duration.ofSeconds(20));
        assertThat(scene.view().handover().state().course().number() - before).isBetween(7L, 20L);
        nodes[1].failing.clear();
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    /** Two nodes that ask one another for promises; gw-1 is primary. */
    private Stepper[] askingPair() {
        Stepper[] nodes = {node("gw-1"), node("gw-2")};
        for (Stepper node : nodes) {
            node.failsafe = true;
            node.peer = node.id + ":7403";
            node.start();
        }
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        return nodes;
    }

    /** A machine that takes the name of another, as one that replaces it does. */
    private Stepper spare(String id, String peer) {
        Stepper spare = node(id);
        spare.failsafe = true;
        spare.peer = peer;
        spare.restart("5face");
        return spare;
    }

    @Test
    void whoeverTakesTheNameOfANodeOnAnotherMachineDoesNotFollowAPrimaryThatMayGoOnByPromises() {
        for (String name : new String[] {"gw-1", "gw-2"}) {
            scene = new Scene(TIMING, SETTINGS);
            Stepper[] nodes = askingPair();
            nodes[0].kill();
            nodes[1].kill();
            scene.run(Duration.ofSeconds(6));
            spare(name, "spare:7403");
            scene.run(Duration.ofSeconds(20));
            assertThat(scene.primary()).as(name).isNull();
            assertThat(scene.alarms()).containsExactly(new Alarm(Alarm.Kind.NEEDS_OPERATOR, nodes[0].id));
        }
    }

    @Test
    void aNodeThatComesBackWhereItWasMayFollow() {
        for (String name : new String[] {"gw-1", "gw-2"}) {
            scene = new Scene(TIMING, SETTINGS);
            Stepper[] nodes = askingPair();
            nodes[0].kill();
            nodes[1].kill();
            scene.run(Duration.ofSeconds(6));
            spare(name, name + ":7403");
            scene.run(Duration.ofSeconds(10));
            assertThat(scene.primary()).isEqualTo(name);
        }
    }

    @Test
    void whereThisManagerRemembersAnOlderListThanThePrimaryHasNobodyNewFollowsBeforeItHasTheNewOne() {
        for (boolean takesIt : new boolean[] {false, true}) {
            scene = new Scene(TIMING, SETTINGS);
            Stepper[] nodes = askingPair();
            nodes[0].listVersion = 90;
            nodes[0].listFrozen = !takesIt;
            scene.run(Duration.ofSeconds(2));
            Stepper third = node("gw-3").start();
            scene.run(Duration.ofSeconds(3));
            nodes[0].kill();
            nodes[1].kill();
            scene.run(Duration.ofSeconds(15));
            assertThat(scene.primary()).isEqualTo(takesIt ? third.id.value() : null);
        }
    }

    @Test
    void whoeverIsNotKnownToAPrimaryThatIsFoundAtTheStartDoesNotFollowIt() {
        Stepper found = node("gw-1");
        found.failsafe = true;
        found.peer = "gw-1:7403";
        found.role = Role.PRIMARY;
        found.token = 5;
        found.level = HandoverLevel.PROMOTED;
        found.levelId = 5;
        found.listVersion = 90;
        found.listFrozen = true;
        found.start();
        node("gw-2").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        found.kill();
        scene.run(Duration.ofSeconds(15));
        assertThat(scene.primary()).isNull();
    }
}
