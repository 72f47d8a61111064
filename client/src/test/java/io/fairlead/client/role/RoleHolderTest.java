package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class RoleHolderTest {
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));

    private long millis = 100_000;
    private final List<StepOrder> ordered = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<BiConsumer<StepOrder, StepEnd>> ends = new ArrayList<>();
    private final Disk disk = new Disk();
    private StepEnd end = StepEnd.DONE;
    private final RoleHolder holder =
            new RoleHolder(SELF, new RoleHolder.Tools(this::now, disk, this::order, new Told()), before -> {});

    private void order(StepOrder order, BiConsumer<StepOrder, StepEnd> ended) {
        told.add(order.step().word());
        ordered.add(order);
        ends.add(ended);
        if (end.way() != StepEnd.Way.CUT) {
            ended.accept(order, end);
        }
    }

    /** Writes down what it is told. */
    private final class Told implements RoleWatch {
        @Override
        public void held(Duration left, RoleChange demote) {
            told.add("held " + left.toMillis() + " ms, token " + demote.token());
        }

        @Override
        public void layingDown(RoleChange demote) {
            told.add("laying down token " + demote.token() + ", " + demote.reason());
        }

        @Override
        public void laidDown() {
            told.add("laid down");
        }
    }

    /** A memory whose disk may be full. */
    private static final class Disk implements NodeMemory {
        private long kept;
        private boolean full;

        @Override
        public long token() {
            return kept;
        }

        @Override
        public void remember(long token) throws IOException {
            if (full) {
                throw new IOException("node.token: no space left on device");
            }
            kept = Math.max(kept, token);
        }

        @Override
        public Optional<String> cluster() {
            return Optional.empty();
        }

        @Override
        public void belongTo(String cluster) {}

        @Override
        public void close() {}
    }

    private Moment now() {
        return new Moment(millis * 1_000_000, millis * 1_000_000);
    }

    @Test
    void everyQuestionIsAnsweredByTheClockAndNotByMemory() {
        answered(primary(1));
        assertThat(holder.isPrimary()).isTrue();
        millis += 30_000;
        assertThat(holder.isPrimary()).isFalse();
        assertThat(holder.role()).isEqualTo(Role.STANDBY);
    }

    @Test
    void aTokenIsKeptBeforeItsPromoteIsOrdered() {
        answered(primary(7));
        assertThat(ordered).extracting(StepOrder::step).containsExactly(RoleStep.PROMOTE);
        assertThat(disk.kept).isEqualTo(7);
    }

    @Test
    void aNodeThatCannotKeepATokenTakesNoRoleUnderIt() {
        disk.full = true;
        answered(primary(7));
        assertThat(holder.isPrimary()).isFalse();
        assertThat(ordered).isEmpty();
        assertThat(holder.handover()).isEqualTo(new HandoverPoint(7, HandoverLevel.PROMOTE_FAILED));
        disk.full = false;
        answered(primary(8));
        assertThat(holder.isPrimary()).isTrue();
    }

    @Test
    void aPrimaryThatIsToldToStopDoesNotWaitForItsDisk() {
        answered(primary(7));
        disk.full = true;
        answered(new HeartbeatAnswer(
                Role.STANDBY, 8, Duration.ofSeconds(30), Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(holder.isPrimary()).isFalse();
        assertThat(ordered).extracting(StepOrder::step).containsExactly(RoleStep.PROMOTE, RoleStep.DEMOTE);
        assertThat(holder.token()).isEqualTo(8);
    }

    @Test
    void aNodeThatStopsTakesNoRoleAnyMore() {
        assertThat(holder.stop()).isCompletedWithValue(true);
        answered(primary(1));
        assertThat(holder.isPrimary()).isFalse();
        assertThat(ordered).isEmpty();
    }

    @Test
    void stoppingAnswersHowTheNewestDemoteEnded() {
        assertThat(holder.begin()).isCompletedWithValue(true);
        answered(primary(1));
        assertThat(holder.stop()).isCompletedWithValue(true);
        assertThat(ordered)
                .extracting(order -> order.change().reason())
                .containsExactly(RoleReason.START, RoleReason.PROMOTED, RoleReason.STOPPING);
    }

    @Test
    void aDemoteThatSucceedsWhenItIsDoneAgainCountsAsDone() {
        end = StepEnd.CUT;
        var begun = holder.begin();
        ends.get(0).accept(ordered.get(0), StepEnd.failed("busy"));
        assertThat(begun).isCompletedWithValue(false);
        ends.get(0).accept(ordered.get(0), StepEnd.DONE);
        assertThat(holder.stop()).isCompletedWithValue(true);
        assertThat(ordered).hasSize(1);
    }

    @Test
    void aDemoteThatStillFailsIsTriedOnceMoreAtTheStop() {
        end = StepEnd.failed("busy");
        assertThat(holder.begin()).isCompletedWithValue(false);
        assertThat(holder.stop()).isCompletedWithValue(false);
        assertThat(ordered)
                .extracting(order -> order.change().reason())
                .containsExactly(RoleReason.START, RoleReason.STOPPING);
    }

    @Test
    void theTimeToTheNextLookIsTheTimeThatIsLeft() {
        assertThat(holder.nanosToLook()).isEqualTo(Long.MAX_VALUE);
        answered(primary(1));
        millis += 10_000;
        assertThat(holder.nanosToLook()).isEqualTo(20_000_000_000L);
        millis += 40_000;
        assertThat(holder.nanosToLook()).isZero();
        holder.look();
        assertThat(holder.nanosToLook()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whoWatchesIsToldBeforeThePromoteAtEachRenewalAndBeforeTheDemote() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        millis += 1_000;
        holder.look();
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        millis += 500;
        holder.take(walk -> walk.allPromised(now(), 7));
        assertThat(holder.stop()).isCompletedWithValue(true);
        assertThat(told)
                .containsExactly(
                        "held 3000 ms, token 7",
                        "promote",
                        "held 3000 ms, token 7",
                        "held 3000 ms, token 7",
                        "laying down token 7, STOPPING",
                        "demote",
                        "drain",
                        "laid down");
    }

    @Test
    void anAnswerToAnEarlierBeatGivesNoMoreThanWhatIsLeftOfIt() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        Moment sent = now();
        millis += 800;
        holder.answered(RoleBench.promote(RoleBench.SAFE, 8), sent, HandoverPoint.IDLE);
        assertThat(told).contains("held 2200 ms, token 8");
    }

    @Test
    void aDemoteThatFailsHasLaidNothingDownUntilItSucceeds() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        end = StepEnd.CUT;
        millis += 3_000;
        holder.look();
        ends.get(1).accept(ordered.get(1), StepEnd.failed("busy"));
        assertThat(told).endsWith("laying down token 7, LEASE_LOST", "demote");
        ends.get(1).accept(ordered.get(1), StepEnd.DONE);
        assertThat(told).endsWith("demote", "drain", "laid down");
    }

    @Test
    void aDemoteThatEndsAfterANewRoleWasGainedLaysNothingDown() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        end = StepEnd.CUT;
        millis += 3_000;
        holder.look();
        answered(RoleBench.promote(RoleBench.SAFE, 8));
        ends.get(1).accept(ordered.get(1), StepEnd.DONE);
        assertThat(told).endsWith("held 3000 ms, token 8", "promote");
    }

    @Test
    void theDemoteOfTheStartIsNoEndOfARole() {
        assertThat(holder.begin()).isCompletedWithValue(true);
        assertThat(told).doesNotContain("laying down token 0, START").startsWith("demote");
    }

    private void answered(HeartbeatAnswer answer) {
        holder.answered(answer, now(), HandoverPoint.IDLE);
    }

    private static HeartbeatAnswer primary(long token) {
        return new HeartbeatAnswer(
                Role.PRIMARY,
                token,
                Duration.ofSeconds(30),
                Optional.of(new NodeId("gw-1")),
                Optional.empty(),
                Optional.empty());
    }
}
