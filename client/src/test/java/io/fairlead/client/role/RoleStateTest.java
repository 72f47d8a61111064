package io.fairlead.client.role;

import static io.fairlead.client.role.RoleBench.EXCLUSIVE;
import static io.fairlead.client.role.RoleBench.OTHER;
import static io.fairlead.client.role.RoleBench.SAFE;
import static io.fairlead.client.role.RoleBench.SELF;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a role is gained, kept and lost. */
class RoleStateTest {

    @Test
    void aNodeThatStartsIsAStandbyAndRunsDemoteWhateverItWas() {
        RoleBench node = RoleBench.started(SAFE, 0).event(RoleWalk::begun);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.reasons()).containsExactly(RoleReason.START);
        assertThat(node.end(StepEnd.DONE).point()).isEqualTo(HandoverPoint.IDLE);
    }

    @Test
    void aNewTokenGivesTheRoleAndRunsPromote() {
        RoleBench node = RoleBench.free(SAFE).nothing(5).promoted(6);
        assertThat(node.isPrimary()).isTrue();
        assertThat(node.lastOrder())
                .isEqualTo(new StepOrder(
                        RoleStep.PROMOTE,
                        6,
                        new RoleChange(
                                6, RoleReason.PROMOTED, "DEATH", "gw-2", "gw-1", Duration.ofSeconds(10), false)));
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTING));
        assertThat(node.end(StepEnd.DONE).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTED));
    }

    @Test
    void theRoleEndsOneFenceLeadBeforeTheLeaseCountedFromTheSend() {
        RoleBench node = RoleBench.free(SAFE);
        Moment sent = node.now();
        node.later(400).answered(t -> RoleBench.promote(t, 6), sent);
        assertThat(node.later(2599).isPrimary()).isTrue();
        assertThat(node.later(1).isPrimary()).isFalse();
    }

    @Test
    void anAnswerToALaterSendProlongsTheRoleWithoutAStep() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(2000).promoted(6);
        assertThat(node.steps()).isEmpty();
        assertThat(node.later(2999).isPrimary()).isTrue();
    }

    @Test
    void anAnswerToAnEarlierSendDoesNotShortenTheRole() {
        RoleBench node = RoleBench.primary(SAFE, 6);
        Moment early = node.now();
        node.later(1000).promoted(6).answered(t -> RoleBench.promote(t, 6), early);
        assertThat(node.later(2999).isPrimary()).isTrue();
    }

    @Test
    void anAnswerThatRenewsNothingProlongsNothing() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(2000).nothing(6);
        assertThat(node.isPrimary()).isTrue();
        assertThat(node.later(1000).isPrimary()).isFalse();
        RoleBench other = RoleBench.primary(SAFE, 6).later(2000);
        other.answered(t -> RoleBench.answer(t, Role.PRIMARY, 6, new Told(Directive.PROMOTE, 6, "", "", ""), false));
        assertThat(other.later(1000).isPrimary()).isFalse();
    }

    @Test
    void withoutAnAnswerTheNodeLaysTheRoleDownByItselfAndSaysWhy() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(3000).look();
        assertThat(node.reasons()).containsExactly(RoleReason.LEASE_LOST);
        assertThat(node.state().role()).isEqualTo(Role.STANDBY);
        assertThat(node.state().laidDown()).contains(RoleReason.LEASE_LOST);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPING));
        assertThat(node.later(9000).look().steps()).hasSize(1);
    }

    // Field case D03, the node's part: being "already running" gives no right to go on
    @Test
    void noLaterAnswerWithTheOldTokenBringsALostRoleBack() {
        RoleBench node =
                RoleBench.primary(SAFE, 6).later(3000).look().later(100).promoted(6);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.steps()).containsExactly(RoleStep.DEMOTE);
        assertThat(node.end(StepEnd.DONE).promoted(6).isPrimary()).isFalse();
        assertThat(node.promoted(7).isPrimary()).isTrue();
    }

    // Field case D03: the first act after waking is the look at the clock
    @Test
    void anAnswerThatWaitedWhileTheNodeSleptLaysTheRoleDownFirstAndRunsDemoteOnce() {
        RoleBench node = RoleBench.primary(SAFE, 6).later(1000);
        Moment sent = node.now();
        node.later(25_000).answered(t -> RoleBench.promote(t, 6), sent);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.reasons()).containsExactly(RoleReason.LEASE_LOST);
    }

    // Field case D03, for a machine that is suspended: its monotonic clock has seen nothing
    @Test
    void theTimeSinceBootEndsARoleOfWhichTheMonotonicClockHasMissedTheEnd() {
        RoleBench node = RoleBench.primary(SAFE, 6).suspended(25_000);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.look().reasons()).containsExactly(RoleReason.LEASE_LOST);
    }

    // Field case D18, the node's part: what is no longer one's own is not prolonged by a late answer
    @Test
    void anAnswerThatTookLongerThanItGrantsIsAsGoodAsLost() {
        RoleBench node = RoleBench.free(SAFE).nothing(5);
        Moment sent = node.now();
        node.later(3000).answered(t -> RoleBench.promote(t, 6), sent);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.state().token()).isEqualTo(5);
        assertThat(node.promoted(6).isPrimary()).isTrue();
    }

    @Test
    void aTokenThatIsNotHigherThanAnyKnownGivesNoRole() {
        assertThat(RoleBench.free(SAFE).nothing(6).promoted(6).isPrimary()).isFalse();
        assertThat(RoleBench.free(SAFE).nothing(6).promoted(5).isPrimary()).isFalse();
        assertThat(RoleBench.started(SAFE, 6).later(10_000).promoted(6).isPrimary())
                .isFalse();
        assertThat(RoleBench.started(SAFE, 6).later(10_000).promoted(7).isPrimary())
                .isTrue();
    }

    @Test
    void aTokenThatCannotBeKeptInMindGivesNoRoleEvenLater() {
        RoleBench node = RoleBench.free(SAFE).event(walk -> walk.refused(6));
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTE_FAILED));
        assertThat(node.promoted(6).isPrimary()).isFalse();
        assertThat(node.promoted(7).isPrimary()).isTrue();
    }

    @Test
    void aPrimaryThatIsToldToStopRunsDemoteAtOnce() {
        RoleBench node = RoleBench.primary(EXCLUSIVE, 6).answered(t -> RoleBench.told(t, Directive.DEMOTE, 6, 6));
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.lastOrder())
                .isEqualTo(new StepOrder(
                        RoleStep.DEMOTE,
                        6,
                        new RoleChange(
                                6, RoleReason.DEMOTED, "PREFERENCE", "gw-1", "gw-2", Duration.ofMillis(900), true)));
    }

    @Test
    void aDirectiveToEndAnOlderRoleDoesNotEndANewerOne() {
        RoleBench node = RoleBench.primary(SAFE, 6).told(Directive.DEMOTE, 5);
        assertThat(node.isPrimary()).isTrue();
        assertThat(node.steps()).isEmpty();
    }

    @Test
    void aPrimaryThatHearsOfANewerTokenLaysItsRoleDown() {
        RoleBench node = RoleBench.primary(SAFE, 6).nothing(7);
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.state().token()).isEqualTo(7);
        assertThat(node.lastOrder().change().token()).isEqualTo(6);
        RoleBench asked = RoleBench.primary(SAFE, 6).event(walk -> walk.heardOf(7));
        assertThat(asked.reasons()).containsExactly(RoleReason.SUPERSEDED);
        assertThat(asked.promoted(7).isPrimary()).isFalse();
    }

    @Test
    void aStandbyLearnsTokensWhichNeverFallAndRunsNoStep() {
        RoleBench node = RoleBench.free(SAFE).nothing(9).nothing(3);
        assertThat(node.state().token()).isEqualTo(9);
        assertThat(node.state().primary()).contains(OTHER);
        assertThat(node.steps()).isEmpty();
    }

    @Test
    void aPrimaryWithANewTokenRunsPromoteAgainSoThatItsServiceLearnsIt() {
        RoleBench node = RoleBench.primary(SAFE, 6).promoted(8);
        assertThat(node.steps()).containsExactly(RoleStep.PROMOTE);
        assertThat(node.lastOrder().change().token()).isEqualTo(8);
    }

    @Test
    void aFailedPromoteLaysTheRoleDownAndSaysSoBeforeAnythingElse() {
        RoleBench node = RoleBench.free(SAFE).promoted(6).end(StepEnd.failed("no"));
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.lastOrder().change().reason()).isEqualTo(RoleReason.PROMOTE_FAILED);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTE_FAILED));
        node.end(StepEnd.DONE);
        assertThat(node.point()).isEqualTo(new HandoverPoint(6, HandoverLevel.PROMOTE_FAILED));
        assertThat(node.nothing(6).point()).isEqualTo(new HandoverPoint(6, HandoverLevel.STOPPED));
    }

    @Test
    void onlyAPrimaryRunsDemoteWhenItStops() {
        assertThat(RoleBench.primary(SAFE, 6).event(RoleWalk::stopping).reasons())
                .containsExactly(RoleReason.STOPPING);
        assertThat(RoleBench.free(SAFE).nothing(6).event(RoleWalk::stopping).steps())
                .isEmpty();
    }

    @Test
    void whenTheTimesOfTheGroupGetShorterSoDoesTheRole() {
        RoleBench node = RoleBench.primary(SAFE, 6);
        RoleTerms fast = new RoleTerms(Optional.of(Timing.fast()), SAFE.mode(), false, SAFE.limits());
        node.answered(ignored -> RoleBench.promote(fast, 6));
        assertThat(node.later(1499).isPrimary()).isTrue();
        assertThat(node.later(1).isPrimary()).isFalse();
    }

    @Test
    void aMonotonicClockMayBeBelowZeroAndMayOverflow() {
        long near = Long.MAX_VALUE - 5_000_000_000L;
        Moment late = new Moment(near, near);
        RoleState primary = RoleWalk.from(RoleState.atStart(0, Duration.ZERO, late), SELF, late)
                .answered(old(Role.PRIMARY, 1), late, HandoverPoint.IDLE)
                .done()
                .next();
        assertThat(primary.isPrimary(late.plus(Duration.ofSeconds(29)))).isTrue();
        assertThat(primary.isPrimary(late.plus(Duration.ofSeconds(30)))).isFalse();
    }

    @Test
    void aManagerThatKnowsNoStepsGivesAndTakesTheRoleWithItsAnswerAlone() {
        RoleBench node = RoleBench.started(SAFE, 0).answered(ignored -> old(Role.PRIMARY, 6));
        assertThat(node.later(29_999).isPrimary()).isTrue();
        node.answered(ignored -> old(Role.STANDBY, 7));
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.reasons()).containsExactly(RoleReason.PROMOTED, RoleReason.DEMOTED);
        assertThat(node.lastOrder().change().to()).isEqualTo("gw-2");
        assertThat(node.lastOrder().change().limit()).isEqualTo(Duration.ofSeconds(10));
    }

    private static HeartbeatAnswer old(Role role, long token) {
        return new HeartbeatAnswer(
                role,
                token,
                Duration.ofSeconds(30),
                Optional.of(role == Role.PRIMARY ? SELF : OTHER),
                Optional.empty(),
                Optional.empty());
    }
}
