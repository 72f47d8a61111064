package io.fairlead.placement;

import io.fairlead.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bench of one placement: its checks and offers as they come about. */
final class Placing {

    private final PlacementSettings settings;
    private final ServiceView view;
    private final @Nullable Owner unreachable;
    private final List<Check> checks = new ArrayList<>();

    Placing(PlacementSettings settings, ServiceView view, @Nullable Owner unreachable) {
        this.settings = settings;
        this.view = view;
        this.unreachable = unreachable;
    }

    /** The instance on which a remembered room stays, or null if it stays nowhere. */
    @Nullable Candidate home(Claim remembered) {
        Owner owner = remembered.owner();
        Candidate home = view.find(owner.instance());
        if (!ask(Check.yes(PlacementQuestion.REGISTERED, owner.instance(), home != null)) || home == null) {
            return null;
        }
        boolean same = home.owner().equals(owner);
        if (!ask(Check.yes(PlacementQuestion.SAME_INCARNATION, home.id(), same))) {
            return null;
        }
        // Silence alone is no death, and an observer that cannot see declares nobody dead.
        if (owner.equals(unreachable) && view.current() && !fresh(PlacementQuestion.OWNER_SAMPLE_AGE, home)) {
            return null;
        }
        return home;
    }

    /** What each instance offers, in the order of their ids. */
    List<Offer> offers() {
        ask(Check.yes(PlacementQuestion.VIEW_CURRENT, view.current()));
        List<Offer> offers = new ArrayList<>(view.candidates().size());
        for (Candidate candidate : view.candidates()) {
            offers.add(offer(candidate));
        }
        return Collections.unmodifiableList(offers);
    }

    private Offer offer(Candidate candidate) {
        SafetyMargin own = candidate.report().ceilings();
        Margin margin =
                (own == null ? settings.ceilings() : own).of(candidate.report().metrics());
        PlacementQuestion barred = barred(candidate);
        return new Offer(candidate, margin, barred == null, barred == null ? weightless(candidate, margin) : barred);
    }

    /** The question by which an instance may take no room, whatever its load. */
    private @Nullable PlacementQuestion barred(Candidate candidate) {
        InstanceState state = candidate.report().state();
        if (!ask(Check.yes(PlacementQuestion.NOT_DRAINING, candidate.id(), state != InstanceState.DRAINING))) {
            return PlacementQuestion.NOT_DRAINING;
        }
        if (!ask(Check.yes(PlacementQuestion.IN_SERVICE, candidate.id(), state != InstanceState.MAINTENANCE))) {
            return PlacementQuestion.IN_SERVICE;
        }
        if (candidate.owner().equals(unreachable)) {
            ask(Check.yes(PlacementQuestion.REACHABLE, candidate.id(), false));
            return PlacementQuestion.REACHABLE;
        }
        return view.current() && !fresh(PlacementQuestion.SAMPLE_AGE, candidate) ? PlacementQuestion.SAMPLE_AGE : null;
    }

    /** The question by which an instance takes no part in the draw by weight. */
    private @Nullable PlacementQuestion weightless(Candidate candidate, @Nullable Margin margin) {
        if (!view.current()) {
            return PlacementQuestion.VIEW_CURRENT;
        }
        if (!ask(Check.yes(PlacementQuestion.MEASURED, candidate.id(), margin != null)) || margin == null) {
            return PlacementQuestion.MEASURED;
        }
        return ask(Check.of(PlacementQuestion.WEIGHT, candidate.id(), margin.weight(), 1))
                ? null
                : PlacementQuestion.WEIGHT;
    }

    /** Draws one of the offers. */
    Placement draw(List<Offer> offers, Draw draw) {
        List<Offer> live = offers.stream().filter(Offer::live).toList();
        if (!ask(Check.of(PlacementQuestion.LIVE_INSTANCES, live.size(), 1))) {
            return new Placement(Basis.NO_INSTANCES, null, checks(), offers, null);
        }
        if (!view.current()) {
            return even(Basis.UNIFORM_FALLBACK, live, offers, draw);
        }
        long total = Roulette.total(offers);
        if (ask(Check.of(PlacementQuestion.TOTAL_WEIGHT, (double) total, 1))) {
            Placement.Lot lot = lot(draw, total);
            Candidate chosen = Roulette.at(offers, lot.drawn()).candidate();
            return new Placement(Basis.WEIGHTED, chosen, checks(), offers, lot);
        }
        int measured =
                live.stream().mapToInt(offer -> offer.margin() == null ? 0 : 1).sum();
        boolean full = ask(Check.of(PlacementQuestion.MEASURED_INSTANCES, measured, 1));
        return even(full ? Basis.ALL_FULL : Basis.UNIFORM_FALLBACK, live, offers, draw);
    }

    /** The described fallback: an even draw among the instances that may take a room (section 4.3). */
    private Placement even(Basis basis, List<Offer> live, List<Offer> offers, Draw draw) {
        Placement.Lot lot = lot(draw, live.size());
        return new Placement(basis, live.get((int) lot.drawn()).candidate(), checks(), offers, lot);
    }

    private static Placement.Lot lot(Draw draw, long bound) {
        long drawn = draw.below(bound);
        if (drawn < 0 || drawn >= bound) {
            throw new IllegalStateException("the random source drew " + drawn + ", asked for 0 to below " + bound);
        }
        return new Placement.Lot(drawn, bound);
    }

    private boolean fresh(PlacementQuestion question, Candidate candidate) {
        double age = seconds(candidate.sampleAge());
        return ask(Check.of(question, candidate.id(), age, seconds(settings.sampleTtl())));
    }

    private static double seconds(Duration span) {
        return span.toNanos() / 1e9;
    }

    private boolean ask(Check check) {
        checks.add(check);
        return check.passed();
    }

    List<Check> checks() {
        return Collections.unmodifiableList(checks);
    }
}
