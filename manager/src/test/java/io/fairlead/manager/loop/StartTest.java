package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.Timing;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a manager does when it starts beside nodes that may already have a primary. */
final class StartTest {

    private static final Timing HOLD = Timing.safe();

    private final Scene scene = new Scene(HOLD, GroupSettings.standard());

    @Test
    void aBrandNewGroupWaitsForAsLongAsARoleMayLastThatSomebodyElseHasGranted() {
        scene.node("gw-2").start();
        scene.run(HOLD.managerWait().minusMillis(100));
        assertThat(scene.primary()).isNull();
        scene.node("gw-1").start();
        scene.run(Groups.TICK.plusMillis(600));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.changes()).hasSize(1);
        assertThat(scene.changes().get(0).decision().cause()).isEqualTo(Cause.BOOTSTRAP);
    }

    @Test
    void aManagerThatHasJustStartedWaitsForThePrimaryThatItsPredecessorMayHaveMadeThoughANewcomerComesFirst() {
        Scene restarted = Scene.ofNewManager(HOLD, GroupSettings.standard());
        restarted.node("gw-9").start();
        restarted.run(Duration.ofSeconds(2));
        assertThat(restarted.primary()).isNull();
        Scene.Node old = restarted.node("gw-1");
        old.role = Role.PRIMARY;
        old.token = 17;
        old.start();
        restarted.run(Duration.ofMinutes(1));
        assertThat(restarted.primary()).isEqualTo("gw-1");
        assertThat(restarted.changes()).isEmpty();
    }

    @Test
    void aManagerThatHasJustStartedPromotesANewcomerOnceNobodyCanHoldTheRoleAnyMore() {
        Scene restarted = Scene.ofNewManager(HOLD, GroupSettings.standard());
        restarted.node("gw-9").start();
        restarted.run(HOLD.managerWait().minusMillis(10));
        assertThat(restarted.primary()).isNull();
        restarted.run(Duration.ofMillis(600));
        assertThat(restarted.primary()).isEqualTo("gw-9");
    }

    @Test
    void aPrimaryThatIsFoundKeepsItsRoleAndItsToken() {
        scene.node("gw-1").start().token = 17;
        Scene.Node b = scene.node("gw-2");
        b.role = Role.PRIMARY;
        b.token = 17;
        b.start();
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(scene.view().token()).isEqualTo(17);
        assertThat(scene.changes()).isEmpty();
        assertThat(b.answers)
                .allSatisfy(answer ->
                        assertThat(((HeartbeatAnswer.Accepted) answer).role()).isEqualTo(Role.PRIMARY));
    }

    @Test
    void nobodyIsPromotedForOneWaitWhereSomebodyMayBePrimary() {
        Scene scene = new Scene(HOLD, GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))));
        scene.node("gw-1").start().token = 17;
        scene.run(HOLD.managerWait().minusMillis(10));
        assertThat(scene.primary()).isNull();
        assertThat(scene.changes()).isEmpty();
        // What would be done is shown all the same.
        DecisionRecord shown = scene.decisions().get(0);
        assertThat(shown.decision().kind()).isEqualTo(Decision.Kind.WOULD_SWITCH);
        assertThat(shown.words()).endsWith("(held back: the manager has just started)");

        scene.run(Duration.ofMillis(600));
        assertThat(scene.primary()).isEqualTo("gw-1");
        assertThat(scene.view().token()).isGreaterThan(17);
    }

    @Test
    void ofTwoThatClaimTheRoleTheOneWithTheHigherTokenHasIt() {
        Scene.Node older = scene.node("gw-1");
        older.role = Role.PRIMARY;
        older.token = 16;
        Scene.Node newer = scene.node("gw-2");
        newer.role = Role.PRIMARY;
        newer.token = 17;
        older.start();
        scene.run(Duration.ofSeconds(1));
        assertThat(scene.primary()).isEqualTo("gw-1");
        newer.start();
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.primary()).isEqualTo("gw-2");
        assertThat(older.role).isEqualTo(Role.STANDBY);
        assertThat(scene.view().token()).isEqualTo(17);
    }

    @Test
    void aPrimaryIsNotAdoptedWhereSomebodyKnowsThatAnotherCameAfterIt() {
        scene.node("gw-1").start().token = 18;
        Scene.Node stale = scene.node("gw-2");
        stale.role = Role.PRIMARY;
        stale.token = 17;
        stale.start();
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.primary()).isNull();
        assertThat(stale.role).isEqualTo(Role.STANDBY);
    }

    @Test
    void anAdoptedPrimaryIsLetGoWhenAnotherOneTurnsOutToHaveComeAfterIt() {
        Scene.Node stale = scene.node("gw-2");
        stale.role = Role.PRIMARY;
        stale.token = 17;
        stale.start();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isEqualTo("gw-2");
        scene.node("gw-1").start().token = 18;
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.primary()).isNull();
        assertThat(stale.role).isEqualTo(Role.STANDBY);
        scene.run(HOLD.managerWait());
        assertThat(scene.view().token()).isGreaterThan(18);
    }

    @Test
    void anAdoptedPrimaryThatSaysGoodbyeIsNotReplacedBeforeTheWaitIsOver() {
        scene.node("gw-1").start().token = 17;
        Scene.Node b = scene.node("gw-2");
        b.role = Role.PRIMARY;
        b.token = 17;
        b.start();
        scene.run(Duration.ofSeconds(2));
        b.goodbye();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.changes()).isEmpty();
        scene.run(HOLD.managerWait());
        assertThat(scene.primary()).isEqualTo("gw-1");
    }
}
