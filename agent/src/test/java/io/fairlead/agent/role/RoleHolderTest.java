package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RoleHolderTest {
    private static final long S = 1_000_000_000L;
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));

    private final AtomicLong clock = new AtomicLong();
    private final List<HookOrder> ordered = new ArrayList<>();
    private final RoleHolder holder = new RoleHolder(SELF, clock::get, (order, ended) -> {
        ordered.add(order);
        ended.accept(HookResult.absent());
    });

    @Test
    void everyQuestionIsAnsweredByTheClockAndNotByMemory() {
        holder.answered(primary(1), 0);
        assertThat(holder.isPrimary()).isTrue();
        clock.set(29 * S);
        assertThat(holder.primaryFor()).isEqualTo(Duration.ofSeconds(1));
        clock.set(30 * S);
        assertThat(holder.primaryFor()).isZero();
        assertThat(holder.isPrimary()).isFalse();
        assertThat(holder.role()).isEqualTo(Role.STANDBY);
    }

    @Test
    void anAgentThatStopsTakesNoRoleAnyMore() {
        assertThat(holder.stop()).isCompleted();
        holder.answered(primary(1), 0);
        assertThat(holder.isPrimary()).isFalse();
        assertThat(ordered).isEmpty();
    }

    @Test
    void stoppingAnswersHowTheNewestDemoteEnded() {
        assertThat(holder.begin()).isCompletedWithValueMatching(HookResult::succeeded);
        holder.answered(primary(1), 0);
        assertThat(holder.stop()).isCompletedWithValueMatching(HookResult::succeeded);
        assertThat(ordered)
                .extracting(HookOrder::reason)
                .containsExactly(RoleReason.START, RoleReason.PROMOTED, RoleReason.STOPPING);
    }

    @Test
    void aDemoteThatSucceedsWhenItIsRunAgainCountsAsDone() {
        List<Consumer<HookResult>> ends = new ArrayList<>();
        RoleHolder node = new RoleHolder(SELF, clock::get, (order, ended) -> {
            ordered.add(order);
            ends.add(ended);
        });
        var begun = node.begin();
        ends.get(0).accept(HookResult.without(HookResult.End.NOT_STARTED, "busy"));
        assertThat(begun).isCompletedWithValueMatching(HookResult::failed);
        ends.get(0).accept(HookResult.absent());
        assertThat(node.stop()).isCompletedWithValueMatching(HookResult::succeeded);
        assertThat(ordered).hasSize(1);
    }

    @Test
    void aDemoteThatStillFailsIsTriedOnceMoreAtTheStop() {
        RoleHolder node = new RoleHolder(SELF, clock::get, (order, ended) -> {
            ordered.add(order);
            ended.accept(HookResult.without(HookResult.End.NOT_STARTED, "busy"));
        });
        assertThat(node.begin()).isCompleted();
        assertThat(node.stop()).isCompletedWithValueMatching(HookResult::failed);
        assertThat(ordered).extracting(HookOrder::reason).containsExactly(RoleReason.START, RoleReason.STOPPING);
    }

    @Test
    void theTimeToTheNextLookIsTheTimeThatIsLeft() {
        assertThat(holder.nanosToLook()).isEqualTo(Long.MAX_VALUE);
        holder.answered(primary(1), 0);
        clock.set(10 * S);
        assertThat(holder.nanosToLook()).isEqualTo(20 * S);
        clock.set(40 * S);
        assertThat(holder.nanosToLook()).isZero();
        holder.look();
        assertThat(holder.nanosToLook()).isEqualTo(Long.MAX_VALUE);
    }

    private static HeartbeatAnswer primary(long token) {
        return new HeartbeatAnswer(
                Role.PRIMARY, token, Duration.ofSeconds(30), Optional.of(new NodeId("gw-1")), Optional.empty());
    }
}
