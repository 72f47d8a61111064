package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.FencingToken;
import io.fairlead.handover.Timing;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the loop does when a primary is late, dies, leaves, or its machine is merely busy. */
final class FailoverTest {

    private static final Timing HOLD = Timing.safe();

    /** The documented detection time: the silence, and at most one look's time. */
    private static final Duration DETECTION = HOLD.managerWait().plus(Groups.TICK);

    private static Scene scene(Duration round) {
        return new Scene(HOLD, GroupSettings.of(PrimarySettings.of(Profile.STEADY, round)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) (seconds * 1000));
    }

    // Field case D02 a, d
    @Test
    void aLateHeartbeatIsNotADeathAndARealDeathStillIsOne() {
        Scene scene = scene(seconds(1));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(10));
        a.delay = beat -> beat % 4 == 0 ? seconds(2.5) : Duration.ZERO;

        boolean shownLate = false;
        for (int i = 0; i < 1800 * 4; i++) {
            scene.run(seconds(0.25));
            assertThat(scene.primary()).isEqualTo("gw-1");
            assertThat(scene.view("gw-1").life()).isIn(NodeView.Life.ALIVE, NodeView.Life.LATE);
            shownLate |= scene.view("gw-1").life() == NodeView.Life.LATE;
        }
        assertThat(shownLate).isTrue();
        assertThat(scene.changes()).hasSize(1);

        a.kill();
        scene.run(HOLD.managerWait().minus(seconds(3)));
        assertThat(scene.primary()).isEqualTo("gw-1");
        scene.run(seconds(3).plus(Groups.TICK));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(scene.view("gw-1").life()).isEqualTo(NodeView.Life.DEAD);
    }

    @Test
    void aNodeWhosePromoteFailsTwiceInARowIsFollowedByAnother() {
        Scene scene = scene(seconds(1));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(a.role).isEqualTo(Role.PRIMARY);

        a.role = Role.STANDBY;
        a.beat();
        assertThat(scene.primary()).as("once may be a lost answer").isEqualTo("gw-1");
        scene.run(seconds(3));
        a.role = Role.STANDBY;
        a.beat();
        assertThat(scene.primary()).isEqualTo("gw-2");
        scene.run(seconds(120));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    /** Heartbeats arrive, answers are lost: the node lays the role down and never learns that it is given it again. */
    @Test
    void aPrimaryThatNoAnswerReachesIsFollowedByAnother() {
        Scene scene = scene(seconds(1));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(10));
        assertThat(scene.primary()).isEqualTo("gw-1");

        a.deaf = true;
        a.role = Role.STANDBY;
        scene.run(seconds(20));
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void anAbsurdTokenInOneHeartbeatDoesNotDriveTheTokensBeyondWhatNodesAccept() {
        Scene scene = scene(seconds(1));
        Scene.Node a = scene.node("gw-1").start();
        scene.run(seconds(10));
        Scene.Node evil = scene.node("evil");
        evil.token = FencingToken.MAX;
        evil.beat();
        scene.run(seconds(60));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(a.role).isEqualTo(Role.PRIMARY);
        assertThat(scene.view().token()).isLessThanOrEqualTo(FencingToken.MOST_LEARNED + 1);
    }

    @Test
    void aNodeThatCannotHoldTheRoleIsTriedAgainWhenItIsTheOnlyOne() {
        Scene scene = scene(seconds(1));
        Scene.Node a = scene.node("gw-1").start();
        scene.run(seconds(10));
        for (int i = 0; i < 3; i++) {
            a.role = Role.STANDBY;
            a.beat();
            scene.run(seconds(3));
        }
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(a.role).isEqualTo(Role.PRIMARY);
    }

    // Field case D05, base
    @Test
    void aPrimaryThatDiesInTheCooldownIsReplacedWithinTheDetectionTime() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        Scene.Node b = scene.node("gw-2").start();
        scene.run(seconds(60));
        a.kill();
        scene.run(DETECTION);
        assertThat(scene.primary()).isEqualTo("gw-2");
        a.restart("b2");
        scene.run(seconds(30));
        b.kill();

        scene.run(DETECTION);

        assertThat(scene.primary()).isEqualTo("gw-1");
        DecisionRecord last = scene.changes().get(2);
        assertThat(last.decision().cause()).isEqualTo(Cause.FAILOVER);
        assertThat(last.decision().reason()).isEqualTo(Reason.PRIMARY_LOST);
        assertThat(last.words())
                .isEqualTo(
                        "gw-1 becomes primary instead of gw-2: the last primary is gone: silent, stopped in order, or taken out");
        assertThat(last.alarms())
                .extracting(alarm -> alarm.kind().words())
                .containsExactly("the cooldown was running and was overridden: a failover does not wait for it");
        assertThat(scene.changes().get(1).alarms()).isEmpty();
    }

    // Field case D05, variant b
    @Test
    void aPrimaryThatOnlyGetsBusierInTheCooldownIsNotLeftBeforeItEnds() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        Scene.Node b = scene.node("gw-2").start();
        scene.run(seconds(600));
        a.kill();
        scene.run(DETECTION);
        a.restart("b2");
        scene.run(seconds(60));
        b.cpu(60);

        scene.run(seconds(300 - 70));

        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(scene.changes()).hasSize(2);
    }

    @Test
    void theLastLivingNodeStaysPrimaryThroughThreeDeathsInTenMinutes() {
        Scene scene = scene(seconds(5));
        List<Scene.Node> nodes = List.of(
                scene.node("gw-1").start(),
                scene.node("gw-2").start(),
                scene.node("gw-3").start(),
                scene.node("gw-4").start());
        scene.run(seconds(60));
        for (int death = 0; death < 3; death++) {
            String primary = scene.primary();
            nodes.stream().filter(n -> n.id.value().equals(primary)).forEach(Scene.Node::kill);
            scene.run(DETECTION.plus(seconds(10)));
            assertThat(scene.primary()).isNotNull().isNotEqualTo(primary);
        }
        assertThat(scene.newestDecision().reason()).isEqualTo(Reason.NO_STANDBY);
    }

    @Test
    void aGoodbyeFreesTheRoleAtOnce() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(60));

        HeartbeatAnswer answer = a.goodbye();

        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(((HeartbeatAnswer.Accepted) answer).role()).isEqualTo(Role.STANDBY);
        assertThat(scene.view("gw-1").life()).isEqualTo(NodeView.Life.GONE);
    }

    @Test
    void aGroupWhoseNodesAreAllDeadHasNoPrimaryAndGetsOneBack() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        scene.run(seconds(60));
        long before = scene.view().token();
        a.kill();
        scene.run(DETECTION);
        assertThat(scene.primary()).isNull();
        assertThat(scene.changes().get(1).decision().kind()).isEqualTo(Decision.Kind.NO_PRIMARY);

        a.restart("b2");
        scene.run(seconds(2));

        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(a.token).isGreaterThan(before);
    }

    @Test
    void aNodeThatComesBackDoesNotTakeTheRoleBackByItself() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(60));
        a.kill();
        scene.run(DETECTION);
        a.start();
        scene.run(seconds(120));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(a.role).isEqualTo(Role.STANDBY);
    }

    @Test
    void theSilenceOfAManagerThatWasStoppedKillsNobody() {
        Scene scene = scene(seconds(5));
        scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(60));
        scene.timeline.stopFor(Duration.ofMinutes(10));
        scene.run(seconds(5));
        assertThat(scene.changes()).hasSize(1);
        assertThat(scene.view("gw-1").life()).isEqualTo(NodeView.Life.ALIVE);
    }

    @Test
    void aPrimaryThatWasHeardInAPauseOfTheManagerAndComesBackAfterItsSilenceIsNotToldToStop() {
        Scene scene = scene(seconds(5));
        Scene.Node alone = scene.node("gw-1").start();
        scene.run(seconds(60));
        long token = alone.token;
        scene.timeline.stopFor(seconds(20));
        // Taken in before the loop notices that it stood still.
        alone.beat();
        alone.kill();
        scene.run(DETECTION.plusSeconds(1));
        assertThat(scene.primary()).isNull();
        alone.beat();
        assertThat(alone.role).isEqualTo(Role.PRIMARY);
        assertThat(alone.token).isEqualTo(token);
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    // Field case D04 a, b, at the manager
    @Test
    void aWallClockThatJumpsKillsNobodyAndKeepsNobodyAlive() {
        Scene scene = scene(seconds(5));
        Scene.Node a = scene.node("gw-1").start();
        scene.node("gw-2").start();
        scene.run(seconds(60));
        scene.timeline.shiftWallClock(Duration.ofMinutes(30));
        scene.run(seconds(60));
        assertThat(scene.changes()).hasSize(1);

        scene.timeline.shiftWallClock(Duration.ofHours(-1));
        a.kill();
        scene.run(DETECTION);
        assertThat(scene.primary()).isEqualTo("gw-2");
    }
}
