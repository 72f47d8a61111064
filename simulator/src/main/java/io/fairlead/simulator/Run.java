package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.load.Load;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays a world with a policy in virtual time: what the policy decides moves the role, and the role's load with it.
 *
 * <p>Same world, policy and seed, same outcome. The machines' noise does not depend on the policy, so that policies are
 * compared in the same weather.
 */
public final class Run {

    /** Load above which a machine counts as overloaded when the outcome is judged. */
    private static final double CEILING = 85;

    /** What a switch is worth where outcomes are compared: 30 s of full load. */
    private static final double SWITCH_COST = 3000;

    private final World world;
    private final PrimaryPolicy policy;
    private final LoadFormula formula;
    private final List<LivingMachine> machines = new ArrayList<>();
    private final List<RunningEvent> events = new ArrayList<>();
    private final Ledger ledger;
    private final SortedMap<NodeId, Double> secondsAsPrimary = new TreeMap<>();
    private final SortedMap<Alarm.Kind, Integer> alarms = new TreeMap<>();
    private final double seconds;
    private double overloaded;
    private double withoutPrimary;
    private @Nullable NodeId primary;

    private Run(World world, PrimaryPolicy policy, LoadFormula formula, long seed) {
        this.world = world;
        this.policy = policy;
        this.formula = formula;
        this.seconds = world.interval().toMillis() / 1000.0;
        this.ledger = new Ledger(world.machines().stream().map(Machine::id).toList(), world.interval(), SWITCH_COST);
        SplittableRandom random = new SplittableRandom(seed);
        for (Machine machine : world.machines()) {
            machines.add(new LivingMachine(
                    machine, world.role(), new Noise.Source(world.noise(), world.interval(), random.split())));
        }
        for (WorldEvent event : world.events()) {
            events.add(new RunningEvent(event, world.interval(), random.split()));
        }
    }

    /**
     * Plays a world to its end with the real decision core, under all invariants.
     *
     * @param world what happens
     * @param policy who decides
     * @param seed the world's randomness
     * @param listeners who watches
     */
    public static Outcome of(World world, FairleadPolicy policy, long seed, RunListener... listeners) {
        List<String> violations = new ArrayList<>();
        List<Invariant> invariants = Invariants.of(policy.settings());
        Run run = new Run(world, policy, policy.settings().load(), seed);
        RunListener all = facts -> {
            for (Invariant invariant : invariants) {
                invariant.violation(facts).ifPresent(violations::add);
            }
            for (RunListener listener : listeners) {
                listener.after(facts);
            }
        };
        return run.play(all, violations);
    }

    /**
     * Plays a world to its end with any policy.
     *
     * @param world what happens
     * @param policy who decides
     * @param formula how the machines' metrics become the load that the outcome is judged by
     * @param seed the world's randomness
     */
    public static Outcome of(World world, PrimaryPolicy policy, LoadFormula formula, long seed) {
        return new Run(world, policy, formula, seed).play(facts -> {}, new ArrayList<>());
    }

    private Outcome play(RunListener listener, List<String> violations) {
        RoleLoad.Estimate roleLoad = new RoleLoad.Estimate(0, 0, RoleLoad.Source.UNKNOWN);
        for (long round = 1; round <= world.rounds(); round++) {
            Duration at = world.interval().multipliedBy(round);
            NodeId holder = primary;
            List<MachineFacts> facts = live(at);
            Observation seen = Observation.of(at, observe());
            Verdict verdict = policy.decide(seen);
            book(facts, holder, verdict);
            carryOut(round, at, verdict);
            roleLoad = verdict.roleLoad();
            listener.after(new RoundFacts(round, at, holder, facts, seen, verdict));
        }
        return new Outcome(ledger.close(), secondsAsPrimary, overloaded, withoutPrimary, alarms, roleLoad, violations);
    }

    private List<MachineFacts> live(Duration at) {
        for (RunningEvent event : events) {
            event.begin(at, world.machines(), primary);
        }
        for (LivingMachine machine : machines) {
            Condition.Total total = new Condition.Total();
            for (RunningEvent event : events) {
                event.apply(machine.machine.id(), at, total);
            }
            machine.live(total, at);
        }
        List<Load> loads = loads(LivingMachine::metrics);
        List<Load> asPrimary = loads(LivingMachine::metricsAsPrimary);
        List<MachineFacts> facts = new ArrayList<>(machines.size());
        for (int i = 0; i < machines.size(); i++) {
            LivingMachine machine = machines.get(i);
            facts.add(new MachineFacts(
                    machine.machine.id(),
                    machine.isUp(),
                    loads.get(i).points(),
                    asPrimary.get(i).points(),
                    machine.upSince()));
        }
        return facts;
    }

    /** The machines' loads in the order of their ids; each has one, because each has a CPU. */
    private List<Load> loads(Function<LivingMachine, SortedMap<String, Double>> which) {
        SortedMap<NodeId, Metrics> metrics = new TreeMap<>();
        for (LivingMachine machine : machines) {
            metrics.put(machine.machine.id(), new Metrics(which.apply(machine)));
        }
        return List.copyOf(formula.loads(metrics).values());
    }

    private SortedMap<NodeId, NodeObservation> observe() {
        SortedMap<NodeId, NodeObservation> seen = new TreeMap<>();
        for (LivingMachine machine : machines) {
            NodeId id = machine.machine.id();
            seen.put(id, machine.observation(id.equals(primary)));
        }
        return seen;
    }

    private void book(List<MachineFacts> facts, @Nullable NodeId holder, Verdict verdict) {
        double[] asPrimary = new double[facts.size()];
        MachineFacts held = null;
        boolean better = false;
        for (int i = 0; i < asPrimary.length; i++) {
            MachineFacts machine = facts.get(i);
            asPrimary[i] = machine.up() ? machine.loadAsPrimary() : Double.NaN;
            if (machine.id().equals(holder)) {
                held = machine;
            } else {
                better |= machine.up() && machine.loadAsPrimary() <= CEILING;
            }
        }
        ledger.add(asPrimary, holder, verdict.eligible());
        if (held == null || !held.up()) {
            withoutPrimary += seconds;
        } else {
            secondsAsPrimary.merge(held.id(), seconds, Double::sum);
            overloaded += better && held.load() > CEILING ? seconds : 0;
        }
        for (Alarm.Kind kind : kinds(verdict.alarms())) {
            alarms.merge(kind, 1, Integer::sum);
        }
    }

    /** An alarm that is on for two nodes is on once. */
    private static Iterable<Alarm.Kind> kinds(List<Alarm> alarms) {
        EnumMap<Alarm.Kind, Boolean> kinds = new EnumMap<>(Alarm.Kind.class);
        for (Alarm alarm : alarms) {
            kinds.put(alarm.kind(), true);
        }
        return kinds.keySet();
    }

    private void carryOut(long round, Duration at, Verdict verdict) {
        Change change = verdict.change(round, at);
        if (change != null) {
            ledger.add(change);
        }
        NodeId next = verdict.primary();
        for (LivingMachine machine : machines) {
            NodeId id = machine.machine.id();
            if (id.equals(next) && !id.equals(primary)) {
                machine.promote(at);
            } else if (id.equals(primary) && !id.equals(next)) {
                machine.demote(at);
            }
        }
        primary = next;
    }
}
