package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.load.Load;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the real decision core over a recorded trace.
 *
 * <p>The load of a node is the composite of the profile; with a role load, that many points more from the round after
 * it got the role until the round in which it loses it (no surcharge and no draining: a coarse round would hide them).
 * Where the trace says who was primary, that node's load has the role in it already, so it is taken off first, and the
 * replay begins with the primary that there was.
 * A node is alive from its first to its last row and a hole is missing data, never a death. A primary whose rows end is
 * taken out like one that an operator takes out; when all have ended, whoever comes later is a new group.
 */
public final class Replay {

    private static final Duration COARSE = Duration.ofSeconds(60);

    private final Trace trace;
    private final ReplayOptions options;
    private final PrimarySettings settings;
    private final PrimaryPolicy policy;
    private final TraceRounds rounds;
    private final List<NodeId> nodes;
    private final List<TraceRounds.Slot> slots = new ArrayList<>();
    private final boolean[] wasAlive;
    private final List<Noise.Source> noises = new ArrayList<>();
    private final Ledger ledger;
    private final List<ReplayReport.Switch> switches = new ArrayList<>();
    private final SortedMap<String, Long> alarms = new TreeMap<>();
    private final double[] loads;
    private final Recorded recorded;
    private @Nullable NodeId primary;

    private Replay(Trace trace, ReplayOptions options, TraceRounds rounds, PrimaryPolicy policy) {
        Duration interval = Duration.ofMillis(Math.round(rounds.seconds * 1000));
        this.trace = trace;
        this.options = options;
        this.settings = options.settings().apply(interval);
        this.policy = policy;
        this.rounds = rounds;
        this.nodes = trace.nodes();
        this.wasAlive = new boolean[nodes.size()];
        this.loads = new double[nodes.size()];
        this.recorded = new Recorded(trace, rounds);
        this.ledger = new Ledger(nodes, interval, options.switchCost());
        SplittableRandom random = new SplittableRandom(options.seed());
        for (int i = 0; i < nodes.size(); i++) {
            slots.add(new TraceRounds.Slot());
            noises.add(new Noise.Source(Noise.ofTotal(options.noise()), interval, random.split()));
        }
    }

    /**
     * Replays a trace.
     *
     * @param trace what was recorded
     * @param options how
     * @param listener who watches
     * @throws TraceException if the trace cannot be laid on rounds; the message is one line for people
     */
    public static ReplayReport run(Trace trace, ReplayOptions options, ReplayListener listener) throws TraceException {
        TraceRounds rounds = rounds(trace, options);
        Duration interval = Duration.ofMillis(Math.round(rounds.seconds * 1000));
        PrimarySettings settings = onComposite(options.settings().apply(interval));
        NodeId first = Recorded.first(trace);
        if (first != null) {
            settings = settings.with(settings.bootstrap(), first);
        }
        return run(trace, options, new FairleadPolicy(settings), listener);
    }

    /** Replays a trace with any policy, which is told the composite load as CPU. */
    static ReplayReport run(Trace trace, ReplayOptions options, PrimaryPolicy policy, ReplayListener listener)
            throws TraceException {
        return new Replay(trace, options, rounds(trace, options), policy).play(listener);
    }

    private static TraceRounds rounds(Trace trace, ReplayOptions options) throws TraceException {
        Duration interval = options.interval() == null ? TraceInterval.of(trace) : options.interval();
        Duration finer = options.interpolate();
        if (finer == null) {
            return new SampledRounds(trace, interval);
        }
        if (finer.compareTo(interval) > 0) {
            throw new TraceException(trace.name() + ": interpolate is " + Shown.number(finer.toMillis() / 1000.0, 3)
                    + " s, longer than the trace's own rounds of " + Shown.number(interval.toMillis() / 1000.0, 3)
                    + " s; use a shorter time");
        }
        return new InterpolatedRounds(trace, interval, finer);
    }

    /**
     * The same settings for samples that are the composite load already, so that role load and noise are points of it
     * and the report's costs are those of the very loads that were decided on.
     */
    private static PrimarySettings onComposite(PrimarySettings settings) {
        SortedMap<String, Double> cpuOnly = new TreeMap<>();
        cpuOnly.put(Metrics.CPU, 1.0);
        return settings.with(new LoadFormula(cpuOnly, 0, 0, new TreeMap<>()));
    }

    private ReplayReport play(ReplayListener listener) {
        for (long round = 1; round <= rounds.rounds(); round++) {
            rounds.fill(round, slots);
            recorded.advance(round);
            if (slots.stream().anyMatch(slot -> slot.alive)) {
                decide(round, listener);
            } else if (primary != null) {
                policy.forget();
                ledger.groupEnded();
                primary = null;
            }
            recorded.compare(round, primary);
            for (int i = 0; i < wasAlive.length; i++) {
                wasAlive[i] = slots.get(i).alive;
            }
            listener.after(round, rounds.rounds());
        }
        return new ReplayReport(
                trace.name(),
                policy.name(),
                rounds.seconds,
                rounds.rounds(),
                nodes.stream().map(NodeId::value).toList(),
                List.copyOf(switches),
                ReplayReport.Summary.of(ledger.close()),
                rounds.seconds * 1000 >= COARSE.toMillis(),
                options.interpolate() != null,
                options.roleLoad(),
                options.noise(),
                options.seed(),
                alarms,
                recorded.comparison());
    }

    private void decide(long round, ReplayListener listener) {
        boolean partial = measure();
        NodeId holder = primary;
        Duration at = Duration.ofMillis(Math.round(round * rounds.seconds * 1000));
        Verdict verdict = policy.decide(Observation.of(at, observe(round)));
        double[] asPrimary = loads.clone();
        for (int i = 0; i < asPrimary.length; i++) {
            asPrimary[i] = Math.min(100, loads[i] + options.roleLoad());
        }
        ledger.add(asPrimary, holder, verdict.eligible());
        count(verdict.alarms(), partial);
        primary = verdict.primary();
        Change change = verdict.change(round, at);
        if (change != null) {
            ledger.add(change);
            ReplayReport.Switch shown = ReplayReport.Switch.of(change, rounds.timeOf(round));
            switches.add(shown);
            listener.moved(shown);
        }
    }

    /** Finds every node's load without the role; tells whether one had to stand in for an unknown metric. */
    private boolean measure() {
        SortedMap<NodeId, Metrics> samples = new TreeMap<>();
        for (int i = 0; i < loads.length; i++) {
            Metrics sample = slots.get(i).sample;
            if (sample != null) {
                samples.put(nodes.get(i), sample);
            }
        }
        Map<NodeId, Load> known = settings.load().loads(samples);
        boolean partial = false;
        for (int i = 0; i < loads.length; i++) {
            Load load = known.get(nodes.get(i));
            double noise = noises.get(i).next();
            double role = nodes.get(i).equals(recorded.whileMeasured()) ? options.roleLoad() : 0;
            loads[i] = load == null ? Double.NaN : Math.max(0, Math.min(100, load.points() - role + noise));
            partial |= load != null && load.partial();
        }
        return partial;
    }

    private SortedMap<NodeId, NodeObservation> observe(long round) {
        SortedMap<NodeId, NodeObservation> seen = new TreeMap<>();
        for (int i = 0; i < loads.length; i++) {
            boolean alive = slots.get(i).alive;
            if (!alive && !wasAlive[i]) {
                continue;
            }
            NodeId node = nodes.get(i);
            double load = node.equals(primary) ? Math.min(100, loads[i] + options.roleLoad()) : loads[i];
            NodeObservation fresh = NodeObservation.fresh("trace", round, Metrics.ofCpu(Double.isNaN(load) ? 0 : load));
            NodeObservation known = Double.isNaN(load) ? fresh.withoutSample() : fresh;
            seen.put(node, known.withMaintenance(!alive));
        }
        return seen;
    }

    private void count(List<Alarm> raised, boolean partial) {
        Set<Alarm.Kind> kinds = EnumSet.noneOf(Alarm.Kind.class);
        for (Alarm alarm : raised) {
            kinds.add(alarm.kind());
        }
        if (partial) {
            kinds.add(Alarm.Kind.PARTIAL);
        }
        for (Alarm.Kind kind : kinds) {
            alarms.merge(kind.name(), 1L, Long::sum);
        }
    }
}
