package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A drill: a standby gets ready and tidies up, and nothing changes. */
class DrillTest {

    private static final NodeId PRIMARY = new NodeId("gw-1");
    private static final NodeId STANDBY = new NodeId("gw-2");
    private static final NodeId THIRD = new NodeId("gw-3");

    /** A group with a primary under token 7. */
    private static final class Play {

        private final Handover handover;
        private final List<String> told = new ArrayList<>();
        private HandoverState state = HandoverState.initial().holding(PRIMARY, 7);
        private Duration now = Duration.ofHours(1);

        Play(HandoverMode mode) {
            this.handover = new Handover(HandoverSettings.of(mode));
        }

        Play on(HandoverEvent event) {
            Handover.Progress progress = handover.on(state, event);
            state = progress.next();
            progress.news().forEach(news -> told.add(news.node() + " " + news.what()));
            return this;
        }

        Play wanted(HandoverKind kind, NodeId to) {
            return on(new HandoverEvent.Wanted(kind, to, now));
        }

        Play says(NodeId node, Report report) {
            return on(new HandoverEvent.Reported(node, state.token(), report, now));
        }

        Play lapsed(NodeId node) {
            return on(new HandoverEvent.Lapsed(node, now));
        }

        Play after(Duration time) {
            now = now.plus(time);
            return on(new HandoverEvent.Looked(now));
        }

        HandoverStep step() {
            return state.course().step();
        }

        Directive told(NodeId node) {
            return handover.directive(state, node);
        }

        void primaryIsUntouched() {
            assertThat(state.primary()).isEqualTo(PRIMARY);
            assertThat(state.token()).isEqualTo(7);
            assertThat(told(PRIMARY)).isEqualTo(Directive.PROMOTE);
            assertThat(handover.renews(state, PRIMARY, 7, now)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStandbyGetsReadyAndTidiesUpAndThePrimaryIsRenewedAllTheWhile(HandoverMode mode) {
        Play play = new Play(mode).wanted(HandoverKind.DRILL, STANDBY);
        assertThat(play.told(STANDBY)).isEqualTo(Directive.PREPARE);
        play.primaryIsUntouched();
        play.says(STANDBY, Report.PREPARED);
        assertThat(play.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(play.told(STANDBY)).isEqualTo(Directive.CLEANUP);
        play.primaryIsUntouched();
        // Nothing is being written down, so an answer of the store belongs to nothing.
        play.on(new HandoverEvent.Committed(8, play.now));
        play.primaryIsUntouched();
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED");
        play.says(STANDBY, Report.CLEANED);
        assertThat(play.state.isSteady()).isTrue();
        play.primaryIsUntouched();
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 DRILL_PASSED");
    }

    @ParameterizedTest
    @EnumSource
    void aPrepareThatFailsIsTheOutcomeAndBarsNobody(HandoverMode mode) {
        Play play = new Play(mode).wanted(HandoverKind.DRILL, STANDBY).says(STANDBY, Report.PREPARE_FAILED);
        assertThat(play.told(STANDBY)).isEqualTo(Directive.CLEANUP);
        assertThat(play.state.bars()).isEmpty();
        play.primaryIsUntouched();
        play.says(STANDBY, Report.CLEANUP_FAILED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.told)
                .containsExactly(
                        "gw-2 DRILL_STARTED", "gw-2 PREPARE_FAILED", "gw-2 DRILL_FAILED", "gw-2 CLEANUP_FAILED");
    }

    @ParameterizedTest
    @EnumSource
    void eachStepHasItsTimeAndTheDrillFailsWhenItIsOver(HandoverMode mode) {
        Play prepare = new Play(mode).wanted(HandoverKind.DRILL, STANDBY).after(Duration.ofSeconds(30));
        assertThat(prepare.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 PREPARE_TIMED_OUT", "gw-2 DRILL_FAILED");
        assertThat(prepare.state.bars()).isEmpty();
        Play clean = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .says(STANDBY, Report.PREPARED)
                .after(Duration.ofSeconds(30));
        assertThat(clean.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 CLEANUP_FAILED", "gw-2 DRILL_FAILED");
        assertThat(clean.state.isSteady()).isTrue();
        clean.primaryIsUntouched();
    }

    @ParameterizedTest
    @EnumSource
    void aStandbyThatFallsSilentInEitherStepHasFailed(HandoverMode mode) {
        for (boolean prepared : new boolean[] {false, true}) {
            Play play = new Play(mode).wanted(HandoverKind.DRILL, STANDBY);
            if (prepared) {
                play.says(STANDBY, Report.PREPARED);
            }
            play.lapsed(STANDBY);
            assertThat(play.state.isSteady()).isTrue();
            assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 CANDIDATE_LOST", "gw-2 DRILL_FAILED");
            play.primaryIsUntouched();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStandbyThatPromisesThePrimaryToWaitBreaksItsDrillOff(HandoverMode mode) {
        Play play = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .says(STANDBY, Report.PREPARE_WITHDRAWN)
                .says(STANDBY, Report.CLEANED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 PREPARE_WITHDRAWN", "gw-2 DRILL_CUT");
    }

    @ParameterizedTest
    @EnumSource
    void aDrillIsCutWhenThePrimaryIsLostAndWhoIsChosenThenNeedNotBeginAnewIfItIsTheSame(HandoverMode mode) {
        Play play = new Play(mode).wanted(HandoverKind.DRILL, STANDBY);
        long number = play.state.course().number();
        play.lapsed(PRIMARY);
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-1 PRIMARY_LOST", "gw-2 DRILL_CUT");
        assertThat(play.told(STANDBY)).as("nobody is chosen yet").isEqualTo(Directive.PREPARE);
        play.wanted(HandoverKind.FAILOVER, STANDBY);
        assertThat(play.state.course().number()).isEqualTo(number);
        play.says(STANDBY, Report.PREPARED)
                .on(new HandoverEvent.Committed(8, play.now))
                .says(STANDBY, Report.PROMOTED);
        assertThat(play.state.primary()).isEqualTo(STANDBY);
        assertThat(play.told)
                .endsWith("gw-2 DRILL_CUT", "gw-2 STARTED", "gw-2 COMMITTED", "gw-2 PROMOTED", "gw-2 COMPLETED");
    }

    @ParameterizedTest
    @EnumSource
    void aDrillWhosePrimaryIsLostGivesTheRoleToNobodyByItself(HandoverMode mode) {
        Play ready = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .lapsed(PRIMARY)
                .says(STANDBY, Report.PREPARED);
        assertThat(ready.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(ready.told(STANDBY)).isEqualTo(Directive.CLEANUP);
        Play off = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .lapsed(PRIMARY)
                .on(new HandoverEvent.Dismissed(Duration.ofHours(1)));
        assertThat(off.told(STANDBY)).isEqualTo(Directive.CLEANUP);
        Play other = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .lapsed(PRIMARY)
                .wanted(HandoverKind.FAILOVER, THIRD);
        assertThat(other.told(THIRD)).isEqualTo(Directive.PREPARE);
        assertThat(other.told(STANDBY)).isEqualTo(Directive.NONE);
        assertThat(other.state.course().number()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void aChangeThatIsWantedInEarnestDoesNotWaitForADrill(HandoverMode mode) {
        for (HandoverKind kind : new HandoverKind[] {HandoverKind.PLANNED, HandoverKind.FORCED}) {
            for (NodeId to : new NodeId[] {STANDBY, THIRD}) {
                Play early = new Play(mode).wanted(HandoverKind.DRILL, STANDBY).wanted(kind, to);
                assertThat(early.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 DRILL_CUT", to + " STARTED");
                assertThat(early.told(to)).isEqualTo(Directive.PREPARE);
                assertThat(early.state.course().number()).isEqualTo(to.equals(STANDBY) ? 1 : 2);
                assertThat(early.state.course().flawed()).isFalse();
                Play late = new Play(mode)
                        .wanted(HandoverKind.DRILL, STANDBY)
                        .says(STANDBY, Report.PREPARED)
                        .wanted(kind, to);
                assertThat(late.told(to)).isEqualTo(Directive.PREPARE);
                assertThat(late.state.course().number())
                        .as("it may have tidied up already")
                        .isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailoverDoesNotWaitForADrillThatTidiesUp(HandoverMode mode) {
        Play play = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .says(STANDBY, Report.PREPARED)
                .lapsed(PRIMARY);
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-1 PRIMARY_LOST", "gw-2 DRILL_CUT");
        play.wanted(HandoverKind.FAILOVER, THIRD);
        assertThat(play.told(THIRD)).isEqualTo(Directive.PREPARE);
    }

    @ParameterizedTest
    @EnumSource
    void aPrimaryThatMustStopDoesNotWaitForADrillThatTidiesUp(HandoverMode mode) {
        Play play = new Play(mode)
                .wanted(HandoverKind.DRILL, STANDBY)
                .says(STANDBY, Report.PREPARED)
                .wanted(HandoverKind.FORCED, THIRD);
        assertThat(play.told(PRIMARY)).isEqualTo(Directive.DEMOTE);
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 DRILL_CUT", "gw-3 STARTED");
    }

    @ParameterizedTest
    @EnumSource
    void aPrimaryThatIsDismissedDuringADrillIsNoneAnyMore(HandoverMode mode) {
        Play play =
                new Play(mode).wanted(HandoverKind.DRILL, STANDBY).on(new HandoverEvent.Dismissed(Duration.ofHours(1)));
        assertThat(play.state.primary()).isNull();
        assertThat(play.told(PRIMARY)).isEqualTo(Directive.DEMOTE);
        assertThat(play.told(STANDBY)).isEqualTo(Directive.CLEANUP);
        assertThat(play.told).endsWith("gw-1 PRIMARY_LOST", "gw-2 DRILL_CUT");
    }

    @ParameterizedTest
    @EnumSource
    void nobodyRehearsesWhileSomethingElseGoesOnOrNobodyIsPrimary(HandoverMode mode) {
        Play changing = new Play(mode).wanted(HandoverKind.PLANNED, THIRD).wanted(HandoverKind.DRILL, STANDBY);
        assertThat(changing.told).endsWith("gw-2 BUSY");
        Play drilling = new Play(mode).wanted(HandoverKind.DRILL, STANDBY).wanted(HandoverKind.DRILL, THIRD);
        assertThat(drilling.told).containsExactly("gw-2 DRILL_STARTED", "gw-3 BUSY");
        Play self = new Play(mode).wanted(HandoverKind.DRILL, PRIMARY);
        assertThat(self.told).containsExactly("gw-1 BUSY");
        Play headless = new Play(mode).lapsed(PRIMARY).wanted(HandoverKind.DRILL, STANDBY);
        assertThat(headless.told).endsWith("gw-2 BUSY");
        Play tidying = new Play(mode).wanted(HandoverKind.PLANNED, THIRD).says(THIRD, Report.PREPARE_FAILED);
        assertThat(tidying.wanted(HandoverKind.DRILL, STANDBY).told).endsWith("gw-2 BUSY");
    }
}
