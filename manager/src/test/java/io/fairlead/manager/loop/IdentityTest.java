package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.Timing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which process an id belongs to, and which token counts. */
final class IdentityTest {

    private static final Timing HOLD = Timing.safe();

    private final Scene scene = new Scene(HOLD, GroupSettings.standard());

    // Field case D13
    @Test
    void theSecondOfTwoMachinesWithOneIdIsHeldBackAndTheFirstIsNotDisturbed() {
        scene.node("edge-01").cpu(30).start();
        scene.node("edge-02").cpu(30).start();
        Scene.Node a = scene.node("edge-07").cpu(20).start();
        Scene.Node b = scene.node("edge-07").cpu(90);
        b.incarnation = "b2";
        b.address = "10.0.0.9:8080";
        scene.run(Duration.ofSeconds(3));
        b.start();

        for (int i = 0; i < 300; i++) {
            scene.run(Duration.ofSeconds(1));
            NodeView seen = scene.view("edge-07");
            assertThat(seen.beat().incarnation()).isEqualTo(a.incarnation);
            if (seen.standing() != null && !Double.isNaN(seen.standing().average())) {
                assertThat(seen.standing().average()).isLessThanOrEqualTo(20);
            }
        }

        assertThat(scene.view().alive()).isEqualTo(3);
        assertThat(scene.newestDecision().comparison().k()).isEqualTo(3);
        assertThat(a.answers).allMatch(HeartbeatAnswer.Accepted.class::isInstance);
        assertThat(b.answers).isNotEmpty().allMatch(HeartbeatAnswer.Conflict.class::isInstance);
        IdConflict conflict = ((HeartbeatAnswer.Conflict) b.lastAnswer()).conflict();
        assertThat(conflict.holder().where()).isEqualTo("edge-07:8080 (connected from 127.0.0.1)");
        assertThat(conflict.claimant().where()).isEqualTo("10.0.0.9:8080 (connected from 127.0.0.1)");
        assertThat(scene.view("edge-07").conflict()).isEqualTo(conflict);
    }

    // Field case D13, variant b
    @Test
    void theSecondMachineMayTakeTheIdOnceTheFirstHasBeenSilentForTheWholeWait() {
        Scene.Node a = scene.node("edge-07").start();
        Scene.Node b = scene.node("edge-07");
        b.incarnation = "b2";
        scene.run(Duration.ofSeconds(10));
        a.kill();
        Duration death = scene.timeline.now();
        b.start();
        while (!(b.answers.size() > 0 && b.lastAnswer() instanceof HeartbeatAnswer.Accepted)) {
            scene.run(Duration.ofMillis(100));
        }
        assertThat(scene.timeline.now().minus(death))
                .isBetween(
                        HOLD.managerWait().minusSeconds(1), HOLD.managerWait().plusSeconds(1));
        assertThat(((HeartbeatAnswer.Accepted) b.lastAnswer()).role()).isEqualTo(Role.STANDBY);
        assertThat(scene.view("edge-07").conflict()).isNull();
    }

    @Test
    void theNextProcessIsLetInAtOnceAfterAGoodbyeAndTheOldOneIsNot() {
        Scene.Node a = scene.node("gw-1").start();
        scene.run(Duration.ofSeconds(10));
        String old = a.incarnation;
        a.goodbye();
        assertThat(a.beat()).isEqualTo(new HeartbeatAnswer.Ended(a.id, old));
        assertThat(a.goodbye()).isInstanceOf(HeartbeatAnswer.Accepted.class);
        a.restart("b2");
        scene.run(Duration.ofSeconds(1));
        assertThat(a.lastAnswer()).isInstanceOf(HeartbeatAnswer.Accepted.class);
        assertThat(scene.view("gw-1").life()).isEqualTo(NodeView.Life.ALIVE);
    }

    // Field case D18: registration
    @Test
    void theGoodbyeOfAProcessWhoseSuccessorHasTheIdByNowTakesNothingFromIt() {
        Scene.Node old = scene.node("gw-1").start();
        scene.run(Duration.ofSeconds(1));
        old.kill();
        scene.run(HOLD.managerWait().plusSeconds(1));
        Scene.Node next = scene.node("gw-1");
        next.incarnation = "b2";
        next.start();
        scene.run(HOLD.managerWait().plusSeconds(2));
        assertThat(next.role).isEqualTo(Role.PRIMARY);
        long token = scene.view().token();
        assertThat(old.goodbye()).isInstanceOf(HeartbeatAnswer.Conflict.class);
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.view("gw-1").life()).isEqualTo(NodeView.Life.ALIVE);
        assertThat(scene.view("gw-1").beat().incarnation()).isEqualTo("b2");
        assertThat(next.role).isEqualTo(Role.PRIMARY);
        assertThat(scene.view().token()).isEqualTo(token);
    }

    @Test
    void everyChangeOfPrimaryHasAHigherTokenThanAnythingKnown() {
        Scene.Node a = scene.node("gw-1").start();
        Scene.Node b = scene.node("gw-2").start();
        scene.run(Duration.ofSeconds(10));
        long first = a.token;
        assertThat(first).isGreaterThanOrEqualTo(1_700_000_000_000L);
        scene.timeline.shiftWallClock(Duration.ofDays(-365));
        a.goodbye();
        scene.run(Duration.ofSeconds(2));
        assertThat(b.role).isEqualTo(Role.PRIMARY);
        assertThat(b.token).isEqualTo(first + 1);
    }

    @Test
    void aNodeThatKnowsAHigherTokenMakesThePrimarysTokenRiseAboveIt() {
        Scene.Node a = scene.node("gw-1").start();
        scene.run(Duration.ofSeconds(10));
        Scene.Node b = scene.node("gw-2");
        b.token = a.token + 1_000_000_000;
        b.start();
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(a.role).isEqualTo(Role.PRIMARY);
        assertThat(a.token).isGreaterThan(1_700_000_000_000L + 1_000_000_000);
    }

    @Test
    void aPrimaryThatSteppedDownByItselfIsPromotedAnewUnderANewToken() {
        Scene.Node a = scene.node("gw-1").start();
        scene.run(Duration.ofSeconds(10));
        long before = a.token;
        a.role = Role.STANDBY;
        HeartbeatAnswer.Accepted answer = (HeartbeatAnswer.Accepted) a.beat();
        assertThat(answer.role()).isEqualTo(Role.PRIMARY);
        assertThat(answer.token()).isGreaterThan(before);
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.view().token()).isEqualTo(answer.token());
    }

    @Test
    void aNodeThatNeverTakesUpItsRoleLosesItAndIsAskedAgainUnderANewToken() {
        Scene.Node a = scene.node("gw-1").start();
        scene.run(HOLD.managerWait().plusSeconds(1));
        long token = scene.view().token();
        for (int i = 0; i < 35; i++) {
            scene.run(Duration.ofMillis(100));
            a.role = Role.STANDBY;
            a.token = Math.max(token, a.token);
        }
        assertThat(scene.view().token()).isEqualTo(token);
        assertThat(scene.primary()).isEqualTo("gw-1");
        for (int i = 0; i < 20; i++) {
            scene.run(Duration.ofMillis(100));
            a.role = Role.STANDBY;
        }
        assertThat(scene.view().token()).isGreaterThan(token);
        assertThat(scene.view().handover().news()).extracting(StepNews::what).contains(HandoverNews.What.PRIMARY_LOST);
    }

    @Test
    void aStandbyThatHasNotYetTakenUpItsRoleIsNotPromotedAgainAndAgain() {
        Scene.Node a = scene.node("gw-1").start();
        scene.run(HOLD.managerWait().plusMillis(600));
        assertThat(scene.primary()).isEqualTo("gw-1");
        long token = scene.view().token();
        for (int i = 0; i < 5; i++) {
            a.role = Role.STANDBY;
            a.token = token;
            assertThat(((HeartbeatAnswer.Accepted) a.beat()).token()).isEqualTo(token);
        }
    }

    private static HeartbeatAnswer beat(Scene scene, String incarnation, Duration interval) {
        Heartbeat beat = new Heartbeat(
                Scene.LINE,
                new NodeId("gw-1"),
                incarnation,
                Role.STANDBY,
                0,
                null,
                1,
                interval,
                false,
                null,
                null,
                null);
        return Scene.now(scene.groups.heartbeat(beat, "127.0.0.1"));
    }

    @Test
    void howOftenANodeMustBeatFollowsFromTheLeaseOfItsOwnGroup() {
        Duration nine = Duration.ofSeconds(9);
        Scene patient = new Scene(HOLD, GroupSettings.standard().with(Timing.of(Duration.ofSeconds(20))));
        for (int i = 0; i < 5; i++) {
            assertThat(beat(patient, "a1", nine)).isInstanceOf(HeartbeatAnswer.Accepted.class);
        }
        Duration second = Duration.ofSeconds(1);
        Scene hasty = new Scene(HOLD, GroupSettings.standard().with(Timing.of(second)));
        for (int i = 0; i < 2; i++) {
            assertThat(beat(hasty, "a1", second))
                    .as("its answer tells the lease")
                    .isInstanceOf(HeartbeatAnswer.Accepted.class);
        }
        HeartbeatAnswer refused = new HeartbeatAnswer.TooRare(Scene.LINE, second, Timing.of(second));
        assertThat(beat(hasty, "a1", second)).isEqualTo(refused);
        assertThat(beat(hasty, "a1", second)).isEqualTo(refused);
        assertThat(beat(hasty, "a1", Duration.ofMillis(500))).isInstanceOf(HeartbeatAnswer.Accepted.class);
        assertThat(beat(hasty, "a1", second)).isInstanceOf(HeartbeatAnswer.Accepted.class);
        assertThat(beat(hasty, "a1", second)).isEqualTo(refused);
    }
}
