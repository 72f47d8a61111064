package io.fairlead.primary;

import io.fairlead.NodeId;
import io.fairlead.load.Averaging;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Random worlds and settings: the same seed makes the same world on every JVM.
 *
 * <p>A world is a small group in which much goes wrong: nodes die, return, restart, fall silent, get stuck, lie, change
 * their size, leave and join, while people give orders. Its load follows the role, so it is asked for round by round.
 */
final class Worlds {

    private Worlds() {}

    /**
     * Runs something for some seeds; a failure names its seed. {@code -Dfairlead.seed=7} runs that one alone,
     * {@code -Dfairlead.worlds=10} ten times as many.
     */
    static void forEach(int count, LongConsumer test) {
        Long only = Long.getLong("fairlead.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? (long) count * Integer.getInteger("fairlead.worlds", 1) : only;
        for (long seed = first; seed <= last; seed++) {
            try {
                test.accept(seed);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError(
                        "seed " + seed + " (again with -Dfairlead.seed=" + seed + "): " + failure.getMessage(),
                        failure);
            }
        }
    }

    /** What happened in a world: what was seen in each round, and what the core made of it. */
    record Play(PrimarySettings settings, List<Observation> seen, List<Evaluation> evaluations) {

        int rounds() {
            return seen.size();
        }

        /** The memory that a round started from. */
        GroupState before(int round) {
            return round == 0
                    ? GroupState.initial()
                    : evaluations.get(round - 1).next();
        }

        Evaluation evaluation(int round) {
            return evaluations.get(round);
        }
    }

    /** Plays a world to its end. */
    static Play play(World world, int rounds) {
        return play(world, world.settings, rounds, seen -> seen);
    }

    /** Plays a world that was changed on the way, under settings of its own. */
    static Play play(World world, PrimarySettings settings, int rounds, UnaryOperator<Observation> change) {
        PrimarySelector core = new PrimarySelector(settings);
        List<Observation> seen = new ArrayList<>();
        List<Evaluation> evaluations = new ArrayList<>();
        GroupState state = GroupState.initial();
        for (int round = 0; round < rounds; round++) {
            seen.add(change.apply(world.next(state.primary())));
            evaluations.add(core.evaluate(state, seen.get(round)));
            state = evaluations.get(round).next();
        }
        return new Play(settings, seen, evaluations);
    }

    /** The same rounds once more, each observation changed by its number. */
    static Play again(Play play, PrimarySettings settings, IntFunction<Observation> change) {
        PrimarySelector core = new PrimarySelector(settings);
        List<Observation> seen = new ArrayList<>();
        List<Evaluation> evaluations = new ArrayList<>();
        GroupState state = GroupState.initial();
        for (int round = 0; round < play.rounds(); round++) {
            seen.add(change.apply(round));
            evaluations.add(core.evaluate(state, seen.get(round)));
            state = evaluations.get(round).next();
        }
        return new Play(settings, seen, evaluations);
    }

    /** An observation with each node changed; a node that becomes null is left out. */
    static Observation eachNode(
            Observation seen, BiFunction<NodeId, NodeObservation, @Nullable NodeObservation> change) {
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        seen.nodes().forEach((id, node) -> {
            NodeObservation changed = change.apply(id, node);
            if (changed != null) {
                nodes.put(id, changed);
            }
        });
        return new Observation(seen.at(), nodes, seen.orders());
    }

    static NodeObservation withMetrics(NodeObservation node, @Nullable Metrics metrics) {
        return new NodeObservation(
                node.heartbeatAge(),
                node.incarnation(),
                node.maintenance(),
                node.sequence(),
                metrics,
                node.capacity(),
                node.roleLoad());
    }

    /** Numbers drawn from a seed. */
    static final class Dice {
        private final Random random;

        Dice(long seed) {
            random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        }

        /** A whole number of low..high. */
        int of(int low, int high) {
            return low + random.nextInt(high - low + 1);
        }

        double real(double low, double high) {
            return low + (high - low) * random.nextDouble();
        }

        boolean chance(double share) {
            return random.nextDouble() < share;
        }

        @SafeVarargs
        final <T> T pick(T... values) {
            return values[random.nextInt(values.length)];
        }

        <T> T pick(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }
    }

    /** Settings of either profile, some of them far from the defaults. */
    static PrimarySettings settings(Dice dice, List<NodeId> ids) {
        Profile profile = dice.pick(Profile.values());
        Duration interval = Duration.ofSeconds(dice.pick(1, 5, 5, 7, 20, 60));
        PrimarySettings defaults = PrimarySettings.of(profile, interval);
        int window = dice.pick(5, 6, 8, 10, 12, 15, 30);
        boolean classic = profile == Profile.CLASSIC;
        double weight = dice.chance(0.5) ? (classic ? 0.3 : 2.0 / (window + 1)) : dice.real(0.05, 1);
        double clamp =
                dice.chance(0.3) ? dice.real(3, 40) : defaults.averaging().clampPoints();
        boolean mean = dice.chance(0.8) == defaults.averaging().meanWhileObserving();
        return new PrimarySettings(
                profile,
                interval,
                formula(dice, defaults.load()),
                new Averaging(window, weight, clamp, mean),
                rule(dice, defaults.rule(), interval),
                safeguards(dice, defaults.safeguards()),
                dice.chance(0.25) ? OptionalDouble.of(dice.of(0, 30)) : OptionalDouble.empty(),
                dice.pick(Bootstrap.values()),
                dice.chance(0.3) ? dice.pick(ids) : null,
                Duration.ofMillis(dice.pick(1000, 4300, 61000)));
    }

    /** Everything that steady has, in long rounds and in a hurry: switches, their gain, liars, ceilings. */
    private static PrimarySettings hasty(Dice dice, double roleLoad) {
        PrimarySettings steady = PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(60));
        Duration cooldown = Duration.ofSeconds(60).multipliedBy(dice.of(0, 10));
        SwitchRule rule = steady.rule()
                .with(steady.rule().hysteresis().withFloor(dice.pick(4.0, 12.0)).withNoiseFactor(dice.pick(0.0, 1.0)))
                .withConfirmations(new ByGroupSize(dice.of(1, 2), dice.of(1, 2), 1))
                .withWarmUpWindows(new ByGroupSize(dice.of(0, 2), dice.of(0, 1), dice.of(0, 1)))
                .with(new Cooldown(cooldown, cooldown, dice.of(0, 5)))
                .withCeiling(dice.pick(40.0, 60.0, 85.0));
        PrimarySettings hasty =
                steady.with(Averaging.windowLong(dice.of(5, 10))).with(rule);
        return dice.chance(0.5) ? hasty : hasty.withRoleLoad(Math.rint(roleLoad));
    }

    private static LoadFormula formula(Dice dice, LoadFormula usual) {
        if (dice.chance(0.5)) {
            return usual;
        }
        SortedMap<String, Double> weights = new TreeMap<>();
        weights.put(Metrics.DISK, dice.real(0.1, 2));
        weights.put("queue", dice.real(0.1, 2));
        if (dice.chance(0.9)) {
            weights.put(Metrics.CPU, dice.real(0.1, 2));
        }
        return new LoadFormula(
                weights, dice.pick(0.0, 0.3, 1.0), dice.of(30, 90), new TreeMap<>(Map.of("queue", 50.0)));
    }

    private static SwitchRule rule(Dice dice, SwitchRule usual, Duration interval) {
        SwitchRule rule = usual;
        if (dice.chance(0.7)) {
            rule = rule.with(rule.hysteresis().withBase(dice.real(3, 25)));
        }
        if (dice.chance(0.5)) {
            rule = rule.with(
                    rule.hysteresis().withFloor(dice.pick(0.0, 4.0, 12.0)).withNoiseFactor(dice.pick(0.0, 1.0, 2.6)));
        }
        if (dice.chance(0.5)) {
            rule = rule.withConfirmations(new ByGroupSize(dice.of(1, 5), dice.of(1, 4), dice.of(1, 3)));
        }
        if (dice.chance(0.5)) {
            rule = rule.withWarmUpWindows(new ByGroupSize(dice.of(0, 3), dice.of(0, 2), dice.of(0, 1)));
        }
        if (dice.chance(0.7)) {
            rule = rule.with(new Cooldown(
                    interval.multipliedBy(dice.of(0, 30)), interval.multipliedBy(dice.of(0, 20)), dice.of(0, 20)));
        }
        if (dice.chance(0.5)) {
            rule = rule.withCeiling(dice.pick(30.0, 50.0, 70.0, 95.0));
        }
        return rule;
    }

    private static Set<Safeguard> safeguards(Dice dice, Set<Safeguard> usual) {
        Set<Safeguard> drawn = EnumSet.noneOf(Safeguard.class);
        boolean mixed = dice.chance(0.4);
        for (Safeguard safeguard : Safeguard.values()) {
            boolean flipped = mixed && dice.chance(0.3);
            if (usual.contains(safeguard) != flipped) {
                drawn.add(safeguard);
            }
        }
        return drawn;
    }

    /** One machine of a world. */
    private static final class Machine {
        final NodeId id;
        double base;
        double noise;
        double capacity = 1;
        double jump;
        boolean lying;

        /** Idle, and never past its observation period, because it restarts too soon. */
        boolean restless;

        int incarnation;
        long sequence;
        int deadFor;
        int absentFor;
        int silentFor;
        int stuckFor;
        int maintenanceFor;
        int roughFor;
        boolean measuresRole;
        boolean partial;

        Machine(NodeId id) {
            this.id = id;
        }
    }

    /** A group in which things happen. */
    static final class World {
        final Dice dice;
        final List<NodeId> ids;
        final PrimarySettings settings;
        private final List<Machine> machines = new ArrayList<>();
        private final double roleLoad;
        private final double trouble;
        private final boolean whole;
        private final boolean orderly;
        private Duration at = Duration.ZERO;
        private Orders orders = Orders.none();

        World(long seed) {
            this(seed, true);
        }

        /** A world, with people that give orders or without. */
        World(long seed, boolean ordered) {
            dice = new Dice(seed);
            ids = new ArrayList<>();
            int size = dice.of(1, 8);
            for (int i = 0; i < size; i++) {
                ids.add(new NodeId("n" + (char) ('a' + (i * 5 + 3) % 8)));
            }
            boolean hasty = seed % 3 == 0;
            roleLoad = hasty ? dice.real(8, 30) : dice.chance(0.6) ? dice.real(0, 30) : 0;
            settings = hasty ? hasty(dice, roleLoad) : settings(dice, ids);
            trouble = (hasty ? 0.5 : dice.pick(0.0, 0.3, 1.0, 3.0)) / 100;
            whole = dice.chance(0.15);
            orderly = !ordered || dice.chance(hasty ? 0.9 : 0.5);
            boolean bigAndSmall = dice.chance(0.3);
            boolean measuring = dice.chance(0.3);
            boolean busy = dice.chance(0.25);
            for (NodeId id : ids) {
                Machine machine = new Machine(id);
                machine.base = whole ? dice.of(1, 3) * 20 : busy ? dice.real(40, 90) : dice.real(5, 60);
                machine.noise = whole ? 0 : dice.chance(0.3) ? 0 : dice.real(0, 8);
                machine.capacity = bigAndSmall ? dice.pick(0.5, 1.0, 2.0, 4.0) : 1;
                machine.measuresRole = measuring;
                machine.lying = dice.chance(hasty ? 0.25 : 0.08);
                machine.restless = hasty && dice.chance(0.15);
                machine.base = machine.restless ? 5 : machine.base;
                machines.add(machine);
            }
        }

        /** The next round's observation, under the primary that the round before left. */
        Observation next(@Nullable NodeId primary) {
            at = at.plus(settings.sampleInterval());
            SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
            for (Machine machine : machines) {
                befall(machine);
                if (machine.absentFor == 0) {
                    nodes.put(machine.id, observed(machine, machine.id.equals(primary)));
                }
            }
            return new Observation(at, nodes, orderly ? Orders.none() : order());
        }

        private void befall(Machine machine) {
            machine.deadFor = run(machine.deadFor, 0.5, 30);
            machine.absentFor = run(machine.absentFor, 0.1, 25);
            machine.silentFor = run(machine.silentFor, 1.5, 20);
            machine.stuckFor = run(machine.stuckFor, 0.5, 20);
            machine.maintenanceFor = run(machine.maintenanceFor, 0.3, 30);
            machine.roughFor = run(machine.roughFor, 0.5, 40);
            if (dice.chance(machine.restless ? 0.3 : trouble * 0.4)) {
                machine.incarnation++;
                machine.sequence = dice.of(0, 3);
            }
            if (dice.chance(0.02)) {
                machine.jump = whole ? dice.pick(0, 20, 40) : dice.chance(0.5) ? 0 : dice.real(-20, 60);
            }
            if (dice.chance(trouble * 0.3)) {
                machine.capacity = dice.pick(0.5, 1.0, 2.0);
            }
            if (dice.chance(trouble)) {
                machine.partial = !machine.partial;
            }
            if (dice.chance(trouble * 0.2)) {
                machine.measuresRole = !machine.measuresRole;
            }
        }

        /** Rounds that a trouble still lasts. */
        private int run(int left, double likely, int longest) {
            return left > 0 ? left - 1 : dice.chance(trouble * likely) ? dice.of(1, longest) : 0;
        }

        private NodeObservation observed(Machine machine, boolean primary) {
            boolean dead = machine.deadFor > 0;
            boolean stuck = machine.stuckFor > 0;
            boolean missing = machine.silentFor > 0 && dice.chance(0.7);
            if (!dead && !stuck) {
                machine.sequence++;
            }
            Duration age = dead
                    ? settings.heartbeatTimeout().plusMillis(dice.of(1, 100_000))
                    : settings.heartbeatTimeout().multipliedBy(dice.of(0, 10)).dividedBy(10);
            Metrics metrics = missing || (dead && dice.chance(0.8)) ? null : metrics(machine, primary);
            boolean measures = primary && machine.measuresRole && dice.chance(0.9);
            return new NodeObservation(
                    age,
                    "p" + machine.incarnation,
                    machine.maintenanceFor > 0,
                    machine.sequence,
                    metrics,
                    machine.capacity,
                    measures
                            ? OptionalDouble.of(within(roleLoad / machine.capacity * 0.6 + dice.real(0, 2)))
                            : OptionalDouble.empty());
        }

        private Metrics metrics(Machine machine, boolean primary) {
            double load = machine.base + machine.jump + (primary ? roleLoad / machine.capacity : 0);
            load += machine.noise == 0 ? 0 : dice.real(-machine.noise, machine.noise);
            if (machine.roughFor > 0 && dice.chance(0.5)) {
                load += 55;
            }
            double cpu = machine.lying ? 0 : within(whole ? Math.rint(load / 10) * 10 : load);
            SortedMap<String, Double> values = new TreeMap<>();
            values.put(Metrics.MEMORY, cpu);
            values.put(Metrics.DISK, cpu);
            values.put(Metrics.NETWORK, within(cpu + (whole ? 0 : dice.real(-5, 5))));
            values.put("queue", cpu);
            if (machine.partial) {
                values.keySet().removeIf(name -> dice.chance(0.5));
            }
            if (!machine.partial || dice.chance(0.9)) {
                values.put(Metrics.CPU, cpu);
            }
            return new Metrics(values);
        }

        private Orders order() {
            if (dice.chance(0.01)) {
                orders = orders.with(dice.pick(Observe.OFF, Observe.OFF, Observe.PREFERENCE, Observe.ALL));
            }
            if (dice.chance(orders.pause() == Pause.OFF ? 0.01 : 0.1)) {
                orders = orders.with(dice.pick(Pause.values()));
            }
            if (!dice.chance(0.01)) {
                return orders;
            }
            return orders.withSwitchover(dice.chance(0.4) ? null : dice.pick(ids));
        }

        private static double within(double points) {
            return Math.max(0, Math.min(100, points));
        }
    }
}
