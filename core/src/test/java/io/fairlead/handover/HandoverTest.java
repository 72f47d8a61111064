package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoverTest {

    private static final NodeId OLD = new NodeId("gw-1");
    private static final NodeId NEW = new NodeId("gw-2");
    private static final NodeId THIRD = new NodeId("gw-3");
    private static final HandoverSettings OVERLAP = HandoverSettings.of(HandoverMode.OVERLAP);
    private static final HandoverSettings EXCLUSIVE = HandoverSettings.of(HandoverMode.EXCLUSIVE);

    /** A group with a primary under token 7, unless it says otherwise. */
    private static final class Play {

        private final Handover handover;
        private final List<String> told = new ArrayList<>();
        private HandoverState state = HandoverState.initial().holding(OLD, 7);
        private Duration now = Duration.ofHours(1);

        Play(HandoverSettings settings) {
            this.handover = new Handover(settings);
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
            return says(node, state.token(), report);
        }

        Play says(NodeId node, long token, Report report) {
            return on(new HandoverEvent.Reported(node, token, report, now));
        }

        Play committed(long token) {
            return on(new HandoverEvent.Committed(token, now));
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

        boolean renews(NodeId node, long token) {
            return handover.renews(state, node, token, now);
        }
    }

    @Test
    void inOverlapTheNewPrimaryIsReadyBeforeTheOldOneIsToldAnything() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW);
        assertThat(play.step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(play.told(NEW)).isEqualTo(Directive.PREPARE);
        assertThat(play.told(OLD)).isEqualTo(Directive.PROMOTE);
        assertThat(play.renews(OLD, 7)).isTrue();

        play.says(NEW, Report.PREPARED);
        assertThat(play.step()).isEqualTo(HandoverStep.COMMITTING);
        assertThat(play.told(OLD)).isEqualTo(Directive.PROMOTE);

        play.committed(8);
        assertThat(play.told(NEW)).isEqualTo(Directive.PROMOTE);
        assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
        assertThat(play.renews(OLD, 7)).isFalse();
        assertThat(play.renews(NEW, 8)).isTrue();

        play.says(NEW, Report.PROMOTED);
        assertThat(play.step()).isEqualTo(HandoverStep.DRAINING);
        play.says(OLD, 7, Report.STOPPED).says(OLD, Report.DRAINED);
        assertThat(play.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(play.told(OLD)).isEqualTo(Directive.CLEANUP);
        play.says(OLD, Report.CLEANED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.told(OLD)).isEqualTo(Directive.NONE);
        assertThat(play.told)
                .containsExactly("gw-2 STARTED", "gw-2 COMMITTED", "gw-2 PROMOTED", "gw-1 STOPPED", "gw-2 COMPLETED");
    }

    @Test
    void inExclusiveTheOldPrimaryHasStoppedBeforeTheNewOneBegins() {
        Play play = new Play(EXCLUSIVE).wanted(HandoverKind.PLANNED, NEW).says(NEW, Report.PREPARED);
        assertThat(play.step()).isEqualTo(HandoverStep.STOPPING);
        assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
        assertThat(play.renews(OLD, 7)).isFalse();
        assertThat(play.told(NEW)).isEqualTo(Directive.PREPARE);
        play.committed(8);
        assertThat(play.step()).isEqualTo(HandoverStep.STOPPING);
        play.says(OLD, Report.STOPPED);
        assertThat(play.step()).isEqualTo(HandoverStep.COMMITTING);
        assertThat(play.committed(8).told(NEW)).isEqualTo(Directive.PROMOTE);
    }

    @Test
    void inExclusiveTheEndOfTheOldLeaseStandsForItsWord() {
        Play play = new Play(EXCLUSIVE)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .lapsed(OLD)
                .committed(8)
                .says(NEW, Report.PROMOTED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.told).endsWith("gw-2 PROMOTED", "gw-2 COMPLETED");
    }

    @Test
    void aSingleWriterKeepsItsLeaseWhileItEndsItsWorkAndNotForEver() {
        Play play = new Play(EXCLUSIVE.withSingleWriter(true))
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED);
        assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
        assertThat(play.renews(OLD, 7)).isTrue();
        assertThat(play.after(Duration.ofSeconds(30)).renews(OLD, 7)).isFalse();
        assertThatThrownBy(() -> OVERLAP.withSingleWriter(true))
                .hasMessageContaining("single-writer is on with handover: overlap");
    }

    @Test
    void aCandidateThatCannotGetReadyLeavesTheOldPrimaryUntouchedAndIsBarredForLongerEachTime() {
        Play play = new Play(OVERLAP);
        for (int seconds : new int[] {30, 60, 120, 240, 480, 600, 600}) {
            play.wanted(HandoverKind.PLANNED, NEW).says(NEW, Report.PREPARE_FAILED);
            assertThat(play.told(OLD)).isEqualTo(Directive.PROMOTE);
            assertThat(play.renews(OLD, 7)).isTrue();
            assertThat(play.told(NEW)).isEqualTo(Directive.CLEANUP);
            play.says(NEW, Report.CLEANED);
            assertThat(play.state.isSteady()).isTrue();
            Duration almost = play.now.plusSeconds(seconds).minusMillis(1);
            assertThat(play.state.isBarred(NEW, almost)).isTrue();
            assertThat(play.state.isBarred(NEW, almost.plusMillis(1))).isFalse();
        }
        assertThat(play.told).contains("gw-2 PREPARE_FAILED").doesNotContain("gw-1 PRIMARY_LOST");
    }

    @Test
    void aRestThatIsLongerThanTheFirstBarIsRefusedWithBoth() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HandoverSettings.Bars(second, second, second.plusMillis(1)))
                .withMessage("the rest is 1001ms and the first bar is 1000ms: use 0 <= rest <= first bar");
    }

    @Test
    void aRoleTakenUpWellEndsTheBars() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW).after(Duration.ofSeconds(30));
        assertThat(play.told).endsWith("gw-2 PREPARE_TIMED_OUT");
        assertThat(play.state.isBarred(NEW, play.now)).isTrue();
        play.says(NEW, Report.CLEANED)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED);
        assertThat(play.state.isBarred(NEW, play.now)).isFalse();
    }

    @Test
    void aPrimaryThatDiesInAPlannedChangeMakesItAFailoverToTheSameCandidate() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .lapsed(OLD)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.state.primary()).isEqualTo(NEW);
        assertThat(play.told)
                .containsExactly(
                        "gw-2 STARTED", "gw-1 PRIMARY_LOST", "gw-2 COMMITTED", "gw-2 PROMOTED", "gw-2 COMPLETED");
    }

    @Test
    void aCandidateThatFallsSilentEndsTheChangeAndWaitsForNobodyToTidyUp() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW).lapsed(NEW);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.state.primary()).isEqualTo(OLD);
        assertThat(play.told).containsExactly("gw-2 STARTED", "gw-2 CANDIDATE_LOST");
    }

    @Test
    void aPromoteThatFailsIsFollowedByNobodyBeforeThatNodeHasLetGo() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(OLD, 7, Report.STOPPED)
                .says(NEW, Report.PROMOTE_FAILED);
        assertThat(play.state.primary()).isNull();
        assertThat(play.told(NEW)).isEqualTo(Directive.DEMOTE);
        play.wanted(HandoverKind.FAILOVER, OLD).says(OLD, Report.PREPARED);
        assertThat(play.step()).isEqualTo(HandoverStep.STOPPING);
        play.says(NEW, Report.STOPPED);
        assertThat(play.step()).isEqualTo(HandoverStep.COMMITTING);
        play.committed(9).says(OLD, Report.PROMOTED);
        assertThat(play.state.primary()).isEqualTo(OLD);
        assertThat(play.state.isSteady()).isTrue();
    }

    @Test
    void aPromoteThatTakesTooLongIsOneThatFailed() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .after(Duration.ofSeconds(10));
        assertThat(play.state.primary()).isNull();
        assertThat(play.told).contains("gw-2 PROMOTE_TIMED_OUT").endsWith("gw-2 PRIMARY_LOST");
    }

    @Test
    void aDemoteThatFailsEndsAPlannedExclusiveChange() {
        Play play = new Play(EXCLUSIVE)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .says(OLD, Report.STOP_FAILED)
                .says(OLD, Report.STOP_FAILED);
        assertThat(play.told).containsExactly("gw-2 STARTED", "gw-1 DEMOTE_FAILED", "gw-1 PRIMARY_LOST");
        assertThat(play.told(NEW)).isEqualTo(Directive.CLEANUP);
        assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
        // The service that could not be stopped is the one that works: it may have the role again.
        play.wanted(HandoverKind.FAILOVER, OLD).says(OLD, Report.PREPARED);
        assertThat(play.step()).isEqualTo(HandoverStep.COMMITTING);
    }

    @Test
    void aDemoteThatFailsInOverlapIsAnErrorOfAChangeThatStands() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED)
                .says(OLD, 7, Report.STOP_FAILED)
                .says(OLD, 7, Report.DRAINED);
        assertThat(play.step()).isEqualTo(HandoverStep.DRAINING);
        play.lapsed(OLD);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.told).endsWith("gw-1 DEMOTE_FAILED", "gw-2 COMPLETED_WITH_ERRORS");
    }

    @Test
    void aDrainThatDoesNotEndIsCutAndACleanupThatDoesNotEndIsLeft() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED)
                .says(OLD, 7, Report.STOPPED)
                .after(Duration.ofSeconds(30));
        assertThat(play.step()).isEqualTo(HandoverStep.CLEANING);
        play.after(Duration.ofSeconds(30));
        assertThat(play.told).endsWith("gw-1 DRAIN_CUT", "gw-1 CLEANUP_FAILED", "gw-2 COMPLETED_WITH_ERRORS");
    }

    @Test
    void aDrainThatTheNodeSaysItCutIsToldOnceAndIsAnErrorOfTheChangeInEveryMode() {
        for (HandoverSettings mode : List.of(OVERLAP, EXCLUSIVE, EXCLUSIVE.withSingleWriter(true))) {
            boolean alone = mode.mode() == HandoverMode.EXCLUSIVE;
            Play play = new Play(mode).wanted(HandoverKind.PLANNED, NEW).says(NEW, Report.PREPARED);
            if (alone) {
                play.says(OLD, 7, Report.DRAIN_CUT).says(OLD, 7, Report.STOPPED);
            }
            play.committed(8).says(NEW, 8, Report.PROMOTED);
            play.says(OLD, 7, Report.DRAIN_CUT).says(OLD, 7, Report.STOPPED).says(OLD, 7, Report.DRAINED);
            play.says(OLD, 7, Report.DRAIN_CUT).says(OLD, 7, Report.CLEANED);
            assertThat(play.told)
                    .as(mode.toString())
                    .containsOnlyOnce("gw-1 DRAIN_CUT")
                    .endsWith("gw-2 COMPLETED_WITH_ERRORS");
        }
    }

    @Test
    void aDrainThatWasCutBeforeIsNoNewsOfALaterChangeOrOfADrill() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.DRILL, NEW).says(OLD, 7, Report.DRAIN_CUT);
        play.says(NEW, Report.PREPARED).says(NEW, Report.CLEANED).says(OLD, 7, Report.DRAIN_CUT);
        assertThat(play.told).containsExactly("gw-2 DRILL_STARTED", "gw-2 DRILL_PASSED");
    }

    @Test
    void anOldPrimaryWhoseTimeToDrainIsOverStopsBeforeItTidiesUp() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED)
                .after(Duration.ofSeconds(30));
        assertThat(play.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
        play.says(OLD, 7, Report.STOPPED);
        assertThat(play.told(OLD)).isEqualTo(Directive.CLEANUP);
    }

    @Test
    void aPrimaryThatIsNotFitStopsFirstInBothModes() {
        for (HandoverSettings settings : List.of(OVERLAP, EXCLUSIVE)) {
            Play play = new Play(settings).wanted(HandoverKind.FORCED, NEW);
            assertThat(play.told(OLD)).isEqualTo(Directive.DEMOTE);
            assertThat(play.told(NEW)).isEqualTo(Directive.PREPARE);
            assertThat(play.renews(OLD, 7)).isFalse();
            play.says(NEW, Report.PREPARED);
            assertThat(play.step()).isEqualTo(HandoverStep.STOPPING);
            play.says(OLD, Report.STOPPED)
                    .says(NEW, Report.PREPARED)
                    .committed(8)
                    .says(NEW, Report.PROMOTED);
            assertThat(play.step()).isEqualTo(HandoverStep.DRAINING);
            assertThat(play.state.primary()).isEqualTo(NEW);
        }
    }

    @Test
    void aForcedChangeDoesNotWaitForTheWordOfANodeWhoseDemoteFails() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.FORCED, NEW).says(OLD, Report.STOP_FAILED);
        assertThat(play.step()).isEqualTo(HandoverStep.STOPPING);
        play.lapsed(OLD);
        assertThat(play.step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(play.state.primary()).isNull();
    }

    @Test
    void atMostOneChangeIsUnderWay() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW).wanted(HandoverKind.PLANNED, THIRD);
        assertThat(play.told).containsExactly("gw-2 STARTED", "gw-3 BUSY");
        assertThat(play.told(THIRD)).isEqualTo(Directive.NONE);
    }

    @Test
    void aThirdNodeIsNotMadePrimaryBesideTwoThatMayWork() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8)
                .says(NEW, Report.PROMOTED)
                .after(Duration.ofSeconds(30))
                .says(OLD, Report.CLEANED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.wanted(HandoverKind.PLANNED, THIRD).told).endsWith("gw-3 BUSY");
        play.lapsed(OLD).wanted(HandoverKind.PLANNED, THIRD);
        assertThat(play.told).endsWith("gw-3 STARTED");
    }

    @Test
    void aReportUnderAnOlderTokenChangesNothing() {
        Play play = new Play(OVERLAP)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .committed(8);
        HandoverState before = play.state;
        play.says(NEW, 7, Report.PROMOTED)
                .says(NEW, 7, Report.PROMOTE_FAILED)
                .says(NEW, 7, Report.STOPPED)
                .says(NEW, 7, Report.STOP_FAILED)
                .says(OLD, 6, Report.STOPPED)
                .committed(8)
                .committed(7);
        assertThat(play.state).isEqualTo(before);
    }

    @Test
    void whatTheStoreIsAskedForIsNotCalledOffBeforeItAnswers() {
        Play play = new Play(EXCLUSIVE)
                .wanted(HandoverKind.PLANNED, NEW)
                .says(NEW, Report.PREPARED)
                .says(OLD, Report.STOPPED)
                .says(NEW, Report.PREPARE_WITHDRAWN)
                .lapsed(NEW);
        assertThat(play.step()).isEqualTo(HandoverStep.COMMITTING);
        play.on(new HandoverEvent.NotCommitted(play.now));
        assertThat(play.told).endsWith("gw-2 NOT_COMMITTED", "gw-1 PRIMARY_LOST");
        assertThat(play.state.primary()).isNull();
    }

    @Test
    void aPromiseTakesAPreparedCandidateOut() {
        Play play = new Play(EXCLUSIVE).wanted(HandoverKind.PLANNED, NEW).says(NEW, Report.PREPARE_WITHDRAWN);
        assertThat(play.told(OLD)).isEqualTo(Directive.PROMOTE);
        assertThat(play.told).endsWith("gw-2 PREPARE_WITHDRAWN");
        assertThat(play.state.isBarred(NEW, play.now)).isFalse();
    }

    @Test
    void aPrimaryThatIsDismissedIsToldToStopAndIsNotRenewed() {
        Play play = new Play(OVERLAP).on(new HandoverEvent.Dismissed(Duration.ofHours(1)));
        assertThat(play.state.primary()).isNull();
        assertThat(play.handover.directive(play.state, OLD)).isEqualTo(Directive.DEMOTE);
        assertThat(play.handover.renews(play.state, OLD, 7, play.now)).isFalse();
        assertThat(play.told).containsExactly("gw-1 PRIMARY_LOST");
        assertThat(play.says(OLD, Report.STOPPED).state.holdings()).isEmpty();
    }

    @Test
    void aPrimaryThatWasGivenUpForLostAndWorksOnIsPrimaryAgain() {
        Play play = new Play(OVERLAP).lapsed(OLD);
        assertThat(play.state.primary()).isNull();
        play.says(OLD, 7, Report.PROMOTED);
        assertThat(play.state.primary()).isEqualTo(OLD);
        assertThat(play.state.holdings()).containsOnlyKeys(OLD);
        assertThat(play.renews(OLD, 7)).isTrue();
        assertThat(play.step()).isEqualTo(HandoverStep.STEADY);
    }

    @Test
    void aPrimaryThatWorksOnIsNotMadeReadyAnewAndWhoeverWasToFollowItTidiesUp() {
        Play itself = new Play(OVERLAP).lapsed(OLD).wanted(HandoverKind.FAILOVER, OLD);
        itself.says(OLD, 7, Report.PROMOTED);
        assertThat(itself.step()).isEqualTo(HandoverStep.STEADY);
        assertThat(itself.state.primary()).isEqualTo(OLD);
        Play another = new Play(OVERLAP).lapsed(OLD).wanted(HandoverKind.FAILOVER, NEW);
        another.says(OLD, 7, Report.PROMOTED);
        assertThat(another.step()).isEqualTo(HandoverStep.CLEANING);
        assertThat(another.told(NEW)).isEqualTo(Directive.CLEANUP);
        assertThat(another.told(OLD)).isEqualTo(Directive.PROMOTE);
        another.says(NEW, 7, Report.CLEANED);
        assertThat(another.step()).isEqualTo(HandoverStep.STEADY);
        assertThat(another.state.primary()).isEqualTo(OLD);
    }

    @Test
    void whoWorksUnderATokenThatIsNotTheNewestOrWasToldToStopIsNotPrimaryAgain() {
        Play older = new Play(OVERLAP).lapsed(OLD).says(OLD, 6, Report.PROMOTED);
        assertThat(older.state.primary()).isNull();
        Play never = new Play(OVERLAP);
        never.state = HandoverState.initial();
        never.says(OLD, 0, Report.PROMOTED);
        assertThat(never.state.primary()).as("there was no token yet").isNull();
        Play told = new Play(OVERLAP);
        told.on(new HandoverEvent.Dismissed(told.now)).says(OLD, 7, Report.PROMOTED);
        assertThat(told.state.primary()).isNull();
        Play asked =
                new Play(OVERLAP).lapsed(OLD).wanted(HandoverKind.FAILOVER, NEW).says(NEW, 0, Report.PREPARED);
        asked.says(OLD, 7, Report.PROMOTED);
        assertThat(asked.step()).isEqualTo(HandoverStep.COMMITTING);
        assertThat(asked.state.primary())
                .as("the store may have taken it already")
                .isNull();
    }

    @Test
    void aPrimaryIsNotDismissedInTheMiddleOfAChange() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW);
        assertThat(play.on(new HandoverEvent.Dismissed(play.now)).state.primary())
                .isEqualTo(OLD);
    }

    @Test
    void aStepThatIsResumedHasAllOfItsTimeAgain() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW);
        HandoverState resumed = play.state.resumed(play.now.plusDays(1));
        assertThat(play.handover.deadline(resumed))
                .isEqualTo(play.now.plusDays(1).plusSeconds(30));
        assertThat(resumed.course().to()).isEqualTo(NEW);
    }

    @Test
    void eachChangeHasANumberOfItsOwn() {
        Play play = new Play(OVERLAP).wanted(HandoverKind.PLANNED, NEW);
        assertThat(play.state.course().number()).isEqualTo(1);
        play.says(NEW, Report.PREPARE_FAILED).says(NEW, Report.CLEANED);
        assertThat(play.state.isSteady()).isTrue();
        assertThat(play.wanted(HandoverKind.PLANNED, THIRD).state.course().number())
                .isEqualTo(2);
    }

    @Test
    void whoIsAdoptedIsPrimaryAndWhoeverMayHoldALeaseStillMay() {
        Play play = new Play(OVERLAP);
        HandoverState adopted = play.state.adopting(NEW, 9, play.now);
        assertThat(adopted.primary()).isEqualTo(NEW);
        assertThat(adopted.holdings()).containsOnlyKeys(OLD, NEW);
        assertThat(adopted.adopting(null, 11, play.now).primary()).isNull();
        assertThat(adopted.adopting(null, 11, play.now).holdings()).containsOnlyKeys(OLD, NEW);
        assertThat(adopted.adopting(null, 11, play.now).token()).isEqualTo(11);
    }
}
