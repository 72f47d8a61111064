package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What operators order, and what becomes of it. */
final class OperatorTest {

    private static final Timing HOLD = Timing.safe();
    private static final Act.By ME = new Act.By("127.0.0.1", "a test");

    private static GroupSettings settings() {
        return GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1)));
    }

    private static Scene scene(GroupSettings settings) {
        return new Scene(HOLD, settings);
    }

    private static ActAnswer act(Scene scene, OperatorAct wanted) {
        ActAnswer answer = Scene.now(scene.groups.act(Scene.LINE, wanted, ME));
        if (answer == null) {
            throw new AssertionError("the group is not known");
        }
        return answer;
    }

    private static OperatorAct maintenance(String node, boolean on) {
        return new OperatorAct.Maintaining(new NodeId(node), on);
    }

    private static OperatorAct removal(String node) {
        return new OperatorAct.Removing(new NodeId(node));
    }

    private static Scene threeNodes() {
        Scene scene = scene(settings());
        scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.node("gw-3").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        return scene;
    }

    private static ActAnswer switchover(Scene scene, String to) {
        return act(scene, new OperatorAct.SwitchingOver(to.isEmpty() ? null : new NodeId(to)));
    }

    @Test
    void aSwitchoverMovesTheRoleAtOnceAndLeavesNothingBehind() {
        Scene scene = threeNodes();
        ActAnswer answer = switchover(scene, "gw-3");
        assertThat(answer.act().refused()).isNull();
        assertThat(answer.act().before()).isEqualTo("gw-1");
        assertThat(answer.act().after()).isEqualTo("gw-3");
        assertThat(scene.primary()).isEqualTo("gw-3");
        Decision decision = scene.newestDecision();
        assertThat(decision.reason()).isEqualTo(Reason.OPERATOR_REQUEST);
        assertThat(decision.cause()).isEqualTo(Cause.OPERATOR);
        scene.run(Duration.ofMinutes(10));
        assertThat(scene.primary()).isEqualTo("gw-3");
        assertThat(scene.changes()).hasSize(2);
        assertThat(answer.view().orders()).isEqualTo(StandingOrders.none());
    }

    // Field case D05, variant c
    @Test
    void aSwitchoverIsAllowedAtAnyTimeAndSoIsAFailoverAfterIt() {
        Scene scene = scene(settings());
        scene.node("gw-1").start();
        Scene.Node second = scene.node("gw-2").start();
        scene.run(Duration.ofSeconds(10));
        switchover(scene, "gw-2");
        switchover(scene, "gw-1");
        switchover(scene, "gw-2");
        assertThat(scene.primary()).isEqualTo("gw-2");
        scene.run(Duration.ofSeconds(5));
        second.kill();
        scene.run(HOLD.managerWait().plusSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.changes().get(scene.changes().size() - 1).decision().cause())
                .isEqualTo(Cause.FAILOVER);
    }

    @Test
    void withoutANameTheLeastLoadedStandbyFollows() {
        Scene scene = scene(settings());
        scene.node("gw-1").cpu(20).start();
        scene.node("gw-2").cpu(30).start();
        scene.node("gw-3").cpu(10).start();
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(switchover(scene, "").act().after()).isEqualTo("gw-3");
        assertThat(scene.primary()).isEqualTo("gw-3");
    }

    @Test
    void aSwitchoverToThePrimaryItselfIsDoneAndChangesNothing() {
        Scene scene = threeNodes();
        long token = scene.view().token();
        Act act = switchover(scene, "gw-1").act();
        assertThat(act.refused()).isNull();
        assertThat(act.before()).isEqualTo(act.after()).isEqualTo("gw-1");
        assertThat(scene.view().token()).isEqualTo(token);
    }

    @Test
    void aSwitchoverThatCannotBeIsRefusedAndChangesNothing() {
        Scene scene = threeNodes();
        Scene.Node dead = scene.node("gw-4").start();
        scene.run(Duration.ofSeconds(2));
        dead.kill();
        scene.run(HOLD.managerWait().plusSeconds(1));
        assertThat(switchover(scene, "gw-4").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        assertThat(switchover(scene, "gw-5").act().refused()).isEqualTo(Act.Refused.UNKNOWN_NODE);
        act(scene, maintenance("gw-2", true));
        assertThat(switchover(scene, "gw-2").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        act(scene, new OperatorAct.Observing(Observe.ALL));
        assertThat(switchover(scene, "gw-3").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        act(scene, new OperatorAct.Observing(Observe.PREFERENCE));
        act(scene, new OperatorAct.Pausing(Pause.ALL));
        assertThat(switchover(scene, "gw-3").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        assertThat(scene.primary()).isEqualTo("gw-1");
        // Both are about load, and a person knows better.
        act(scene, new OperatorAct.Pausing(Pause.PREFERENCE));
        assertThat(switchover(scene, "gw-3").act().refused()).isNull();
        assertThat(scene.primary()).isEqualTo("gw-3");
    }

    @Test
    void aManagerThatStillFindsOutWhoIsPrimarySwitchesNobodyOver() {
        Scene scene = scene(settings());
        scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(Duration.ofSeconds(1));
        assertThat(switchover(scene, "gw-2").act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
    }

    @Test
    void aPauseHoldsLoadDrivenChangesAndAResumeLetsThemGoOn() {
        Scene scene = scene(settings());
        Scene.Node busy = scene.node("gw-1").cpu(15).start();
        scene.node("gw-2").cpu(10).start();
        scene.run(Duration.ofMinutes(20));
        act(scene, new OperatorAct.Pausing(Pause.PREFERENCE));
        busy.cpu(90);
        scene.run(Duration.ofMinutes(20));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.newestDecision().reason()).isEqualTo(Reason.PAUSED);

        ActAnswer resumed = act(scene, new OperatorAct.Pausing(Pause.OFF));
        assertThat(resumed.act().verb()).isEqualTo("resume");
        assertThat(resumed.act().before()).isEqualTo("preference");
        scene.run(Duration.ofMinutes(20));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void underAPauseOfPreferencesADeadPrimaryIsReplacedAndUnderAPauseOfAllItIsNot() {
        for (Pause pause : List.of(Pause.PREFERENCE, Pause.ALL)) {
            Scene scene = scene(settings());
            Scene.Node first = scene.node("gw-1").start();
            scene.node("gw-2").start();
            scene.run(Duration.ofSeconds(10));
            act(scene, new OperatorAct.Pausing(pause));
            first.kill();
            scene.run(Duration.ofMinutes(2));
            assertThat(scene.primary()).as("paused: %s", pause).isEqualTo(pause == Pause.ALL ? null : "gw-2");
            act(scene, new OperatorAct.Pausing(Pause.OFF));
            scene.run(Duration.ofSeconds(1));
            assertThat(scene.primary()).isEqualTo("gw-2");
        }
    }

    @Test
    void anOrderedObserveModeStandsAboveTheConfiguredOne() {
        Scene scene = scene(settings().with(Observe.ALL));
        Scene.Node first = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isNull();
        assertThat(scene.newestDecision().kind()).isEqualTo(Decision.Kind.WOULD_SWITCH);

        ActAnswer off = act(scene, new OperatorAct.Observing(Observe.OFF));
        assertThat(off.act().before()).isEqualTo("all");
        assertThat(off.act().after()).isEqualTo("off");
        assertThat(scene.primary()).as("it is looked at once").isEqualTo("gw-1");

        act(scene, new OperatorAct.Observing(Observe.ALL));
        first.kill();
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary())
                .as("its lease is over, and nobody follows it")
                .isNull();
        assertThat(scene.newestDecision().kind()).isEqualTo(Decision.Kind.WOULD_SWITCH);
        first.restart("b2");
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isNull();
    }

    @Test
    void aPrimaryThatIsTakenOutIsFollowedAtOnceAndNobodyThatIsOutEverGetsTheRole() {
        Scene scene = threeNodes();
        ActAnswer out = act(scene, maintenance("gw-1", true));
        assertThat(out.view().primary()).extracting(NodeView::node).isEqualTo(new NodeId("gw-2"));
        assertThat(scene.changes().get(1).decision().cause()).isEqualTo(Cause.OPERATOR);
        assertThat(scene.changes().get(1).decision().reason()).isEqualTo(Reason.MAINTENANCE);

        scene.run(Duration.ofSeconds(4));
        act(scene, maintenance("gw-2", true));
        assertThat(scene.primary()).isEqualTo("gw-3");
        scene.run(Duration.ofSeconds(4));
        ActAnswer last = act(scene, maintenance("gw-3", true));
        assertThat(last.view().primary())
                .as("rather nobody than a node in maintenance")
                .isNull();
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.primary()).isNull();

        act(scene, maintenance("gw-2", false));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void aNodeThatIsOutIsNotTheSuccessorOfAPrimaryThatDies() {
        Scene scene = scene(settings());
        Scene.Node first = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.node("gw-3").start();
        scene.run(Duration.ofSeconds(10));
        act(scene, maintenance("gw-2", true));
        assertThat(scene.primary()).isEqualTo("gw-1");
        first.kill();
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary()).isEqualTo("gw-3");
    }

    @Test
    void inAGroupWhoseEveryDecisionIsPausedAPrimaryThatIsTakenOutStaysUntilTheResume() {
        Scene scene = threeNodes();
        act(scene, new OperatorAct.Pausing(Pause.ALL));
        act(scene, maintenance("gw-1", true));
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(act(scene, new OperatorAct.Pausing(Pause.OFF)).view().primary())
                .extracting(NodeView::node)
                .isEqualTo(new NodeId("gw-2"));
    }

    @Test
    void aNodeOfTheConfigurationCanBePutBackIntoTheElection() {
        Scene scene = scene(settings().withMaintenance(Set.of(new NodeId("gw-1"))));
        scene.node("gw-1").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.primary()).isNull();
        ActAnswer back = act(scene, maintenance("gw-1", false));
        assertThat(back.act().before()).isEqualTo("on");
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    @Test
    void onlyASilentNodeCanBeRemovedAndTheOrdersForItGoWithIt() {
        Scene scene = threeNodes();
        Scene.Node fourth = scene.node("gw-4").start();
        scene.run(Duration.ofSeconds(2));
        act(scene, maintenance("gw-4", true));
        assertThat(act(scene, removal("gw-4")).act().refused()).isEqualTo(Act.Refused.NODE_HEARD);
        assertThat(act(scene, removal("gw-5")).act().refused()).isEqualTo(Act.Refused.UNKNOWN_NODE);
        fourth.kill();
        scene.run(HOLD.managerWait().minusSeconds(2));
        assertThat(act(scene, removal("gw-4")).act().refused()).isEqualTo(Act.Refused.NODE_HEARD);
        scene.run(Duration.ofSeconds(4));

        ActAnswer removed = act(scene, removal("gw-4"));

        assertThat(removed.act().refused()).isNull();
        assertThat(removed.act().before()).isEqualTo("dead");
        assertThat(removed.view().nodes()).hasSize(3);
        fourth.restart("c4");
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.view().orders()).isEqualTo(StandingOrders.none());
        assertThat(scene.view("gw-4").life()).isEqualTo(NodeView.Life.ALIVE);
    }

    @Test
    void aNodeThatSaidGoodbyeCanBeRemovedAtOnce() {
        Scene scene = threeNodes();
        Scene.Node fourth = scene.node("gw-4").start();
        scene.run(Duration.ofSeconds(2));
        fourth.goodbye();
        assertThat(act(scene, removal("gw-4")).act().refused()).isNull();
    }

    @Test
    void aTypingErrorDoesNotTakeANodeOutThatIsNotThere() {
        Scene scene = threeNodes();
        assertThat(act(scene, maintenance("gw-11", true)).act().refused()).isEqualTo(Act.Refused.UNKNOWN_NODE);
        assertThat(scene.view().orders()).isEqualTo(StandingOrders.none());
    }

    @Test
    void whatCannotBeWrittenDownIsRefusedAndChangesNothing() {
        Scene scene = new Scene(HOLD, settings(), new UnwritableMemory());
        scene.run(Duration.ofHours(1));
        scene.node("gw-1").start();
        Scene.Node second = scene.node("gw-2").start();
        scene.run(Duration.ofSeconds(10));
        second.goodbye();
        for (OperatorAct wanted : List.of(
                new OperatorAct.Pausing(Pause.ALL),
                new OperatorAct.Observing(Observe.ALL),
                maintenance("gw-1", true),
                removal("gw-2"))) {
            ActAnswer answer = act(scene, wanted);
            assertThat(answer.act().refused()).as(wanted.verb()).isEqualTo(Act.Refused.JOURNAL_UNWRITABLE);
            assertThat(answer.act().after()).isEqualTo(answer.act().before());
            assertThat(answer.view().orders()).isEqualTo(StandingOrders.none());
        }
        assertThat(scene.view().nodes()).hasSize(2);
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    @Test
    void theAuditKeepsEveryActInOrderAndForgetsTheOldestBeyondItsBound() {
        Scene scene = threeNodes();
        for (int i = 0; i < AuditLog.ACTS + 10; i++) {
            act(scene, new OperatorAct.Observing(i % 2 == 0 ? Observe.PREFERENCE : Observe.OFF));
        }
        act(scene, removal("gw-9"));
        List<Act> all = Scene.now(scene.groups.acts(OptionalLong.of(0), 10_000));
        assertThat(all).hasSize(AuditLog.ACTS);
        assertThat(all.get(0).number()).isEqualTo(12);
        Act newest = Scene.now(scene.groups.acts(OptionalLong.empty(), 1)).get(0);
        assertThat(newest.refused()).isEqualTo(Act.Refused.UNKNOWN_NODE);
        assertThat(newest.by()).isEqualTo(ME);
        List<Act> page = Scene.now(scene.groups.acts(OptionalLong.of(100), 2));
        assertThat(page).extracting(Act::number).containsExactly(101L, 102L);
        assertThat(page.get(0).before()).isEqualTo("off");
        assertThat(page.get(0).after()).isEqualTo("preference");
    }
}
