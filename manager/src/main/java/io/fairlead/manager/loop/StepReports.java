package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Holding;
import java.util.ArrayList;
import java.util.List;

/**
 * What a heartbeat reports of the steps of a change. A heartbeat says how things are, not what has happened since the one
 * before, so one that is lost is made up for by the next; what is reported twice changes nothing.
 */
final class StepReports {

    private final Heartbeat beat;
    private final HandoverState state;
    private final List<Report> reports = new ArrayList<>();

    private StepReports(Heartbeat beat, HandoverState state) {
        this.beat = beat;
        this.state = state;
    }

    /**
     * The reports in the order of the steps.
     *
     * @param beat the heartbeat
     * @param state how far the change has come
     * @param confirmed whether the node was seen as primary under the token that it has a role under
     */
    static List<Report> of(Heartbeat beat, HandoverState state, boolean confirmed) {
        StepReports found = new StepReports(beat, state);
        HandoverReport said = beat.steps().handover();
        if (said == null) {
            found.withoutSteps(confirmed);
        } else {
            found.withSteps(said);
        }
        return found.reports;
    }

    /** A program that knows no steps is ready at once, and role and token tell the rest. */
    private void withoutSteps(boolean confirmed) {
        if (isCandidate() && state.course().step() == HandoverStep.PREPARING) {
            reports.add(Report.PREPARED);
        }
        promoted();
        Holding holding = state.holdings().get(beat.node());
        boolean begins = isCandidate() && state.course().step() == HandoverStep.PROMOTING;
        // One that was just told to be primary may repeat the token before it has taken the role up.
        boolean stopped = beat.role() == Role.STANDBY
                && (holding == null || (beat.token() >= holding.token() && (confirmed || !begins)));
        if (stopped) {
            add(holding != null, Report.STOPPED);
            reports.add(Report.DRAINED);
            reports.add(Report.CLEANED);
        }
    }

    private void withSteps(HandoverReport said) {
        boolean ofThisChange = said.id() == state.course().number();
        switch (said.level()) {
            case PREPARED -> add(ofThisChange, Report.PREPARED);
            case PREPARE_FAILED -> add(ofThisChange, Report.PREPARE_FAILED);
            case PREPARE_WITHDRAWN -> add(ofThisChange, Report.PREPARE_WITHDRAWN);
            case PROMOTED -> promoted();
            case PROMOTE_FAILED -> add(said.id() == state.token(), Report.PROMOTE_FAILED);
            case STOP_FAILED -> add(beat.role() == Role.STANDBY, Report.STOP_FAILED);
            default -> {
                // What is still being done is no news.
            }
        }
        Holding holding = state.holdings().get(beat.node());
        boolean begun = holding == null || beat.token() >= holding.token();
        if (beat.role() == Role.STANDBY && begun && said.level().isStopped()) {
            // A promote that failed may have been overtaken by the stop that follows it.
            add("PROMOTE_FAILED".equals(beat.steps().reason()) && beat.token() == state.token(), Report.PROMOTE_FAILED);
            // Told before what ends the change: nothing is told of one that is over.
            add("DRAIN_CUT".equals(beat.steps().reason()), Report.DRAIN_CUT);
            add(holding != null, Report.STOPPED);
            add(said.level().isDrained(), Report.DRAINED);
        }
        add(said.level() == HandoverLevel.CLEANED && ofThisChange, Report.CLEANED);
        add(said.level() == HandoverLevel.CLEANUP_FAILED && ofThisChange, Report.CLEANUP_FAILED);
    }

    private void promoted() {
        add(beat.role() == Role.PRIMARY && beat.token() == state.token(), Report.PROMOTED);
    }

    private void add(boolean holds, Report report) {
        if (holds) {
            reports.add(report);
        }
    }

    private boolean isCandidate() {
        NodeId candidate = state.course().to();
        return beat.node().equals(candidate);
    }
}
