package io.fairlead.placement;

import io.fairlead.Check;
import io.fairlead.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One placement by the policy {@code fairlead}. */
final class FairleadPlacing {

    /** Within one period every instance has reported again. */
    private static final Duration RETRY_AFTER = LoadReport.PERIOD;

    /** The time in which the last margins fade to about a third of what they told. */
    private static final double FADE_SECONDS = 60;

    private final Placing placing;
    private final SchedulerState state;
    private final PlacementTerms terms;
    private final ServiceView view;
    private final @Nullable RoomId room;
    private final Forecast forecast;
    private final Silence silence;
    private boolean blind;

    FairleadPlacing(Placing placing, PlacementSettings settings, SchedulerState state, PlacementRequest request) {
        this.placing = placing;
        this.state = state;
        this.terms = settings.terms();
        this.view = placing.view();
        this.room = request.room();
        this.silence = Silence.of(view, settings.sampleTtl());
        this.blind = !view.current();
        this.forecast = new Forecast(settings, state, view, request.cost());
    }

    /** What each instance offers, in the order of their ids. */
    List<Offer> offers() {
        placing.ask(Check.yes(PlacementQuestion.VIEW_CURRENT, view.current()));
        List<Offer> offers = new ArrayList<>(view.candidates().size());
        for (Candidate candidate : view.candidates()) {
            offers.add(offer(candidate, barred(candidate)));
        }
        if (silence.silent() > 0 && !fewSilent()) {
            // What so many sent last tells more than what few say now, on whom all new rooms would go.
            blind = true;
            offers.replaceAll(offer -> offer.failed() == PlacementQuestion.SAMPLE_AGE && silence.has(offer.candidate())
                    ? offer(offer.candidate(), suspect(offer.candidate()))
                    : offer);
        }
        boolean suspicion = offers.stream().anyMatch(offer -> offer.failed() == PlacementQuestion.NOT_SUSPECT);
        boolean others = offers.stream().anyMatch(Offer::live);
        if (suspicion && !placing.ask(Check.yes(PlacementQuestion.OTHERS_REACHABLE, others))) {
            offers.replaceAll(
                    offer -> offer.failed() == PlacementQuestion.NOT_SUSPECT ? offer(offer.candidate(), null) : offer);
        }
        return Collections.unmodifiableList(offers);
    }

    private Offer offer(Candidate candidate, @Nullable PlacementQuestion barred) {
        Margin margin = placing.margin(candidate);
        Outlook outlook = margin == null ? null : forecast.of(candidate, margin);
        PlacementQuestion failed = barred == null ? weightless(candidate, outlook) : barred;
        return new Offer(candidate, margin, barred == null, failed, outlook);
    }

    private @Nullable PlacementQuestion barred(Candidate candidate) {
        PlacementQuestion barred = placing.barred(candidate);
        if (barred != null) {
            return barred;
        }
        if (!placing.fresh(PlacementQuestion.SAMPLE_AGE, candidate)) {
            return PlacementQuestion.SAMPLE_AGE;
        }
        return suspect(candidate);
    }

    private @Nullable PlacementQuestion suspect(Candidate candidate) {
        if (state.isSuspect(candidate.owner())) {
            placing.ask(Check.yes(PlacementQuestion.NOT_SUSPECT, candidate.id(), false));
            return PlacementQuestion.NOT_SUSPECT;
        }
        return null;
    }

    private boolean fewSilent() {
        return placing.ask(Check.of(PlacementQuestion.FEW_SILENT, silence.silent(), silence.most()));
    }

    private @Nullable PlacementQuestion weightless(Candidate candidate, @Nullable Outlook outlook) {
        boolean measured = placing.ask(Check.yes(PlacementQuestion.MEASURED, candidate.id(), outlook != null));
        if (!measured || outlook == null) {
            return PlacementQuestion.MEASURED;
        }
        return placing.ask(Check.of(PlacementQuestion.CORRECTED_MARGIN, candidate.id(), outlook.points(), 0))
                ? null
                : PlacementQuestion.CORRECTED_MARGIN;
    }

    /** Draws one of the offers, or refuses the room where it may be and there is none for it. */
    Placement draw(List<Offer> offers, boolean mayRefuse, Draw draw) {
        List<Offer> live = offers.stream().filter(Offer::live).toList();
        if (!placing.ask(Check.of(PlacementQuestion.LIVE_INSTANCES, live.size(), 1))) {
            return new Placement(Basis.NO_INSTANCES, null, placing.checks(), offers, null);
        }
        List<Offer> known =
                live.stream().filter(offer -> offer.outlook() != null).toList();
        if (blind) {
            return stale(known.isEmpty() ? live : known, offers, draw);
        }
        if (!placing.ask(Check.of(PlacementQuestion.MEASURED_INSTANCES, known.size(), 1))) {
            Placement.Lot lot = Placing.lot(draw, live.size());
            Candidate chosen = live.get((int) lot.drawn()).candidate();
            return new Placement(Basis.UNIFORM_FALLBACK, chosen, placing.checks(), offers, lot);
        }
        int roomy = (int) known.stream().filter(offer -> offer.failed() == null).count();
        if (placing.ask(Check.of(PlacementQuestion.ROOMY_INSTANCES, roomy, 1))) {
            return drawn(new Bag(Basis.WEIGHTED, known, offers), Offer::weight, draw);
        }
        if (mayRefuse) {
            return new Placement(Basis.REFUSED, null, placing.checks(), offers, null, null, RETRY_AFTER);
        }
        return drawn(new Bag(Basis.ALL_FULL, known, offers), this::cores, draw);
    }

    private double cores(Offer offer) {
        return terms.has(Term.CAPACITY) ? forecast.cores(offer.candidate()) : 1;
    }

    /**
     * What is drawn from.
     *
     * @param from the offers that may be met
     * @param all all offers
     */
    private record Bag(Basis basis, List<Offer> from, List<Offer> all) {}

    private Placement drawn(Bag bag, ToDoubleFunction<Offer> weight, Draw draw) {
        Wheel wheel = new Wheel(bag.from, weight);
        Placement.Lot lot = Placing.lot(draw, Wheel.NUMBERS);
        Offer one = wheel.at(lot.drawn());
        if (!terms.has(Term.TWO_DRAWS)) {
            return new Placement(bag.basis, one.candidate(), placing.checks(), bag.all, lot);
        }
        Placement.Lot lots = Placing.lot(draw, Wheel.NUMBERS);
        Placement.Second second = new Placement.Second(lots, one, wheel.at(lots.drawn()));
        Candidate chosen = second.winner().candidate();
        return new Placement(bag.basis, chosen, placing.checks(), bag.all, lot, second, null);
    }

    /** Without reports: by the room's name, so that every scheduler answers alike, or by margins that fade to capacity. */
    private Placement stale(List<Offer> usable, List<Offer> offers, Draw draw) {
        if (room != null) {
            return new Placement(Basis.STALE, byName(room, usable), placing.checks(), offers, null);
        }
        double mean =
                usable.stream().mapToDouble(FairleadPlacing::left).average().orElse(0);
        Duration age = view.current() ? silence.since() : view.age();
        double kept = StrictMath.exp(-age.toNanos() / 1e9 / FADE_SECONDS);
        ToDoubleFunction<Offer> faded = offer -> {
            double margin = kept * left(offer) + (1 - kept) * mean;
            return cores(offer) * margin * margin;
        };
        Wheel wheel = new Wheel(usable, mean > 0 ? faded : this::cores);
        Placement.Lot lot = Placing.lot(draw, Wheel.NUMBERS);
        return new Placement(Basis.STALE, wheel.at(lot.drawn()).candidate(), placing.checks(), offers, lot);
    }

    private static double left(Offer offer) {
        return offer.outlook() == null ? 0 : Math.max(0, offer.points());
    }

    private Candidate byName(RoomId name, List<Offer> usable) {
        Candidate best = usable.get(0).candidate();
        double most = 0;
        for (Offer offer : usable) {
            Candidate candidate = offer.candidate();
            double pull = RoomHash.pull(name, candidate.id(), forecast.cores(candidate));
            if (pull > most) {
                most = pull;
                best = candidate;
            }
        }
        return best;
    }
}
