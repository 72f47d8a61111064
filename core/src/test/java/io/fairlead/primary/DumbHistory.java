package io.fairlead.primary;

import io.fairlead.NodeId;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the oracle was ever shown, and what rules 1 to 4 of the method say of it.
 *
 * <p>Nothing is counted on from round to round: each question walks through the whole list again.
 */
@NullUnmarked
final class DumbHistory {

    /** One node in one round; load is NaN where there is no valid sample. */
    record Row(NodeObservation seen, double load, boolean partial) {}

    /** A change of primary that was carried out, and what the role was then taken to cost (NaN: unknown). */
    record Change(int round, Duration at, @Nullable NodeId from, NodeId to, Reason reason, double roleLoad) {

        boolean restarted() {
            return reason == Reason.PRIMARY_RESTARTED;
        }
    }

    /** What the walk through a node's rows comes to. */
    static final class Facts {
        /** Round of the first valid sample of this life, or -1. */
        int start = -1;

        double average = Double.NaN;
        boolean earned;
        int stableFor;

        /** First round of what is still remembered of the node. */
        int knownSince;
    }

    final PrimarySettings settings;
    final int window;
    final List<Duration> times = new ArrayList<>();
    final SortedMap<NodeId, List<@Nullable Row>> rows = new TreeMap<>();
    final List<Change> changes = new ArrayList<>();

    /** Each node's start as seen in each round. */
    final SortedMap<NodeId, List<Integer>> starts = new TreeMap<>();

    private final SortedMap<NodeId, Facts> latest = new TreeMap<>();

    /** The primary at the beginning of each round. */
    final List<@Nullable NodeId> primaries = new ArrayList<>();

    DumbHistory(PrimarySettings settings) {
        this.settings = settings;
        this.window = settings.averaging().window();
    }

    /** The start that a node had in a past round or has now, or -1. */
    int start(NodeId id, int round) {
        List<Integer> list = starts.get(id);
        return list == null || round < 0 ? -1 : list.get(round);
    }

    int now() {
        return times.size() - 1;
    }

    // Rule 1 and ADR 0012: with CPU it is a sample, and where CPU does not count, with anything that does.
    private boolean isSample(Metrics metrics) {
        boolean counts = false;
        for (String metric : settings.load().weights().keySet()) {
            counts = counts || metrics.has(metric);
        }
        return metrics.has(Metrics.CPU) || (counts && !settings.load().weights().containsKey(Metrics.CPU));
    }

    /** Appends a round. */
    void add(Observation seen, @Nullable NodeId primary) {
        times.add(seen.at());
        primaries.add(primary);
        seen.nodes().keySet().forEach(id -> rows.computeIfAbsent(id, any -> new ArrayList<>()));
        SortedMap<NodeId, Metrics> valid = new TreeMap<>();
        seen.nodes().forEach((id, node) -> {
            Metrics metrics = node.metrics();
            if (metrics != null && isSample(metrics) && !isStuck(id, node)) {
                valid.put(id, metrics);
            }
        });
        rows.forEach((id, list) -> {
            while (list.size() < now()) {
                list.add(null);
            }
            NodeObservation node = seen.nodes().get(id);
            if (node == null) {
                list.add(null);
            } else if (!valid.containsKey(id)) {
                list.add(new Row(node, Double.NaN, false));
            } else {
                list.add(new Row(node, load(id, valid), isPartial(id, valid)));
            }
        });
        rows.keySet().forEach(id -> {
            List<Integer> list = starts.computeIfAbsent(id, any -> new ArrayList<>());
            while (list.size() < now()) {
                list.add(-1);
            }
            latest.put(id, facts(id, now()));
            list.add(latest.get(id).start);
        });
    }

    @Nullable Row row(NodeId id, int round) {
        List<@Nullable Row> list = rows.get(id);
        return list == null || round < 0 || round >= list.size() ? null : list.get(round);
    }

    boolean isValid(NodeId id, int round) {
        Row row = row(id, round);
        return row != null && !Double.isNaN(row.load());
    }

    // Stuck source: a report sequence that does not advance within an incarnation is a missing sample.
    private boolean isStuck(NodeId id, NodeObservation node) {
        int since = -1;
        for (int r = now() - 1; r >= 0; r--) {
            Row row = row(id, r);
            if (row == null && since < 0) {
                since = facts(id, now() - 1).knownSince;
            }
            if (r < since || (row != null && !row.seen().incarnation().equals(node.incarnation()))) {
                return false;
            }
            if (row != null && row.seen().sequence() >= node.sequence()) {
                return true;
            }
        }
        return false;
    }

    // Rule 1: weighted sum; unknown everywhere drops out, unknown here counts as the highest of the peers.
    private double load(NodeId id, SortedMap<NodeId, Metrics> valid) {
        LoadFormula formula = settings.load();
        double sum = 0;
        double weights = 0;
        double worst = 0;
        for (String metric : formula.weights().keySet()) {
            double highest = Double.NaN;
            for (Metrics peer : valid.values()) {
                if (peer.has(metric)) {
                    double value = peer.value(metric).getAsDouble();
                    highest = Double.isNaN(highest) ? value : Math.max(highest, value);
                }
            }
            if (Double.isNaN(highest)) {
                continue;
            }
            double value = valid.get(id).value(metric).orElse(highest);
            double weight = formula.weights().get(metric);
            sum += weight * value;
            weights += weight;
            double knee = formula.knees().getOrDefault(metric, formula.knee());
            worst = Math.max(worst, (value - knee) / (100 - knee) * 100);
        }
        // CPU stands for all where no weighted metric is known anywhere.
        return weights == 0
                ? valid.get(id).value(Metrics.CPU).orElseThrow()
                : Math.min(100, sum / weights + formula.bottleneck() * worst);
    }

    private boolean isPartial(NodeId id, SortedMap<NodeId, Metrics> valid) {
        for (String metric : settings.load().weights().keySet()) {
            for (Metrics peer : valid.values()) {
                if (peer.has(metric) && !valid.get(id).has(metric)) {
                    return true;
                }
            }
        }
        return false;
    }

    // Rule 5: a fresh heartbeat, and not in maintenance.
    boolean isAlive(NodeId id, int round) {
        Row row = row(id, round);
        return row != null
                && row.seen().heartbeatAge().compareTo(settings.heartbeatTimeout()) <= 0
                && !row.seen().maintenance();
    }

    /** What the present round's samples make of a node. */
    Facts facts(NodeId id) {
        return latest.get(id);
    }

    /** Rules 2 to 4 and 11 in one walk over all rounds of a node. */
    Facts facts(NodeId id, int until) {
        Facts facts = new Facts();
        String incarnation = "";
        for (int r = 0; r <= until; r++) {
            Row row = row(id, r);
            // Rule 4: a restart begins a new observation period; k was earned once.
            if (row != null && !row.seen().incarnation().equals(incarnation)) {
                incarnation = row.seen().incarnation();
                facts.start = -1;
                facts.average = Double.NaN;
                facts.stableFor = 0;
            }
            // Rule 3: silent for a whole window starts anew, and has earned nothing.
            int valid = facts.start < 0 ? 0 : countValid(id, facts.start, r);
            if (facts.start >= 0 && valid == 0) {
                facts.start = -1;
                facts.average = Double.NaN;
                facts.earned = false;
            }
            // A node that was taken out of the group is forgotten when nothing is left of its average.
            if (row == null && facts.start < 0 && !id.equals(primaries.get(r))) {
                facts = new Facts();
                facts.knownSince = r + 1;
                incarnation = "";
                continue;
            }
            if (isValid(id, r)) {
                if (facts.start < 0) {
                    facts.start = r;
                    valid = 1;
                }
                facts.average = average(id, facts, r);
            }
            boolean measured = isEnough(valid, facts.start, r);
            if (measured && r - facts.start + 1 >= window) {
                facts.earned = true;
            }
            facts.stableFor = measured && isAlive(id, r) ? facts.stableFor + 1 : 0;
            rebase(id, facts, r);
        }
        return facts;
    }

    // Rule 2: next = w x sample + (1 - w) x before, clamped; while observing the mean of the last half window.
    private double average(NodeId id, Facts facts, int r) {
        double sample = row(id, r).load();
        if (settings.averaging().meanWhileObserving() && r - facts.start < window) {
            List<Double> valid = validIn(id, facts.start, 0, r);
            return mean(valid.subList(Math.max(0, valid.size() - window / 2), valid.size()));
        }
        if (Double.isNaN(facts.average)) {
            return sample;
        }
        double clamp = settings.averaging().clampPoints();
        double clamped = Math.max(facts.average - clamp, Math.min(facts.average + clamp, sample));
        double w = settings.averaging().weight();
        return Math.min(100, w * clamped + (1 - w) * facts.average);
    }

    // Rule 11: what a change of primary does to the averages, after the round in which it was decided.
    private void rebase(NodeId id, Facts facts, int r) {
        for (Change change : changes) {
            if (change.round() != r
                    || Double.isNaN(facts.average)
                    || change.to().equals(change.from())) {
                continue;
            }
            if (change.from() == null && change.reason() != Reason.BOOTSTRAP) {
                // Who takes the role from nobody may be the one that lost it: its average may have the role in it.
                continue;
            }
            boolean moves = settings.has(Safeguard.REBASE) && !Double.isNaN(change.roleLoad());
            double weighs = change.roleLoad() / capacity(id, r);
            if (id.equals(change.from())) {
                facts.average = moves ? Math.max(0, facts.average - weighs) : facts.average * 0.5;
            }
            if (id.equals(change.to()) && moves) {
                facts.average = Math.min(100, facts.average + weighs);
            }
        }
    }

    /** Relative size of a node as last seen up to a round. */
    double capacity(NodeId id, int round) {
        for (int r = round; r >= 0; r--) {
            Row row = row(id, r);
            if (row != null) {
                return row.seen().capacity();
            }
        }
        return 1;
    }

    // Rule 3: valid samples over rounds of the last window, or over the rounds there were since the start.
    private boolean isEnough(int valid, int start, int round) {
        double rounds = Math.min(window, round - start + 1);
        return start >= 0 && valid / rounds >= settings.rule().leastCoverage();
    }

    boolean isMeasured(NodeId id, int start, int round) {
        return start >= 0 && isEnough(countValid(id, start, round), start, round);
    }

    private int countValid(NodeId id, int start, int last) {
        List<@Nullable Row> list = rows.get(id);
        int count = 0;
        for (int r = Math.max(Math.max(start, last - window + 1), 0); list != null && r <= last; r++) {
            Row row = list.get(r);
            count += row == null || Double.isNaN(row.load()) ? 0 : 1;
        }
        return count;
    }

    /** Loads of the valid samples of rounds first..last, not before the start. */
    List<Double> validIn(NodeId id, int start, int first, int last) {
        List<Double> loads = new ArrayList<>();
        for (int r = Math.max(Math.max(start, first), 0); r <= last; r++) {
            if (isValid(id, r)) {
                loads.add(row(id, r).load());
            }
        }
        return loads;
    }

    // Rule 8: 1.05 x median step between valid samples of neighbouring rounds in the window.
    double noise(NodeId id, int start) {
        return noise(id, start, now());
    }

    double noise(NodeId id, int start, int last) {
        List<Double> steps = new ArrayList<>();
        for (int r = Math.max(start, last - window + 1) + 1; start >= 0 && r <= last; r++) {
            if (isValid(id, r) && isValid(id, r - 1)) {
                steps.add(Math.abs(row(id, r).load() - row(id, r - 1).load()));
            }
        }
        return steps.isEmpty() ? 0 : 1.05 * median(steps);
    }

    // Rough sensor: the last 12 samples vary by more than 15 points and are not one level shift.
    boolean isRough(NodeId id, int start) {
        List<Double> last = lastTwelve(id, start);
        if (last.size() < 12) {
            return false;
        }
        double mean = mean(last);
        double variance = 0;
        double steps = 0;
        for (int i = 0; i < 12; i++) {
            variance += (last.get(i) - mean) * (last.get(i) - mean) / 12;
            if (i > 0) {
                steps += (last.get(i) - last.get(i - 1)) * (last.get(i) - last.get(i - 1)) / 11;
            }
        }
        return Math.sqrt(variance) > 15 && steps / (2 * variance) > 0.4;
    }

    // The third lowest of twelve.
    double lowerQuartile(NodeId id, int start) {
        List<Double> sorted = new ArrayList<>(lastTwelve(id, start));
        Collections.sort(sorted);
        return sorted.get((sorted.size() - 1) / 4);
    }

    private List<Double> lastTwelve(NodeId id, int start) {
        if (start < 0) {
            return List.of();
        }
        // Samples older than the window say nothing of today's sensor.
        List<Double> valid = validIn(id, start, now() - Math.max(window, 12) + 1, now());
        return valid.subList(Math.max(0, valid.size() - 12), valid.size());
    }

    static double mean(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.size();
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
