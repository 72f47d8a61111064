package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.Timing;
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
            new RoleHolder(SELF, new RoleHolder.Tools(this::now, disk, this::order, new Watching()), before -> {});

    private void order(StepOrder order, BiConsumer<StepOrder, StepEnd> ended) {
        told.add(order.step().word());
        ordered.add(order);
        ends.add(ended);
        if (end.way() != StepEnd.Way.CUT) {
            ended.accept(order, end);
        }
    }

    /** Writes down what it is told. */
    private final class Watching implements RoleWatch {
        @Override
        public void held(Duration left, RoleChange demote, boolean singleWriter) {
            told.add("held " + left.toMillis() + " ms, token " + demote.token() + (singleWriter ? ", alone" : ""));
        }

        @Override
        public void layingDown(RoleChange demote, boolean singleWriter) {
            told.add("laying down token " + demote.token() + ", " + demote.reason() + (singleWriter ? ", alone" : ""));
        }

        @Override
        public void draining(Duration left, RoleChange fence) {
            told.add("draining " + left.toMillis() + " ms, token " + fence.token() + ", " + fence.reason() + " within "
                    + fence.limit().toMillis() + " ms");
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
        private Duration lease = Duration.ZERO;

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
        public Duration lease() {
            return lease;
        }

        @Override
        public void rememberLease(Duration other) throws IOException {
            if (full) {
                throw new IOException("node.lease: no space left on device");
            }
            lease = other;
        }

        @Override
        public void check() throws IOException {
            if (full) {
                throw new IOException("node.token: no space left on device");
            }
        }

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
        end = StepEnd.cut("a newer order came");
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
                        "laid down",
                        "drain");
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
        end = StepEnd.cut("a newer order came");
        millis += 3_000;
        holder.look();
        ends.get(1).accept(ordered.get(1), StepEnd.failed("busy"));
        assertThat(told).endsWith("laying down token 7, LEASE_LOST", "demote");
        ends.get(1).accept(ordered.get(1), StepEnd.DONE);
        assertThat(told).endsWith("demote", "laid down", "drain");
    }

    private void aSingleWriterDrains() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SINGLE_WRITER, 7));
        end = StepEnd.cut("a newer order came");
        millis += 1_000;
        answered(RoleBench.told(RoleBench.SINGLE_WRITER, Directive.DEMOTE, 7, 7));
        ends.get(1).accept(ordered.get(1), StepEnd.DONE);
    }

    @Test
    void whoWatchesASingleWriterIsToldOfItsDrainAtEachRenewalAndOfItsEnd() {
        aSingleWriterDrains();
        millis += 1_000;
        Told demote = new Told(Directive.DEMOTE, 7, "PREFERENCE", "gw-1", "gw-2");
        answered(RoleBench.answer(RoleBench.SINGLE_WRITER, Role.STANDBY, 7, demote, true));
        ends.get(2).accept(ordered.get(2), StepEnd.DONE);
        assertThat(told)
                .containsExactly(
                        "held 3000 ms, token 7, alone",
                        "promote",
                        "laying down token 7, DEMOTED, alone",
                        "demote",
                        "draining 2000 ms, token 7, DRAIN_CUT within 900 ms",
                        "drain",
                        "draining 3000 ms, token 7, DRAIN_CUT within 900 ms",
                        "laid down");
    }

    @Test
    void aDrainThatIsCutIsNotOverBeforeTheFenceHasSucceeded() {
        aSingleWriterDrains();
        millis += 2_000;
        holder.look();
        assertThat(told).endsWith("drain", "laying down token 7, DRAIN_CUT, alone", "fence");
        ends.get(3).accept(ordered.get(3), StepEnd.failed("no power switch"));
        assertThat(told).endsWith("fence");
        assertThat(holder.handover()).isEqualTo(new HandoverPoint(7, HandoverLevel.STOP_FAILED));
        ends.get(3).accept(ordered.get(3), StepEnd.DONE);
        assertThat(told).endsWith("laid down");
        assertThat(holder.handover()).isEqualTo(new HandoverPoint(7, HandoverLevel.DRAINED));
    }

    @Test
    void aSingleWriterThatStopsHasNotStoppedBeforeWhatItLeftRunningHasEnded() {
        aSingleWriterDrains();
        var stopped = holder.stop();
        assertThat(stopped).isNotDone();
        millis += 2_000;
        holder.look();
        assertThat(stopped).isNotDone();
        ends.get(3).accept(ordered.get(3), StepEnd.DONE);
        assertThat(stopped).isCompletedWithValue(true);
    }

    @Test
    void aSingleWriterWhoseDrainEndsByItselfHasStopped() {
        aSingleWriterDrains();
        var stopped = holder.stop();
        ends.get(2).accept(ordered.get(2), StepEnd.DONE);
        assertThat(stopped).isCompletedWithValue(true);
    }

    @Test
    void aDemoteThatEndsAfterANewRoleWasGainedLaysNothingDown() {
        millis += 10_000;
        answered(RoleBench.promote(RoleBench.SAFE, 7));
        end = StepEnd.cut("a newer order came");
        millis += 3_000;
        holder.look();
        answered(RoleBench.promote(RoleBench.SAFE, 8));
        ends.get(1).accept(ordered.get(1), StepEnd.DONE);
        assertThat(told).endsWith("held 3000 ms, token 8", "promote");
    }

    private static RoleTerms under(Duration lease) {
        return new RoleTerms(Optional.of(Timing.of(lease)), RoleBench.SAFE.mode(), false, RoleBench.SAFE.limits());
    }

    private void toldOfALease(Duration lease) {
        answered(RoleBench.told(under(lease), Directive.NONE, 0, 0));
    }

    @Test
    void aLongerLeaseIsKeptAsSoonAsItIsTold() {
        toldOfALease(Duration.ofSeconds(4));
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(4));
        toldOfALease(Duration.ofSeconds(20));
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aShorterLeaseIsKeptWhenThePromiseThatIsStillRunningIsOver() {
        millis += 60_000;
        toldOfALease(Duration.ofSeconds(20));
        Moment until = new Moment((millis + 21_100) * 1_000_000, (millis + 21_100) * 1_000_000);
        holder.take(walk -> walk.promised(new Bond.Promise(new NodeId("gw-2"), until)));
        millis += 21_099;
        toldOfALease(Duration.ofSeconds(4));
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(20));
        millis += 1;
        toldOfALease(Duration.ofSeconds(4));
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aShorterLeaseIsNotKeptWhileANodeMayStillBeBoundByWhatItPromisedBeforeItsStart() {
        disk.lease = Duration.ofSeconds(20);
        RoleHolder again =
                new RoleHolder(SELF, new RoleHolder.Tools(this::now, disk, this::order, new Watching()), before -> {});
        HeartbeatAnswer shorter = RoleBench.told(under(Duration.ofSeconds(4)), Directive.NONE, 0, 0);
        millis += 21_099;
        again.answered(shorter, now(), HandoverPoint.IDLE);
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(20));
        millis += 1;
        again.answered(shorter, now(), HandoverPoint.IDLE);
        assertThat(disk.lease).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aLeaseThatTheDiskDoesNotTakeIsPromisedUnderByNobodyAndEndsNoRole() {
        disk.full = true;
        toldOfALease(Duration.ofSeconds(4));
        assertThat(disk.lease).isZero();
        assertThatIOException()
                .isThrownBy(() -> holder.promising(Duration.ofSeconds(4)))
                .withMessageContaining("node.lease");
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
