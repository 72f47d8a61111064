package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoleStateTest {
    private static final long S = 1_000_000_000L;
    private static final NodeId SELF = new NodeId("gw-1");
    private static final NodeId OTHER = new NodeId("gw-2");

    @Test
    void aNodeThatStartsIsAStandby() {
        assertThat(RoleState.atStart().isPrimary(0)).isFalse();
    }

    @Test
    void aNewTokenGivesTheRoleAndRunsPromote() {
        RoleState.Step step = standby(OTHER, 5).answered(primary(6), 10 * S, 10 * S, SELF);
        assertThat(step.next().isPrimary(10 * S)).isTrue();
        assertThat(step.hooks())
                .containsExactly(new HookOrder(HookOrder.Hook.PROMOTE, 6, RoleReason.PROMOTED, "gw-2", "gw-1"));
    }

    @Test
    void theRoleLastsFromTheSendAndNotFromTheArrival() {
        RoleState primary =
                RoleState.atStart().answered(primary(6), 10 * S, 12 * S, SELF).next();
        assertThat(primary.isPrimary(40 * S - 1)).isTrue();
        assertThat(primary.isPrimary(40 * S)).isFalse();
    }

    @Test
    void anAnswerToALaterSendProlongsTheRoleWithoutAHook() {
        RoleState.Step step = primaryUntil40(6).answered(primary(6), 20 * S, 21 * S, SELF);
        assertThat(step.hooks()).isEmpty();
        assertThat(step.next().isPrimary(50 * S - 1)).isTrue();
    }

    @Test
    void anAnswerToAnEarlierSendDoesNotShortenTheRole() {
        RoleState.Step step = primaryUntil40(6).answered(primary(6), 5 * S, 21 * S, SELF);
        assertThat(step.next().isPrimary(40 * S - 1)).isTrue();
    }

    @Test
    void withoutAnAnswerTheNodeLaysTheRoleDownByItself() {
        RoleState.Step step = primaryUntil40(6).looked(40 * S, SELF);
        assertThat(step.next().role()).isEqualTo(Role.STANDBY);
        assertThat(step.hooks())
                .containsExactly(new HookOrder(HookOrder.Hook.DEMOTE, 6, RoleReason.LEASE_LOST, "gw-1", ""));
        assertThat(step.next().looked(41 * S, SELF).hooks()).isEmpty();
    }

    // Field case D03, the agent's part: being "already running" gives no right to go on
    @Test
    void noLaterAnswerWithTheOldTokenBringsALostRoleBack() {
        RoleState lost = primaryUntil40(6).looked(40 * S, SELF).next();
        RoleState.Step step = lost.answered(primary(6), 39 * S, 41 * S, SELF);
        assertThat(step.next().isPrimary(41 * S)).isFalse();
        assertThat(step.hooks()).isEmpty();
    }

    // Field case D03: the first act after waking is the look at the clock
    @Test
    void anAnswerThatWaitedWhileTheNodeSleptLaysTheRoleDownFirst() {
        RoleState.Step step = primaryUntil40(6).answered(primary(6), 39 * S, 60 * S, SELF);
        assertThat(step.next().role()).isEqualTo(Role.STANDBY);
        assertThat(step.hooks()).extracting(HookOrder::reason).containsExactly(RoleReason.LEASE_LOST);
    }

    @Test
    void aLostRoleIsGainedAgainWithAHigherToken() {
        RoleState lost = primaryUntil40(6).looked(40 * S, SELF).next();
        assertThat(lost.answered(primary(7), 41 * S, 41 * S, SELF).next().isPrimary(42 * S))
                .isTrue();
    }

    @Test
    void aTokenThatIsNotHigherThanAnyKnownGivesNoRole() {
        assertThat(standby(OTHER, 6)
                        .answered(primary(6), 10 * S, 10 * S, SELF)
                        .next()
                        .isPrimary(10 * S))
                .isFalse();
        assertThat(standby(OTHER, 6)
                        .answered(primary(5), 10 * S, 10 * S, SELF)
                        .next()
                        .isPrimary(10 * S))
                .isFalse();
    }

    @Test
    void anAnswerWithALowerTokenDoesNotProlongTheRole() {
        RoleState.Step step = primaryUntil40(6).answered(primary(5), 20 * S, 20 * S, SELF);
        assertThat(step.next()).isEqualTo(primaryUntil40(6));
    }

    @Test
    void anAnswerThatTookLongerThanItGrantsIsAsGoodAsLost() {
        RoleState.Step step = standby(OTHER, 5).answered(primary(6), 10 * S, 40 * S, SELF);
        assertThat(step.next()).isEqualTo(standby(OTHER, 5));
        assertThat(step.next().answered(primary(6), 41 * S, 41 * S, SELF).next().isPrimary(42 * S))
                .isTrue();
    }

    @Test
    void aPrimaryThatIsToldStandbyRunsDemoteAtOnce() {
        RoleState.Step step = primaryUntil40(6).answered(standbyUnder(7), 20 * S, 20 * S, SELF);
        assertThat(step.next().isPrimary(20 * S)).isFalse();
        assertThat(step.next().token()).isEqualTo(7);
        assertThat(step.hooks())
                .containsExactly(new HookOrder(HookOrder.Hook.DEMOTE, 7, RoleReason.DEMOTED, "gw-1", "gw-2"));
    }

    @Test
    void aStandbyLearnsTokensAndRunsNoHook() {
        RoleState.Step step = RoleState.atStart().answered(standbyUnder(9), 0, 0, SELF);
        assertThat(step.next().token()).isEqualTo(9);
        assertThat(step.next().primary()).contains(OTHER);
        assertThat(step.hooks()).isEmpty();
    }

    @Test
    void aKnownTokenNeverFalls() {
        assertThat(standby(OTHER, 9)
                        .answered(standbyUnder(3), 0, 0, SELF)
                        .next()
                        .token())
                .isEqualTo(9);
    }

    @Test
    void aPrimaryWithANewTokenRunsPromoteAgainSoThatItsServiceLearnsIt() {
        RoleState.Step step = primaryUntil40(6).answered(primary(8), 20 * S, 20 * S, SELF);
        assertThat(step.hooks())
                .containsExactly(new HookOrder(HookOrder.Hook.PROMOTE, 8, RoleReason.PROMOTED, "", "gw-1"));
    }

    @Test
    void aFailedPromoteLaysTheRoleDown() {
        RoleState.Step step = primaryUntil40(6).promoteFailed(6, SELF);
        assertThat(step.next().role()).isEqualTo(Role.STANDBY);
        assertThat(step.hooks()).extracting(HookOrder::reason).containsExactly(RoleReason.PROMOTE_FAILED);
        assertThat(primaryUntil40(7).promoteFailed(6, SELF).next().role()).isEqualTo(Role.PRIMARY);
    }

    @Test
    void onlyAPrimaryRunsDemoteWhenItStops() {
        assertThat(primaryUntil40(6).stopping(SELF).hooks())
                .extracting(HookOrder::reason)
                .containsExactly(RoleReason.STOPPING);
        assertThat(standby(OTHER, 5).stopping(SELF).hooks()).isEmpty();
    }

    @Test
    void aMonotonicClockMayBeBelowZeroAndMayOverflow() {
        long near = Long.MAX_VALUE - 5 * S;
        RoleState primary =
                RoleState.atStart().answered(primary(1), near, near, SELF).next();
        assertThat(primary.isPrimary(near + 29 * S)).isTrue();
        assertThat(primary.isPrimary(near + 30 * S)).isFalse();
    }

    private static RoleState standby(NodeId primary, long token) {
        return new RoleState(Role.STANDBY, token, 0, Optional.of(primary));
    }

    private static RoleState primaryUntil40(long token) {
        return new RoleState(Role.PRIMARY, token, 40 * S, Optional.of(SELF));
    }

    private static HeartbeatAnswer primary(long token) {
        return new HeartbeatAnswer(Role.PRIMARY, token, Duration.ofSeconds(30), Optional.of(SELF), Optional.empty());
    }

    private static HeartbeatAnswer standbyUnder(long token) {
        return new HeartbeatAnswer(Role.STANDBY, token, Duration.ofSeconds(30), Optional.of(OTHER), Optional.empty());
    }

    @Test
    void hooksAreToldEverythingInTheirEnvironment() {
        HookOrder order = new HookOrder(HookOrder.Hook.PROMOTE, 17, RoleReason.PROMOTED, "gw-2", "gw-1");
        var environment = order.environment(new Identity(new io.fairlead.GroupId("line-1"), SELF));
        assertThat(List.copyOf(environment.entrySet()))
                .extracting(e -> e.getKey() + "=" + e.getValue())
                .containsExactly(
                        "FAIRLEAD_FROM=gw-2",
                        "FAIRLEAD_GROUP=line-1",
                        "FAIRLEAD_NODE=gw-1",
                        "FAIRLEAD_REASON=PROMOTED",
                        "FAIRLEAD_TO=gw-1",
                        "FAIRLEAD_TOKEN=17");
    }
}
