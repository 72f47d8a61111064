package io.fairlead.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides on which instance of a service a room goes, and why: the policy {@code safety-margin}.
 *
 * <p>A room that lives somewhere stays there. Any other goes to an instance drawn by weight, and the weight is the square of
 * the instance's margin. Where no instance has weight, or nothing can be seen, one is drawn evenly; the basis says so.
 *
 * <p>Pure: same settings, view and drawn number, same placement, on every JVM.
 */
public final class Placer {

    private final PlacementSettings settings;

    /** A placer for services with the given settings. */
    public Placer(PlacementSettings settings) {
        this.settings = settings;
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
     * @param draw the random source, asked at most once
     */
    public Placement place(PlacementRequest request, ServiceView view, @Nullable Claim remembered, Draw draw) {
        Placing placing = new Placing(settings, view, request.unreachable());
        Candidate home = remembered == null ? null : placing.home(remembered);
        if (home != null) {
            return new Placement(Basis.AFFINITY, home, placing.checks(), List.of(), null);
        }
        return placing.draw(placing.offers(), draw);
    }

    /** What each instance of a service offers now, in the order of their ids. */
    public List<Offer> offers(ServiceView view) {
        return new Placing(settings, view, null).offers();
    }
}
