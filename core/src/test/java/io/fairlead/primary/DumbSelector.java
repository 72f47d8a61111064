package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * The oracle: a deliberately dumb second implementation of the method, one group per instance.
 *
 * <p>Written from the description of the method alone. It keeps everything it was ever shown and works all of it out
 * again in every round, one straight method per numbered rule.
 */
@NullUnmarked
final class DumbSelector {

    /** What a round came to; streak is what the round's decision says, advantage and hysteresis NaN if not compared. */
    record Answer(
            Decision.Kind kind,
            Reason reason,
            @Nullable Cause cause,
            @Nullable NodeId from,
            @Nullable NodeId to,
            @Nullable NodeId candidate,
            int k,
            int streak,
            double advantage,
            double hysteresis) {}

    private final PrimarySettings settings;
    private final SwitchRule rule;
    private final DumbHistory history;
    private final DumbRoleLoad role;

    // Decided in earlier rounds.
    private @Nullable NodeId primary;
    private String incarnation = "";
    private boolean everHadPrimary;
    private int streak;
    private @Nullable Duration lastShown;
    private long switchesWithoutGain;

    // Of the present round.
    private Observation seen = Observation.of(Duration.ZERO, new TreeMap<>());
    private Map<NodeId, DumbHistory.Facts> facts = new TreeMap<>();
    private List<NodeId> eligible = List.of();
    private double roleLoad;
    private int k;

    DumbSelector(PrimarySettings settings) {
        this.settings = settings;
        this.rule = settings.rule();
        this.history = new DumbHistory(settings);
        this.role = new DumbRoleLoad(history);
    }

    Answer round(Observation observation) {
        seen = observation;
        history.add(observation, primary);
        facts = new TreeMap<>();
        seen.nodes().keySet().forEach(id -> facts.put(id, history.facts(id)));
        roleLoad = role.estimate();
        k = k();
        eligible = alive().stream().filter(this::isEligible).toList();
        Answer answer = decide();
        if (isNoGain()) {
            switchesWithoutGain++;
        }
        carryOut(answer);
        return answer;
    }

    double average(NodeId id) {
        return facts.get(id).average;
    }

    boolean knows(NodeId id) {
        return facts.containsKey(id);
    }

    double roleLoad() {
        return roleLoad;
    }

    /** The primary after the last round. */
    @Nullable NodeId primary() {
        return primary;
    }

    /** The streak that the next round starts from. */
    int streak() {
        return streak;
    }

    long switchesWithoutGain() {
        return switchesWithoutGain;
    }

    private Answer decide() {
        // Rule 12: pause.
        if (seen.orders().pause() == Pause.ALL) {
            return keep(Reason.PAUSED);
        }
        if (primary == null) {
            return everHadPrimary ? moved(Reason.PRIMARY_LOST, Cause.FAILOVER, best(alive())) : bootstrap();
        }
        Answer lost = lost();
        if (lost != null) {
            return lost;
        }
        if (seen.orders().switchover()) {
            return operator();
        }
        return seen.orders().pause() == Pause.PREFERENCE ? keep(Reason.PAUSED) : prefer();
    }

    // Rule 4: no primary ever.
    private Answer bootstrap() {
        NodeId preferred = settings.preferred();
        if (settings.bootstrap() == Bootstrap.IMMEDIATE || alive().isEmpty()) {
            List<NodeId> alive = alive();
            NodeId first = alive.isEmpty() ? null : alive.get(0);
            return moved(Reason.BOOTSTRAP, Cause.BOOTSTRAP, alive.contains(preferred) ? preferred : first);
        }
        List<NodeId> observed = alive().stream().filter(this::isObserved).toList();
        if (observed.isEmpty()) {
            return nobody(Reason.WAITING_FOR_OBSERVATION);
        }
        return moved(Reason.BOOTSTRAP, Cause.BOOTSTRAP, observed.contains(preferred) ? preferred : best(observed));
    }

    // Rule 5: alive and k.
    private List<NodeId> alive() {
        return seen.nodes().keySet().stream()
                .filter(id -> history.isAlive(id, history.now()))
                .toList();
    }

    private int k() {
        boolean earned = settings.has(Safeguard.EARNED_GROUP_SIZE);
        long count =
                alive().stream().filter(id -> !earned || facts.get(id).earned).count();
        return (int) Math.max(1, count);
    }

    private List<NodeId> standbys() {
        return alive().stream().filter(id -> !id.equals(primary)).toList();
    }

    // Two paths: the primary is gone, or (classic) too few of its samples arrive.
    private @Nullable Answer lost() {
        NodeObservation holder = seen.nodes().get(primary);
        NodeId best = best(standbys());
        if (holder == null || holder.heartbeatAge().compareTo(settings.heartbeatTimeout()) > 0) {
            return moved(Reason.PRIMARY_LOST, Cause.FAILOVER, best);
        }
        if (holder.maintenance()) {
            return moved(Reason.MAINTENANCE, Cause.OPERATOR, best);
        }
        if (!holder.incarnation().equals(incarnation)) {
            // Its own new process takes the role back only if nobody else can.
            return moved(Reason.PRIMARY_RESTARTED, Cause.FAILOVER, best == null ? primary : best);
        }
        NodeId measured = best(standbys().stream().filter(this::isMeasured).toList());
        boolean unavailable = !settings.has(Safeguard.KEEP_UNMEASURED) && !isMeasured(primary) && isJudgeable();
        return unavailable && measured != null ? moved(Reason.PRIMARY_UNAVAILABLE, Cause.FAILOVER, measured) : null;
    }

    // Below 50 % of a window: there must have been a window, since its first sample or, without any, in the role.
    private boolean isJudgeable() {
        int start = facts.get(primary).start;
        int rounds = history.now() - (start >= 0 ? start - 1 : lastChangeRound());
        return rounds >= history.window;
    }

    // Rule 11: a failover ranks by the plain mean of the window's valid samples; eligible ones first, unknown last.
    private @Nullable NodeId best(List<NodeId> nodes) {
        List<Predicate<NodeId>> tiers = List.of(eligible::contains, this::isMeasured, id -> true);
        for (Predicate<NodeId> tier : tiers) {
            NodeId best = nodes.stream()
                    .filter(tier)
                    .min(Comparator.comparing(this::plainMean)
                            .thenComparing(this::lastPrimaryRound)
                            .thenComparing(id -> id))
                    .orElse(null);
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    // NaN, which orders last, where there is no valid sample.
    private double plainMean(NodeId id) {
        int now = history.now();
        int start = facts.get(id).start;
        List<Double> valid = start < 0 ? List.of() : history.validIn(id, start, now - history.window + 1, now);
        return valid.isEmpty() ? Double.NaN : DumbHistory.mean(valid);
    }

    // Rule 7, ties: the least recently primary; -1 for never.
    private int lastPrimaryRound(NodeId id) {
        int last = -1;
        for (int r = facts.get(id).knownSince; r <= history.now(); r++) {
            if (id.equals(history.primaries.get(r))) {
                last = r;
            }
        }
        return last;
    }

    // Rule 10: nothing binds an operator but that the node must be able to take over.
    private Answer operator() {
        NodeId target = seen.orders().target();
        if (target == null) {
            target = standbys().stream()
                    .filter(eligible::contains)
                    .min(byProjected())
                    .orElse(best(standbys()));
        }
        return target != null && standbys().contains(target)
                ? moved(Reason.OPERATOR_REQUEST, Cause.OPERATOR, target)
                : keep(Reason.SWITCHOVER_REFUSED);
    }

    private boolean isMeasured(NodeId id) {
        return history.isMeasured(id, facts.get(id).start, history.now());
    }

    // Rule 4: the first window of rounds after a start. A round's decision is taken with its sample in hand, so the
    // period is over in the round that brings the window's last sample.
    private boolean isObserved(NodeId id) {
        return isMeasured(id) && history.now() - facts.get(id).start + 1 >= history.window;
    }

    // Rule 6: warm for 3 / 2 / 1 windows since its own last restart or silence.
    private boolean isWarm(NodeId id) {
        return !settings.has(Safeguard.OWN_WARM_UP)
                || facts.get(id).stableFor >= rule.warmUpWindows().at(k) * history.window;
    }

    private boolean isRough(NodeId id) {
        return settings.has(Safeguard.ROUGH_SENSOR) && history.isRough(id, facts.get(id).start);
    }

    // Rule 6: eligible.
    private boolean isEligible(NodeId id) {
        return history.isAlive(id, history.now())
                && isObserved(id)
                && isWarm(id)
                && !isRough(id)
                && !role.isSuspect(id);
    }

    // Rough sensor: a primary is judged by the lesser of average and lower quartile; a suspect one is not judged by
    // load.
    private double judged(NodeId id) {
        double average = average(id);
        return isRough(id) && !role.isSuspect(id)
                ? Math.min(average, history.lowerQuartile(id, facts.get(id).start))
                : average;
    }

    // Role load: a standby is compared with what the role would add, at most all of the primary's load.
    private double projected(NodeId id) {
        double points = (Double.isNaN(roleLoad) ? 0 : roleLoad) + role.margin();
        NodeObservation holder = primary == null ? null : seen.nodes().get(primary);
        if (holder != null && !Double.isNaN(average(primary))) {
            points = Math.min(points, average(primary) * holder.capacity());
        }
        return Math.min(100, average(id) + points / seen.nodes().get(id).capacity());
    }

    // Rule 7: the least projected load; ties: the least recently primary, the id. The incumbent wins ties, because an
    // advantage of 0 is none.
    private Comparator<NodeId> byProjected() {
        return Comparator.comparing(this::projected)
                .thenComparing(this::lastPrimaryRound)
                .thenComparing(id -> id);
    }

    // Rule 8: the advantage and what is required.
    private double advantage(NodeId id) {
        return judged(primary) - projected(id);
    }

    private double hysteresis(NodeId id) {
        double noise =
                Math.max(history.noise(primary, facts.get(primary).start), history.noise(id, facts.get(id).start));
        return Math.max(
                rule.hysteresis().floor(),
                Math.max(
                        rule.hysteresis().noiseFactor() * noise,
                        rule.hysteresis().base() * 2 / k));
    }

    private Answer prefer() {
        if (standbys().isEmpty()) {
            return keep(Reason.NO_STANDBY);
        }
        if (!isMeasured(primary)) {
            return keep(Reason.PRIMARY_UNMEASURED);
        }
        if (!isObserved(primary)) {
            return keep(Reason.OBSERVING);
        }
        List<NodeId> candidates = standbys().stream().filter(eligible::contains).toList();
        return candidates.isEmpty() || k < 2 ? keep(Reason.NO_CANDIDATE) : compare(candidates);
    }

    private Answer compare(List<NodeId> candidates) {
        // Rule 7: the target is the least among those above their own hysteresis.
        NodeId least = candidates.stream().min(byProjected()).orElseThrow();
        NodeId target = candidates.stream()
                .filter(id -> advantage(id) > hysteresis(id))
                .min(byProjected())
                .orElse(null);
        NodeId candidate = target == null ? least : target;
        // Rule 9: the streak stands still in a round without both samples.
        int now = history.now();
        boolean fresh = !settings.has(Safeguard.FRESH_SAMPLES)
                || (history.isValid(primary, now) && history.isValid(candidate, now));
        int held = target == null ? 0 : fresh ? streak + 1 : streak;
        if (role.isSuspect(primary)) {
            return isCooledDown()
                    ? switched(Reason.SENSOR_SUSPECT, candidate, held)
                    : compared(Reason.COOLDOWN, candidate, held);
        }
        if (settings.has(Safeguard.CEILING) && isAllOverloaded()) {
            return compared(Reason.ALL_OVERLOADED, candidate, held);
        }
        if (target == null) {
            return compared(advantage(least) > 0 ? Reason.WITHIN_HYSTERESIS : Reason.LEAST_LOADED, candidate, 0);
        }
        Reason gate = !fresh ? Reason.AWAITING_SAMPLE : closedGate(target, held);
        return gate == null ? switched(Reason.LESS_LOADED_STANDBY, target, held) : compared(gate, target, held);
    }

    private @Nullable Reason closedGate(NodeId target, int held) {
        // Rule 9: confirmations.
        if (held < rule.confirmations().at(k)) {
            return Reason.CONFIRMING;
        }
        // Role load: the measuring interval is interrupted by nothing but death.
        if (settings.has(Safeguard.ROLE_LOAD) && role.isMeasuring()) {
            return Reason.MEASURING_ROLE;
        }
        if (!isCooledDown()) {
            return Reason.COOLDOWN;
        }
        // Classic: the group was watched for 3 / 2 / 1 windows since its last change of roles.
        int watched = history.now() - lastChangeRound();
        if (!settings.has(Safeguard.OWN_WARM_UP)
                && watched < rule.warmUpWindows().at(k) * history.window) {
            return Reason.WARMING_UP;
        }
        // Ceiling: above it only twice the hysteresis switches.
        boolean below = projected(target) <= rule.ceiling() || advantage(target) > 2 * hysteresis(target);
        return settings.has(Safeguard.CEILING) && !below ? Reason.CEILING : null;
    }

    private boolean isAllOverloaded() {
        return judged(primary) > rule.ceiling()
                && standbys().stream().filter(this::isMeasured).allMatch(id -> projected(id) > rule.ceiling());
    }

    // Rule 10: since the last executed switch (a first primary is none); while observing, since the last shown one too.
    private boolean isCooledDown() {
        Duration last = null;
        for (DumbHistory.Change change : history.changes) {
            last = change.reason() == Reason.BOOTSTRAP ? last : change.at();
        }
        if (seen.orders().observe() != Observe.OFF && lastShown != null) {
            last = last == null || lastShown.compareTo(last) > 0 ? lastShown : last;
        }
        Duration byTime = k <= 2 ? rule.cooldown().pair() : rule.cooldown().more();
        Duration byRounds =
                settings.sampleInterval().multipliedBy(rule.cooldown().rounds());
        Duration wanted = byTime.compareTo(byRounds) > 0 ? byTime : byRounds;
        return last == null || seen.at().minus(last).compareTo(wanted) >= 0;
    }

    // -1, the round before the first, where there was none.
    private int lastChangeRound() {
        return history.changes.isEmpty()
                ? -1
                : history.changes.get(history.changes.size() - 1).round();
    }

    // No gain: the role-corrected advantage has gone after 15 minutes or 30 rounds, the longer.
    private boolean isNoGain() {
        if (!settings.has(Safeguard.NO_GAIN) || history.changes.isEmpty()) {
            return false;
        }
        DumbHistory.Change last = history.changes.get(history.changes.size() - 1);
        // Leaving a suspect sensor is not done for an advantage.
        boolean preference = last.reason() == Reason.LESS_LOADED_STANDBY;
        int due = last.round() + Math.max(30, settings.roundsIn(Duration.ofMinutes(15)));
        NodeId from = last.from();
        boolean judged =
                preference && due == history.now() && from != null && last.to().equals(primary);
        if (!judged || !alive().contains(from) || !alive().contains(primary)) {
            return false;
        }
        double weighs =
                (Double.isNaN(roleLoad) ? 0 : roleLoad) / seen.nodes().get(from).capacity();
        return isMeasured(from)
                && isMeasured(primary)
                && average(from) + weighs - average(primary)
                        < 0.25 * rule.hysteresis().at(Math.max(2, k));
    }

    private Answer answer(Decision.Kind kind, Reason reason, @Nullable Cause cause, @Nullable NodeId to) {
        return new Answer(kind, reason, cause, primary, to, null, k, 0, Double.NaN, Double.NaN);
    }

    private Answer keep(Reason reason) {
        return answer(primary == null ? Decision.Kind.NO_PRIMARY : Decision.Kind.KEEP, reason, null, primary);
    }

    private Answer nobody(Reason reason) {
        return answer(Decision.Kind.NO_PRIMARY, reason, null, null);
    }

    // Rule 12: "all" carries out nothing.
    private Answer moved(Reason reason, Cause cause, @Nullable NodeId to) {
        boolean shown = seen.orders().observe() == Observe.ALL;
        return to == null
                ? nobody(Reason.NO_NODE_ALIVE)
                : answer(shown ? Decision.Kind.WOULD_SWITCH : Decision.Kind.SWITCH, reason, cause, to);
    }

    private Answer compared(Reason reason, NodeId candidate, int held) {
        return new Answer(
                Decision.Kind.KEEP,
                reason,
                null,
                primary,
                primary,
                candidate,
                k,
                held,
                advantage(candidate),
                hysteresis(candidate));
    }

    // Rule 12: observe mode shows a preference and does not carry it out.
    private Answer switched(Reason reason, NodeId target, int held) {
        boolean shown = seen.orders().observe() != Observe.OFF;
        return new Answer(
                shown ? Decision.Kind.WOULD_SWITCH : Decision.Kind.SWITCH,
                reason,
                Cause.PREFERENCE,
                primary,
                target,
                target,
                k,
                held,
                advantage(target),
                hysteresis(target));
    }

    private void carryOut(Answer answer) {
        // A refused order leaves the streak as it is; a move, shown or real, ends it.
        if (answer.reason() != Reason.SWITCHOVER_REFUSED) {
            streak = answer.kind() == Decision.Kind.KEEP ? answer.streak() : 0;
        }
        switch (answer.kind()) {
            case WOULD_SWITCH -> lastShown = seen.at();
            case NO_PRIMARY -> primary = null;
            case SWITCH -> {
                history.changes.add(new DumbHistory.Change(
                        history.now(), seen.at(), answer.from(), answer.to(), answer.reason(), roleLoad));
                primary = answer.to();
                incarnation = seen.nodes().get(primary).incarnation();
                everHadPrimary = true;
            }
            default -> {}
        }
    }
}
