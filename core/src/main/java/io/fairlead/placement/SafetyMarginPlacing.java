package io.fairlead.placement;

import io.fairlead.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One placement by the policy {@code safety-margin}. */
final class SafetyMarginPlacing {

    private final Placing placing;
    private final ServiceView view;

    SafetyMarginPlacing(Placing placing) {
        this.placing = placing;
        this.view = placing.view();
    }

    /** What each instance offers, in the order of their ids. */
    List<Offer> offers() {
        placing.ask(Check.yes(PlacementQuestion.VIEW_CURRENT, view.current()));
        List<Offer> offers = new ArrayList<>(view.candidates().size());
        for (Candidate candidate : view.candidates()) {
            offers.add(offer(candidate));
        }
        return Collections.unmodifiableList(offers);
    }

    private Offer offer(Candidate candidate) {
        Margin margin = placing.margin(candidate);
        PlacementQuestion barred = placing.barred(candidate);
        if (barred == null && view.current() && !placing.fresh(PlacementQuestion.SAMPLE_AGE, candidate)) {
            barred = PlacementQuestion.SAMPLE_AGE;
        }
        PlacementQuestion failed = barred == null ? weightless(candidate, margin) : barred;
        return new Offer(candidate, margin, barred == null, failed, null);
    }

    /** The question by which an instance takes no part in the draw by weight. */
    private @Nullable PlacementQuestion weightless(Candidate candidate, @Nullable Margin margin) {
        if (!view.current()) {
            return PlacementQuestion.VIEW_CURRENT;
        }
        boolean measured = placing.ask(Check.yes(PlacementQuestion.MEASURED, candidate.id(), margin != null));
        if (!measured || margin == null) {
            return PlacementQuestion.MEASURED;
        }
        return placing.ask(Check.of(PlacementQuestion.WEIGHT, candidate.id(), margin.weight(), 1))
                ? null
                : PlacementQuestion.WEIGHT;
    }

    /** Draws one of the offers. */
    Placement draw(List<Offer> offers, Draw draw) {
        List<Offer> live = offers.stream().filter(Offer::live).toList();
        if (!placing.ask(Check.of(PlacementQuestion.LIVE_INSTANCES, live.size(), 1))) {
            return new Placement(Basis.NO_INSTANCES, null, placing.checks(), offers, null);
        }
        if (!view.current()) {
            return even(Basis.UNIFORM_FALLBACK, live, offers, draw);
        }
        long total = Roulette.total(offers);
        if (placing.ask(Check.of(PlacementQuestion.TOTAL_WEIGHT, (double) total, 1))) {
            Placement.Lot lot = Placing.lot(draw, total);
            Candidate chosen = Roulette.at(offers, lot.drawn()).candidate();
            return new Placement(Basis.WEIGHTED, chosen, placing.checks(), offers, lot);
        }
        int measured =
                live.stream().mapToInt(offer -> offer.margin() == null ? 0 : 1).sum();
        boolean full = placing.ask(Check.of(PlacementQuestion.MEASURED_INSTANCES, measured, 1));
        return even(full ? Basis.ALL_FULL : Basis.UNIFORM_FALLBACK, live, offers, draw);
    }

    /** The described fallback: an even draw among the instances that may take a room (section 4.3). */
    private Placement even(Basis basis, List<Offer> live, List<Offer> offers, Draw draw) {
        Placement.Lot lot = Placing.lot(draw, live.size());
        return new Placement(basis, live.get((int) lot.drawn()).candidate(), placing.checks(), offers, lot);
    }
}
