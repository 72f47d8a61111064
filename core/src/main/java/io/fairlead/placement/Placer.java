package io.fairlead.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides on which instance of a service a room goes, and why.
 *
 * <p>A room that lives somewhere stays there. Any other goes to an instance drawn by weight, and the weight is the square of
 * the instance's margin: of the one that it reports under {@code safety-margin}, of the one that it will have when what is on
 * its way has arrived under {@code fairlead}. The basis says where no instance has weight, or nothing can be seen.
 *
 * <p>Pure: same settings, state, view and drawn numbers, same placement, on every JVM.
 */
public final class Placer {

    private final PlacementSettings settings;
    private final SchedulerState state;

    /** A placer for services with the given settings, by a scheduler that knows the reports alone. */
    public Placer(PlacementSettings settings) {
        this(settings, SchedulerState.initial());
    }

    /** A placer for a service, by a scheduler that has learnt from its reports; {@code safety-margin} uses nothing of that. */
    public Placer(PlacementSettings settings, SchedulerState state) {
        this.settings = settings;
        this.state = state;
    }

    /** The settings that the placer decides by. */
    public PlacementSettings settings() {
        return settings;
    }

    /**
     * Places one room. The caller claims the room for the answer: of several callers at a time the first claim counts.
     *
     * @param request what is asked for
     * @param view the instances of the service
     * @param remembered the remembered home of the room, or null if it has none
     * @param draw the random source, asked at most twice, under {@code safety-margin} at most once
     */
    public Placement place(PlacementRequest request, ServiceView view, @Nullable Claim remembered, Draw draw) {
        Placing placing = new Placing(settings, view, request.unreachable());
        Candidate home = remembered == null ? null : placing.home(remembered);
        if (home != null) {
            return new Placement(Basis.AFFINITY, home, placing.checks(), List.of(), null);
        }
        if (settings.policy() == Policy.SAFETY_MARGIN) {
            SafetyMarginPlacing exact = new SafetyMarginPlacing(placing);
            return exact.draw(exact.offers(), draw);
        }
        FairleadPlacing ahead = new FairleadPlacing(placing, settings, state, request);
        boolean mayRefuse = settings.admission() && remembered == null;
        return ahead.draw(ahead.offers(), mayRefuse, draw);
    }

    /**
     * The reasons behind a choice that was made by weight, as by a client's picker: the same checks and offers, without the
     * numbers that were drawn.
     *
     * @param request what was asked for
     * @param view the instances of the service
     * @param chosen where the room went
     */
    public Placement explain(PlacementRequest request, ServiceView view, Candidate chosen) {
        Placement drawn = place(request, view, null, bound -> 0);
        return new Placement(drawn.basis(), chosen, drawn.checks(), drawn.offers(), null);
    }

    /** Whether reports tell how it stands: not where the observer cannot see, or more than half fell silent at one time. */
    public boolean sees(ServiceView view) {
        Silence silence = Silence.of(view, settings.sampleTtl());
        return view.current() && silence.silent() <= silence.most();
    }

    /** What each instance of a service offers a usual room now, in the order of their ids. */
    public List<Offer> offers(ServiceView view) {
        Placing placing = new Placing(settings, view, null);
        return settings.policy() == Policy.SAFETY_MARGIN
                ? new SafetyMarginPlacing(placing).offers()
                : new FairleadPlacing(placing, settings, state, PlacementRequest.plain()).offers();
    }
}
