package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slow path, while the primary is alive: averages, hysteresis, confirmations, cooldown, warm-up, ceiling. */
final class PreferencePath {

    /** Ties go to the node that was primary least recently, then to the lowest id. */
    static final Comparator<Standing> LEAST_LOADED = Comparator.comparingDouble(Standing::projected)
            .thenComparing(standing -> standing.state().lastPrimaryRound())
            .thenComparing(Standing::node);

    private final Round round;
    private final SwitchRule rule;
    private final Standing primary;

    /** The primary's load as it is held against the candidates', in points. */
    private final double load;

    private PreferencePath(Round round, Standing primary) {
        this.round = round;
        this.rule = round.settings.rule();
        this.primary = primary;
        boolean rough = primary.failed() == PrimaryQuestion.SENSOR_SMOOTH;
        this.load =
                rough ? Math.min(primary.average(), primary.state().average().lowerQuartile()) : primary.average();
    }

    static Decision decide(Round round, Standing primary) {
        Reason hindrance = hindrance(round, primary);
        if (hindrance != null) {
            round.streak = 0;
            return round.keep(hindrance);
        }
        return new PreferencePath(round, primary).compare();
    }

    /** What keeps the loads from being compared at all, or null. */
    private static @Nullable Reason hindrance(Round round, Standing primary) {
        int standbys = round.standbys(Standing::alive).size();
        if (!round.ask(Check.of(PrimaryQuestion.STANDBYS, standbys, 1))) {
            round.alarm(Alarm.Kind.NO_STANDBY, null);
            return Reason.NO_STANDBY;
        }
        if (!primary.measured()) {
            round.alarm(Alarm.Kind.PRIMARY_UNMEASURED, primary.node());
            return Reason.PRIMARY_UNMEASURED;
        }
        if (primary.failed() == PrimaryQuestion.OBSERVED) {
            return Reason.OBSERVING;
        }
        int eligible = round.standbys(Standing::eligible).size();
        boolean candidates = round.ask(Check.of(PrimaryQuestion.CANDIDATES, eligible, 1));
        return round.ask(Check.of(PrimaryQuestion.GROUP_SIZE, round.k, 2)) && candidates ? null : Reason.NO_CANDIDATE;
    }

    private Decision compare() {
        List<Standing> eligible = round.standbys(Standing::eligible);
        boolean anyBelowCeiling = isAnyBelowCeiling();
        Standing candidate = choose(eligible);
        double advantage = load - candidate.projected();
        double hysteresis = hysteresis(candidate);
        boolean lessLoaded = round.ask(Check.of(PrimaryQuestion.LESS_LOADED, candidate.node(), advantage, 0));
        boolean enough = round.ask(Check.of(PrimaryQuestion.ADVANTAGE, candidate.node(), advantage, hysteresis));
        boolean fresh = !round.settings.has(Safeguard.FRESH_SAMPLES)
                || round.ask(Check.yes(
                        PrimaryQuestion.FRESH_SAMPLES,
                        candidate.node(),
                        primary.state().isFresh() && candidate.state().isFresh()));
        if (!enough) {
            round.streak = 0;
        } else if (fresh) {
            round.streak++;
        }
        int confirmations = rule.confirmations().at(round.k);
        Decision.Comparison numbers =
                new Decision.Comparison(candidate.node(), advantage, hysteresis, round.k, round.streak, confirmations);
        if (primary.failed() == PrimaryQuestion.SENSOR_TRUSTED) {
            return leaveSuspect(candidate.node(), numbers);
        }
        Reason gate = firstClosedGate(candidate, numbers);
        if (!anyBelowCeiling && round.settings.has(Safeguard.CEILING)) {
            return round.keep(Reason.ALL_OVERLOADED, numbers);
        }
        if (!enough) {
            return round.keep(lessLoaded ? Reason.WITHIN_HYSTERESIS : Reason.LEAST_LOADED, numbers);
        }
        if (!fresh) {
            return round.keep(Reason.AWAITING_SAMPLE, numbers);
        }
        return gate != null ? round.keep(gate, numbers) : moved(Reason.LESS_LOADED_STANDBY, candidate.node(), numbers);
    }

    /**
     * The node to hold against the primary: the least loaded among those whose advantage is above their own
     * hysteresis (a noisy node has a larger one), else the least loaded of all.
     */
    private Standing choose(List<Standing> eligible) {
        Standing least = eligible.stream().min(LEAST_LOADED).orElseThrow();
        return eligible.stream()
                .filter(this::isAboveHysteresis)
                .min(LEAST_LOADED)
                .orElse(least);
    }

    private boolean isAboveHysteresis(Standing standing) {
        double advantage = load - standing.projected();
        return advantage > rule.hysteresis().at(round.k) && advantage > hysteresis(standing);
    }

    private double hysteresis(Standing standing) {
        if (rule.hysteresis().noiseFactor() == 0) {
            return rule.hysteresis().at(round.k);
        }
        int window = round.settings.averaging().window();
        double noise = Math.max(
                primary.state().average().noise(window),
                standing.state().average().noise(window));
        return rule.hysteresis().at(round.k, noise);
    }

    /** All gates are asked, so that an explanation shows everything that is still in the way. */
    private @Nullable Reason firstClosedGate(Standing candidate, Decision.Comparison numbers) {
        boolean measured = !round.settings.has(Safeguard.ROLE_LOAD)
                || round.ask(Check.yes(PrimaryQuestion.ROLE_MEASURED, round.roleLoad.change() == null));
        boolean confirmed = round.ask(Check.of(PrimaryQuestion.STREAK, numbers.streak(), numbers.confirmations()));
        boolean cool = isCool();
        boolean warm = round.settings.has(Safeguard.OWN_WARM_UP) || isGroupWarm();
        boolean below = !round.settings.has(Safeguard.CEILING) || isCeilingPassed(candidate, numbers);
        if (!confirmed) {
            return Reason.CONFIRMING;
        }
        if (!measured) {
            return Reason.MEASURING_ROLE;
        }
        if (!cool) {
            return Reason.COOLDOWN;
        }
        return !warm ? Reason.WARMING_UP : !below ? Reason.CEILING : null;
    }

    private boolean isCool() {
        // A move that was only shown holds back the next one shown, but nothing real.
        boolean observing = round.seen.orders().observe() != Observe.OFF;
        Duration last = latest(round.before.lastSwitch(), observing ? round.before.lastShown() : null);
        double since = last == null
                ? Double.POSITIVE_INFINITY
                : Round.seconds(round.seen.at().minus(last));
        Duration cooldown = rule.cooldown().at(round.k, round.settings.sampleInterval());
        return round.ask(Check.of(PrimaryQuestion.COOLDOWN, since, Round.seconds(cooldown)));
    }

    private static @Nullable Duration latest(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) >= 0 ? one : other;
    }

    private boolean isGroupWarm() {
        int wanted =
                rule.warmUpWindows().at(round.k) * round.settings.averaging().window();
        return round.ask(
                Check.of(PrimaryQuestion.GROUP_WARM, (double) (round.number - round.before.lastChangeRound()), wanted));
    }

    private boolean isCeilingPassed(Standing candidate, Decision.Comparison numbers) {
        return round.ask(Check.of(PrimaryQuestion.CEILING, candidate.node(), candidate.projected(), rule.ceiling()))
                || round.ask(Check.of(
                        PrimaryQuestion.CEILING_ADVANTAGE,
                        candidate.node(),
                        numbers.advantage(),
                        2 * numbers.hysteresis()));
    }

    private boolean isAnyBelowCeiling() {
        int below = load <= rule.ceiling() ? 1 : 0;
        for (Standing standing : round.standbys(Standing::measured)) {
            below += standing.projected() <= rule.ceiling() ? 1 : 0;
        }
        boolean any = round.ask(Check.of(PrimaryQuestion.BELOW_CEILING, below, 1));
        if (!any) {
            round.alarm(Alarm.Kind.ALL_OVERLOADED, null);
        }
        return any;
    }

    /** A primary whose readings are not believed is left for one whose readings are, once the cooldown is over. */
    private Decision leaveSuspect(NodeId candidate, Decision.Comparison numbers) {
        return isCool() ? moved(Reason.SENSOR_SUSPECT, candidate, numbers) : round.keep(Reason.COOLDOWN, numbers);
    }

    private Decision moved(Reason reason, NodeId to, Decision.Comparison numbers) {
        return new Decision(Decision.Kind.SWITCH, reason, Cause.PREFERENCE, primary.node(), to, numbers);
    }
}
