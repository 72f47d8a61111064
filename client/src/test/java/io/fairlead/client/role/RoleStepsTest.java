package io.fairlead.client.role;

import static io.fairlead.client.role.RoleBench.EXCLUSIVE;
import static io.fairlead.client.role.RoleBench.OTHER;
import static io.fairlead.client.role.RoleBench.SAFE;
import static io.fairlead.client.role.RoleBench.SINGLE_WRITER;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The steps of a change of primary, and what keeps a node from taking part in one. */
class RoleStepsTest {

    @Test
    void aNodeThatIsToldToPrepareDoesItOnceHoweverOftenItIsTold() {
        RoleBench node = RoleBench.free(SAFE).told(Directive.PREPARE, 3).told(Directive.PREPARE, 3);
        assertThat(node.steps()).containsExactly(RoleStep.PREPARE);
        assertThat(node.lastOrder().change().limit()).isEqualTo(Duration.ofSeconds(30));
        assertThat(node.point()).isEqualTo(new HandoverPoint(3, HandoverLevel.PREPARING));
        node.end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(3, HandoverLevel.PREPARED));
        assertThat(node.told(Directive.PREPARE, 3).steps()).hasSize(1);
    }

    @Test
    void aPrepareThatFailsIsSaid() {
        RoleBench node = RoleBench.free(SAFE).told(Directive.PREPARE, 3).end(StepEnd.failed("no"));
        assertThat(node.point()).isEqualTo(new HandoverPoint(3, HandoverLevel.PREPARE_FAILED));
        assertThat(node.told(Directive.PREPARE, 4).point()).isEqualTo(new HandoverPoint(4, HandoverLevel.PREPARING));
    }

    @Test
    void anAbandonedPrepareIsEndedByItsCleanup() {
        RoleBench node = RoleBench.free(SAFE).told(Directive.PREPARE, 3);
        StepOrder prepare = node.lastOrder();
        node.told(Directive.CLEANUP, 4).event(walk -> walk.ended(prepare, StepEnd.DONE));
        assertThat(node.steps()).containsExactly(RoleStep.PREPARE, RoleStep.CLEANUP);
        assertThat(node.point()).isEqualTo(new HandoverPoint(4, HandoverLevel.CLEANING));
        assertThat(node.end(StepEnd.failed("no")).point())
                .isEqualTo(new HandoverPoint(4, HandoverLevel.CLEANUP_FAILED));
    }

    @Test
    void anOldPrimaryStopsDrainsAndTidiesUpAndEachIsHeard() {
        RoleBench node = RoleBench.primary(SAFE, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
        assertThat(node.lastOrder().step()).isEqualTo(RoleStep.DRAIN);
        assertThat(node.lastOrder().change().limit()).isEqualTo(Duration.ofSeconds(30));
        node.told(Directive.DEMOTE, 6);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINING));
        node.end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINED));
        node.told(Directive.CLEANUP, 9).end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(9, HandoverLevel.CLEANED));
        assertThat(node.steps()).containsExactly(RoleStep.DEMOTE, RoleStep.DRAIN, RoleStep.CLEANUP);
    }

    @Test
    void aDrainThatTakesTooLongIsCut() {
        RoleBench node = RoleBench.primary(SAFE, 6)
                .told(Directive.DEMOTE, 6)
                .end(StepEnd.DONE)
                .told(Directive.DEMOTE, 6)
                .end(StepEnd.failed("too long"));
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINED));
        assertThat(node.state().running()).isEmpty();
    }

    @Test
    void aDemoteThatFailsIsSaidAndConfirmsNothingUntilItHasSucceeded() {
        RoleBench node = RoleBench.primary(EXCLUSIVE, 6).told(Directive.DEMOTE, 6);
        StepOrder demote = node.lastOrder();
        node.end(StepEnd.failed("no"));
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOP_FAILED));
        node.told(Directive.PREPARE, 8).told(Directive.CLEANUP, 9);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOP_FAILED));
        node.event(walk -> walk.ended(demote, StepEnd.DONE));
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
    }

    @Test
    void inAGroupWithASingleWriterStoppedIsSaidWhenNothingRunsAnyMore() {
        RoleBench node =
                RoleBench.primary(SINGLE_WRITER, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPING));
        node.end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
        assertThat(node.nothing(6).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINED));
    }

    @Test
    void aSingleWriterThatIsNotRenewedCutsItsDrainBeforeItsLeaseEnds() {
        RoleBench node =
                RoleBench.primary(SINGLE_WRITER, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        assertThat(node.later(2999).look().lastOrder().step()).isEqualTo(RoleStep.DRAIN);
        node.later(1).look();
        assertThat(node.lastOrder().step()).isEqualTo(RoleStep.FENCE);
        assertThat(node.lastOrder().change().reason()).isEqualTo(RoleReason.DRAIN_CUT);
        assertThat(node.end(StepEnd.ABSENT).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
        assertThat(node.state().laidDown()).contains(RoleReason.DRAIN_CUT);
    }

    @Test
    void aDrainThatWasCutIsSaidWithWhyTheRoleWasLaidDownAndNotAfterTheNextOne() {
        RoleBench node = RoleBench.primary(SAFE, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        assertThat(node.state().laidDown()).contains(RoleReason.DEMOTED);
        node.end(StepEnd.failed("2 still run"));
        assertThat(node.nothing(6).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINED));
        assertThat(node.state().laidDown()).contains(RoleReason.DRAIN_CUT);
        node.told(Directive.CLEANUP, 7).end(StepEnd.DONE).told(Directive.DEMOTE, 8);
        assertThat(node.steps()).endsWith(RoleStep.CLEANUP, RoleStep.DEMOTE);
        assertThat(node.state().laidDown()).contains(RoleReason.DEMOTED);
    }

    @Test
    void aSingleWriterDrainsAsLongAsItsLeaseIsRenewed() {
        RoleBench node =
                RoleBench.primary(SINGLE_WRITER, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        node.later(2000)
                .answered(t -> RoleBench.answer(
                        t, Role.STANDBY, 6, new HeartbeatAnswer.Told(Directive.DEMOTE, 6, "", "", ""), true));
        assertThat(node.later(2999).look().lastOrder().step()).isEqualTo(RoleStep.DRAIN);
        assertThat(node.later(1).look().lastOrder().step()).isEqualTo(RoleStep.FENCE);
    }

    @Test
    void aNodeThatHasStoppedGoesOnWithItsDrainWhenItIsToldToStopForTheTokenThatFollowedIts() {
        RoleBench node = RoleBench.primary(SAFE, 6).told(Directive.DEMOTE, 6).end(StepEnd.DONE);
        node.answered(t -> RoleBench.told(t, Directive.DEMOTE, 7, 7));
        assertThat(node.steps()).containsExactly(RoleStep.DEMOTE, RoleStep.DRAIN);
        assertThat(node.state().token()).isEqualTo(7);
        assertThat(node.end(StepEnd.DONE).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.DRAINED));
    }

    @Test
    void aNodeThatIsToldToEndARoleItDoesNotKnowOfRunsDemoteAndSaysSo() {
        RoleBench node = RoleBench.free(SAFE).told(Directive.DEMOTE, 6).told(Directive.DEMOTE, 6);
        assertThat(node.steps()).containsExactly(RoleStep.DEMOTE);
        assertThat(node.lastOrder().change().token()).isEqualTo(6);
        assertThat(node.end(StepEnd.DONE).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
    }

    @Test
    void aNodeAcceptsNoRoleForOneLeaseAndTheAllowanceAfterItsStart() {
        RoleBench node = RoleBench.started(SAFE, 0).later(4299).promoted(6);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.state().token()).isEqualTo(6);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTE_FAILED));
        assertThat(node.later(1).promoted(6).isPrimary()).isFalse();
        assertThat(node.promoted(7).isPrimary()).isTrue();
    }

    @Test
    void aLeaseThatWasLoweredDoesNotShortenTheWaitOfANodeThatMayHavePromisedUnderTheLongerOne() {
        RoleBench node = RoleBench.startedAfter(SAFE, Duration.ofSeconds(10));
        assertThat(node.later(10_599).promoted(6).isPrimary()).isFalse();
        assertThat(node.later(1).promoted(7).isPrimary()).isTrue();
    }

    @Test
    void aNodeThatHasHeardNoTimesYetSaysThatItIsBoundForTheUsualTime() {
        RoleBench node = RoleBench.started(SAFE, 0).later(300);
        assertThat(node.state().bond().said(node.now(), node.state().terms())).isEqualTo(Duration.ofSeconds(4));
        RoleTerms fast = new RoleTerms(Optional.of(Timing.fast()), SAFE.mode(), false, SAFE.limits());
        assertThat(node.state().bond().said(node.now(), fast)).isEqualTo(Duration.ofMillis(1_900));
    }

    @Test
    void aNodeThatMayHavePromisedSaysSoBeforeAnybodyToldItTheLease() {
        RoleBench node = RoleBench.startedAfter(SAFE, Duration.ofSeconds(10));
        assertThat(node.state().bond().left(node.now(), node.state().terms())).isEqualTo(Duration.ofMillis(10_600));
        node.later(10_600);
        assertThat(node.state().bond().left(node.now(), node.state().terms())).isZero();
    }

    @Test
    void aNodeThatHasPromisedAcceptsNoRoleAndWithdrawsWhatItPrepared() {
        RoleBench node = RoleBench.free(SAFE).told(Directive.PREPARE, 3);
        Moment until = node.now().plus(Duration.ofMillis(4300));
        node.event(walk -> walk.promised(new Bond.Promise(OTHER, until)));
        assertThat(node.point()).isEqualTo(new HandoverPoint(3, HandoverLevel.PREPARE_WITHDRAWN));
        assertThat(node.steps()).containsExactly(RoleStep.PREPARE, RoleStep.HALT);
        assertThat(node.later(4299).promoted(6).isPrimary()).isFalse();
        assertThat(node.later(1).promoted(7).isPrimary()).isTrue();
    }

    @Test
    void aPromiseIsNotShortenedByAMachineThatWasSuspended() {
        RoleBench node = RoleBench.free(SAFE);
        Moment until = node.now().plus(Duration.ofMillis(4300));
        node.event(walk -> walk.promised(new Bond.Promise(OTHER, until))).suspended(60_000);
        assertThat(node.promoted(6).isPrimary()).isFalse();
    }

    @Test
    void aShorterPromiseDoesNotReplaceALongerOne() {
        RoleBench node = RoleBench.free(SAFE);
        Moment now = node.now();
        node.event(walk -> walk.promised(new Bond.Promise(OTHER, now.plus(Duration.ofSeconds(4)))))
                .event(walk -> walk.promised(new Bond.Promise(OTHER, now.plus(Duration.ofSeconds(2)))));
        assertThat(node.later(3999).promoted(6).isPrimary()).isFalse();
    }

    @Test
    void thePromisesOfAllOthersKeepTheRoleForOneLeaseLessTheLeadFromWhenTheyWereAsked() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(2000);
        Moment asked = node.now();
        node.later(400).event(walk -> walk.allPromised(asked, 6));
        assertThat(node.later(2599).isPrimary()).isTrue();
        assertThat(node.later(1).isPrimary()).isFalse();
    }

    @Test
    void promisesThatComeAfterTheStepDownBringNothingBack() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(2900);
        Moment asked = node.now();
        node.later(100).look().event(walk -> walk.allPromised(asked, 6));
        assertThat(node.isPrimary()).isFalse();
        RoleBench late = RoleBench.primary(SAFE, 6).later(2900);
        Moment alsoAsked = late.now();
        assertThat(late.later(100).event(walk -> walk.allPromised(alsoAsked, 6)).isPrimary())
                .isFalse();
    }
}
