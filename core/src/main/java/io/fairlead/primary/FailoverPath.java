package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import io.fairlead.load.LoadAverage;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The death path: finds a primary where there is none. It knows no hysteresis, no confirmation and no cooldown, and
 * needs no load data: loads only order the nodes it finds.
 */
final class FailoverPath {

    /**
     * By the plain mean of the window's samples: an average that was halved or corrected at a change of roles would
     * make a sick node the best choice. Unknown means come last.
     */
    private static final Comparator<Standing> BY_PLAIN_MEAN = Comparator.comparingDouble(FailoverPath::plainMean)
            .thenComparing(standing -> standing.state().lastPrimaryRound())
            .thenComparing(Standing::node);

    private FailoverPath() {}

    /** Why the present primary no longer counts as one, or null if it does. */
    static @Nullable Reason lost(Round round, NodeId primary) {
        Standing standing = round.standings.get(primary);
        NodeObservation node = round.seen.nodes().get(primary);
        if (standing == null || node == null) {
            return Reason.PRIMARY_LOST;
        }
        if (!standing.alive()) {
            return standing.failed() == PrimaryQuestion.IN_SERVICE ? Reason.MAINTENANCE : Reason.PRIMARY_LOST;
        }
        boolean same = node.incarnation().equals(round.before.primaryIncarnation());
        if (!round.ask(Check.yes(PrimaryQuestion.SAME_INCARNATION, primary, same))) {
            return Reason.PRIMARY_RESTARTED;
        }
        if (node.hindrances().contains(Hindrance.UNHEALTHY) && isUnhealthy(round, primary)) {
            return Reason.PRIMARY_UNHEALTHY;
        }
        // A successor that is not measured either would be unavailable at once, round after round.
        boolean better =
                !round.standbys(other -> other.able() && other.measured()).isEmpty();
        return better && isUnavailable(round, standing) ? Reason.PRIMARY_UNAVAILABLE : null;
    }

    /** A successor that is not healthy either would be left at once, round after round. */
    private static boolean isUnhealthy(Round round, NodeId primary) {
        round.ask(Check.yes(PrimaryQuestion.HEALTHY, primary, false));
        List<Standing> better =
                round.standbys(standing -> standing.able() && standing.failed() != PrimaryQuestion.HEALTHY);
        if (better.isEmpty()) {
            round.alarm(Alarm.Kind.ALL_UNHEALTHY, primary);
        }
        return !better.isEmpty();
    }

    /** Too few samples of a whole window; where there is none at all, of a whole window in the role. */
    private static boolean isUnavailable(Round round, Standing standing) {
        if (standing.measured() || round.settings.has(Safeguard.KEEP_UNMEASURED)) {
            return false;
        }
        LoadAverage average = standing.state().average();
        long rounds = average.isEmpty() ? round.number - round.before.lastChangeRound() : average.rounds();
        return rounds >= round.settings.averaging().window();
    }

    /** Finds a successor for a primary that no longer counts as one. */
    static Decision replace(Round round, NodeId primary, Reason reason) {
        List<Standing> alive = round.standbys(Standing::alive);
        List<Standing> able = round.standbys(Standing::able);
        round.streak = 0;
        round.ask(Check.of(PrimaryQuestion.STANDBYS, alive.size(), 1));
        Cause cause = reason == Reason.MAINTENANCE ? Cause.OPERATOR : Cause.FAILOVER;
        if (!able.isEmpty()) {
            tellOfTheCooldown(round, cause);
            return round.move(reason, cause, successor(round, able));
        }
        if (reason == Reason.PRIMARY_RESTARTED && round.isFree(primary)) {
            round.alarm(alive.isEmpty() ? Alarm.Kind.NO_STANDBY : Alarm.Kind.NO_NODE_FREE, null);
            return round.move(reason, cause, primary);
        }
        if (alive.isEmpty()) {
            round.alarm(Alarm.Kind.NO_STANDBY, null);
            return round.nobody(Reason.NO_NODE_ALIVE);
        }
        return noneFree(round, alive);
    }

    /** Somebody has to act where no promise and no wait ends by itself. */
    private static Decision noneFree(Round round, List<Standing> alive) {
        NodeId unsure = round.seen.facts().unsure();
        boolean waits = alive.stream().anyMatch(standing -> !round.isOnlyUnlisted(standing.node()));
        if (waits || unsure == null) {
            round.alarm(Alarm.Kind.NO_NODE_FREE, null);
        } else {
            round.alarm(Alarm.Kind.NEEDS_OPERATOR, unsure);
        }
        return round.nobody(Reason.NO_NODE_FREE);
    }

    /** It binds nothing here. Two changes so soon after another are worth a look all the same. */
    private static void tellOfTheCooldown(Round round, Cause cause) {
        Duration last = round.before.lastSwitch();
        Duration cooldown = round.settings.rule().cooldown().at(round.k, round.settings.sampleInterval());
        if (cause == Cause.FAILOVER
                && last != null
                && round.seen.at().minus(last).compareTo(cooldown) < 0) {
            round.alarm(Alarm.Kind.COOLDOWN_OVERRIDDEN, null);
        }
    }

    /** Finds a primary for a group that has none. */
    static Decision first(Round round) {
        List<Standing> alive = round.standbys(Standing::alive);
        round.streak = 0;
        if (!round.ask(Check.of(PrimaryQuestion.STANDBYS, alive.size(), 1))) {
            return round.nobody(Reason.NO_NODE_ALIVE);
        }
        List<Standing> able = round.standbys(Standing::able);
        if (able.isEmpty()) {
            return round.before.bootstrapped() ? noneFree(round, alive) : round.nobody(Reason.NO_NODE_FREE);
        }
        if (round.before.bootstrapped()) {
            return round.move(Reason.PRIMARY_LOST, Cause.FAILOVER, successor(round, able));
        }
        if (round.settings.bootstrap() == Bootstrap.IMMEDIATE) {
            List<Standing> first = hopeful(round, able);
            return bootstrap(round, preferredAmong(round, first, first.get(0).node()));
        }
        // What comes after the observation period, warm-up above all, paces switches; nothing runs yet.
        List<Standing> observed = round.standbys(
                standing -> standing.able() && standing.measured() && standing.failed() != PrimaryQuestion.OBSERVED);
        return round.ask(Check.of(PrimaryQuestion.OBSERVED_NODES, observed.size(), 1))
                ? bootstrap(round, preferredAmong(round, hopeful(round, observed), successor(round, observed)))
                : round.nobody(Reason.WAITING_FOR_OBSERVATION);
    }

    private static NodeId preferredAmong(Round round, List<Standing> standings, NodeId other) {
        NodeId preferred = round.settings.preferred();
        return standings.stream().anyMatch(standing -> standing.node().equals(preferred)) && preferred != null
                ? preferred
                : other;
    }

    /** The node to promote among the alive: an eligible one, else a measured, else a healthy one, else whoever lives. */
    static NodeId successor(Round round, List<Standing> free) {
        List<Standing> alive = hopeful(round, free);
        Standing eligible = best(alive, Standing::eligible);
        if (eligible != null) {
            return eligible.node();
        }
        Standing measured =
                best(alive, standing -> standing.measured() && standing.failed() != PrimaryQuestion.HEALTHY);
        if (measured != null) {
            return measured.node();
        }
        Standing healthy = best(alive, standing -> standing.failed() != PrimaryQuestion.HEALTHY);
        return healthy != null
                ? healthy.node()
                : alive.stream().min(BY_PLAIN_MEAN).orElseThrow().node();
    }

    /** Those of whom no step failed lately: whoever fails is followed by the next. All, if each of them failed. */
    private static List<Standing> hopeful(Round round, List<Standing> standings) {
        List<Standing> found = standings.stream()
                .filter(standing -> !round.has(standing.node(), Hindrance.BARRED))
                .toList();
        return found.isEmpty() ? standings : found;
    }

    private static Decision bootstrap(Round round, NodeId to) {
        return round.move(Reason.BOOTSTRAP, Cause.BOOTSTRAP, to);
    }

    private static @Nullable Standing best(List<Standing> standings, Predicate<Standing> which) {
        return standings.stream().filter(which).min(BY_PLAIN_MEAN).orElse(null);
    }

    private static double plainMean(Standing standing) {
        return Double.isNaN(standing.plainMean()) ? Double.POSITIVE_INFINITY : standing.plainMean();
    }
}
