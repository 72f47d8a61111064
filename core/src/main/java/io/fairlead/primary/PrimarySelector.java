package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides, round by round, who should be primary of one group, and why.
 *
 * <p>Pure: same settings, state and observation, same evaluation, bit for bit, on every JVM. While the primary is
 * alive the preference path decides from load; when it is gone the failover path decides without any of that.
 */
public final class PrimarySelector {

    /** A switch whose remaining advantage is below this share of the hysteresis has brought no gain. */
    private static final double GAIN_SHARE = 0.25;

    private final PrimarySettings settings;

    /** A selector for groups with the given settings. */
    public PrimarySelector(PrimarySettings settings) {
        this.settings = settings;
    }

    /** The settings that the selector decides by. */
    public PrimarySettings settings() {
        return settings;
    }

    /**
     * Evaluates one round: takes in its samples, decides, and gives the memory for the next round.
     *
     * @param before the memory after the round before
     * @param seen what is known in this round
     */
    public Evaluation evaluate(GroupState before, Observation seen) {
        return conclude(sampled(before, seen), true);
    }

    /**
     * Looks between two rounds whether the primary is gone, and replaces it if so. No sample is taken in and nothing
     * is decided from load.
     *
     * @param before the memory after the last round
     * @param seen what is known now; samples in it are left for the next round
     */
    public Evaluation watch(GroupState before, Observation seen) {
        return conclude(looked(before, seen), false);
    }

    /**
     * The memory after a round in which something was decided that the present rules or settings would not decide, and
     * that stands because it was carried out: samples are taken in as they are now, the decision is as it was.
     *
     * @param before the memory after the round before
     * @param seen what was known
     * @param ofRound whether it was the round's own decision, and not one between two rounds
     * @param decided what was decided
     */
    public GroupState obey(GroupState before, Observation seen, boolean ofRound, Decision decided) {
        Round round = ofRound ? sampled(before, seen) : looked(before, seen);
        round.streak =
                decided.kind() == Decision.Kind.KEEP ? decided.comparison().streak() : 0;
        return after(round, decided);
    }

    private Round sampled(GroupState before, Observation seen) {
        long number = before.round() + 1;
        SortedMap<NodeId, NodeState> nodes = Intake.nodesAfter(settings, before, seen);
        NodeId primary = before.primary();
        NodeObservation holder = primary == null ? null : seen.nodes().get(primary);
        RoleLoad roleLoad =
                new RoleLearning(settings, nodes, number, seen.at()).next(before.roleLoad(), primary, holder);
        return new Round(settings, before, seen, number, nodes, roleLoad);
    }

    private Round looked(GroupState before, Observation seen) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>(before.nodes());
        seen.nodes().forEach((id, node) -> nodes.putIfAbsent(id, NodeState.unknown(node)));
        return new Round(settings, before, seen, before.round(), nodes, before.roleLoad());
    }

    private Evaluation conclude(Round round, boolean sampled) {
        Eligibility.judge(round);
        warnOfTheGroup(round);
        Decision decision = changing(round, observed(round, decide(round, sampled)));
        if (sampled) {
            judgeGain(round);
        }
        return new Evaluation(
                decision,
                Collections.unmodifiableList(round.checks),
                List.copyOf(round.alarms),
                Collections.unmodifiableSortedMap(round.standings),
                round.cost,
                after(round, decision));
    }

    private static void warnOfTheGroup(Round round) {
        if (round.seen.facts().manySilent()) {
            round.alarm(Alarm.Kind.MANY_SILENT, null);
        }
        NodeId held = round.seen.facts().held();
        if (held != null) {
            round.alarm(Alarm.Kind.HELD_BY_FAILSAFE, held);
        }
    }

    private static GroupState after(Round round, Decision decision) {
        NodeId to = decision.to();
        return decision.isSwitch() && to != null ? ChangeOfPrimary.apply(round, decision, to) : kept(round, decision);
    }

    private static Decision decide(Round round, boolean sampled) {
        Orders orders = round.seen.orders();
        NodeId primary = round.primary();
        if (!round.ask(Check.yes(PrimaryQuestion.NOT_PAUSED, orders.pause() != Pause.ALL))) {
            round.streak = 0;
            return primary == null ? round.nobody(Reason.PAUSED) : round.keep(Reason.PAUSED);
        }
        if (primary == null) {
            return FailoverPath.first(round);
        }
        Reason lost = FailoverPath.lost(round, primary);
        if (lost != null) {
            return FailoverPath.replace(round, primary, lost);
        }
        if (orders.switchover()) {
            return OperatorPath.decide(round);
        }
        Standing holder = round.standings.get(primary);
        if (!sampled || holder == null) {
            return round.keep(Reason.AWAITING_SAMPLE);
        }
        if (!round.ask(Check.yes(PrimaryQuestion.PREFERENCE_NOT_PAUSED, orders.pause() != Pause.PREFERENCE))) {
            round.streak = 0;
            return round.keep(Reason.PAUSED);
        }
        return PreferencePath.decide(round, holder);
    }

    /** Holds back what observe mode only shows. */
    private static Decision observed(Round round, Decision decision) {
        Observe observe = round.seen.orders().observe();
        boolean held =
                observe == Observe.ALL || (observe == Observe.PREFERENCE && decision.cause() == Cause.PREFERENCE);
        if (!decision.isSwitch() || !held) {
            return decision;
        }
        round.streak = 0;
        return new Decision(
                Decision.Kind.WOULD_SWITCH,
                decision.reason(),
                decision.cause(),
                decision.from(),
                decision.to(),
                decision.comparison());
    }

    /** One change at a time: while one is carried out, another is not begun, and a primary that is gone is gone. */
    private static Decision changing(Round round, Decision decision) {
        if (!decision.isSwitch() || round.seen.orders().changingTo() == null) {
            return decision;
        }
        round.ask(Check.yes(PrimaryQuestion.NOTHING_UNDER_WAY, false));
        boolean works = decision.from() != null
                && decision.reason() != Reason.PRIMARY_LOST
                && decision.reason() != Reason.PRIMARY_RESTARTED;
        return works ? round.keep(Reason.CHANGING, decision.comparison()) : round.nobody(Reason.CHANGING);
    }

    private static void judgeGain(Round round) {
        GroupState.GainWatch watch = round.before.gainWatch();
        if (watch == null || round.number < watch.dueRound() || !watch.to().equals(round.primary())) {
            return;
        }
        Standing left = round.standings.get(watch.from());
        Standing chosen = round.standings.get(watch.to());
        if (left == null || chosen == null || !left.measured() || !chosen.measured()) {
            return;
        }
        double gain = left.average() + round.cost.on(left.state().capacity()) - chosen.average();
        if (gain < GAIN_SHARE * round.settings.rule().hysteresis().at(Math.max(2, round.k))) {
            round.alarm(Alarm.Kind.NO_GAIN, watch.to());
        }
    }

    private static GroupState kept(Round round, Decision decision) {
        GroupState before = round.before;
        boolean gone = decision.kind() == Decision.Kind.NO_PRIMARY;
        boolean shown = decision.kind() == Decision.Kind.WOULD_SWITCH;
        GroupState.GainWatch watch = before.gainWatch();
        boolean judged = watch == null || round.number >= watch.dueRound() || gone;
        return new GroupState(
                round.number,
                gone ? null : before.primary(),
                gone ? null : before.primaryIncarnation(),
                before.bootstrapped(),
                before.lastSwitch(),
                shown ? round.seen.at() : before.lastShown(),
                before.lastChangeRound(),
                round.streak,
                gone ? withLastPrimary(round) : round.nodes,
                gone ? round.roleLoad.with(null) : round.roleLoad,
                judged ? null : watch,
                round.switchesWithoutGain());
    }

    /** A primary that is lost without a successor has given up the role all the same. */
    private static SortedMap<NodeId, NodeState> withLastPrimary(Round round) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>(round.nodes);
        NodeId primary = round.primary();
        if (primary != null) {
            nodes.computeIfPresent(primary, (id, state) -> state.withLastPrimaryRound(round.number));
        }
        return nodes;
    }
}
