package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Check;
import io.fairlead.NodeId;
import io.fairlead.load.Averaging;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for every evaluation, whatever it decides: it depends on its input alone, and never breaks. */
class SelectorProperties {

    private static final int ROUNDS = 150;

    @Test
    void theOrderInWhichNodesAreHandedInChangesNotOneBit() {
        Worlds.forEach(50, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            Worlds.Play backwards = Worlds.again(play, play.settings(), round -> {
                Observation seen = play.seen().get(round);
                SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>(Comparator.reverseOrder());
                nodes.putAll(seen.nodes());
                return new Observation(seen.at(), nodes, seen.orders());
            });
            assertThat(backwards.evaluations()).isEqualTo(play.evaluations());
        });
    }

    @Test
    void theSameInputGivesTheSameOutputTwiceAndThroughEqualCopies() {
        Worlds.forEach(50, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            PrimarySelector twin = new PrimarySelector(copy(play.settings()));
            for (int round = 0; round < ROUNDS; round++) {
                GroupState before = play.before(round);
                Observation seen = play.seen().get(round);
                assertThat(twin.evaluate(copy(before), copy(seen)))
                        .as("round " + round)
                        .isEqualTo(play.evaluation(round));
            }
        });
    }

    /**
     * Names matter only where nothing else differs. So the rounds are compared up to the first one in which two nodes
     * that could be chosen differ in their names alone; the names are changed so that their order turns round.
     */
    @Test
    void renamingTheNodesOnlyRenamesThem() {
        int[] compared = {0};
        Worlds.forEach(100, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            Worlds.Play renamed = Worlds.again(
                    play, renamed(play.settings()), round -> renamed(play.seen().get(round)));
            for (int round = 0; round < ROUNDS && !isTied(play, round); round++) {
                Decision was = play.evaluation(round).decision();
                Decision is = renamed.evaluation(round).decision();
                assertThat(is).as("round " + round).isEqualTo(renamed(was));
                compared[0]++;
            }
        });
        if (Long.getLong("fairlead.seed") == null) {
            assertThat(compared[0]).as("rounds compared").isGreaterThan(2_000);
        }
    }

    @Test
    void noValidInputMakesItThrowOrLeaveTheRangeOfALoad() {
        Worlds.forEach(80, seed -> {
            Worlds.World world = new Worlds.World(seed);
            Worlds.Play play = Worlds.play(world, ROUNDS);
            play.evaluations().forEach(evaluation -> checkRanges(evaluation, play.settings()));
        });
    }

    @Test
    void noWildInputMakesItThrowOrLeaveTheRangeOfALoadEither() {
        Worlds.forEach(150, seed -> {
            Worlds.Dice dice = new Worlds.Dice(seed);
            PrimarySettings settings = wildSettings(dice);
            PrimarySelector core = new PrimarySelector(settings);
            GroupState state = GroupState.initial();
            Duration at = Duration.ZERO;
            for (int round = 0; round < 80; round++) {
                at = at.plus(dice.pick(Duration.ZERO, settings.sampleInterval(), Duration.ofDays(400)));
                Observation seen = wild(dice, at);
                Evaluation evaluation = dice.chance(0.2) ? core.watch(state, seen) : core.evaluate(state, seen);
                checkRanges(evaluation, settings);
                state = evaluation.next();
            }
        });
    }

    private static void checkRanges(Evaluation evaluation, PrimarySettings settings) {
        int alive = 0;
        for (Standing standing : evaluation.standings().values()) {
            alive += standing.alive() ? 1 : 0;
            assertLoad(standing.plainMean());
            assertLoad(standing.average());
            assertLoad(standing.projected());
            assertThat(standing.measured() && Double.isNaN(standing.projected()))
                    .isFalse();
            assertThat(standing.state().stableRounds()).isNotNegative();
        }
        Decision decision = evaluation.decision();
        assertThat(decision.comparison().k()).isBetween(1, Math.max(1, alive));
        assertThat(decision.comparison().streak()).isNotNegative();
        assertThat(Double.isInfinite(decision.comparison().advantage())).isFalse();
        assertThat(evaluation.roleLoad().points()).isNotNegative().isFinite();
        assertThat(decision.kind() == Decision.Kind.NO_PRIMARY).isEqualTo(decision.to() == null);
        assertThat(decision.cause() == null)
                .isEqualTo(decision.kind() == Decision.Kind.KEEP || decision.kind() == Decision.Kind.NO_PRIMARY);
        assertThat(evaluation.next().primary())
                .isEqualTo(decision.kind() == Decision.Kind.WOULD_SWITCH ? decision.from() : decision.to());
        for (Check check : evaluation.checks()) {
            assertThat(check.passed()).isEqualTo(check.question().relation().holds(check.found(), check.wanted()));
            assertThat(check.words()).isNotBlank();
        }
        assertThat(settings.warnings()).doesNotContainNull();
    }

    private static void assertLoad(double points) {
        assertThat(Double.isNaN(points) || (points >= 0 && points <= 100))
                .as("load " + points)
                .isTrue();
    }

    /** Settings at and near the ends of every range. */
    private static PrimarySettings wildSettings(Worlds.Dice dice) {
        SortedMap<String, Double> weights = new TreeMap<>();
        weights.put(dice.pick("cpu", "x"), dice.pick(Double.MIN_VALUE, 1.0, 1000.0));
        weights.put("disk", dice.pick(Double.MIN_VALUE, 1.0, 1000.0));
        LoadFormula load = new LoadFormula(
                weights, dice.pick(0.0, 0.5, 1.0), dice.pick(0.0, 50.0, Math.nextDown(100.0)), new TreeMap<>());
        Averaging averaging = new Averaging(
                dice.pick(5, 6, 60),
                dice.pick(Double.MIN_VALUE, 0.3, 1.0),
                dice.pick(Double.MIN_VALUE, 25.0, Double.POSITIVE_INFINITY),
                dice.chance(0.5));
        SwitchRule rule = new SwitchRule(
                new Hysteresis(
                        dice.pick(Double.MIN_VALUE, 5.0, 100.0), dice.pick(0.0, 100.0), dice.pick(0.0, 2.6, 10.0)),
                new ByGroupSize(dice.of(1, 20), dice.of(1, 2), dice.of(1, 2)),
                new ByGroupSize(dice.of(0, 20), dice.of(0, 1), dice.of(0, 1)),
                new Cooldown(
                        dice.pick(Duration.ZERO, Duration.ofHours(24)),
                        dice.pick(Duration.ZERO, Duration.ofNanos(1)),
                        dice.pick(0, 1, 100)),
                dice.pick(Double.MIN_VALUE, 50.0, 100.0),
                dice.pick(Double.MIN_VALUE, 0.5, 1.0));
        EnumSet<Safeguard> safeguards = EnumSet.noneOf(Safeguard.class);
        for (Safeguard safeguard : Safeguard.values()) {
            if (dice.chance(0.6)) {
                safeguards.add(safeguard);
            }
        }
        return new PrimarySettings(
                dice.pick(Profile.values()),
                dice.pick(Duration.ofMillis(100), Duration.ofSeconds(61), Duration.ofHours(1)),
                load,
                averaging,
                rule,
                safeguards,
                dice.pick(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(0), OptionalDouble.of(100)),
                dice.pick(Bootstrap.values()),
                dice.chance(0.5) ? Bench.node("a") : null,
                dice.pick(Duration.ofNanos(1), Duration.ofSeconds(5), ChronoUnit.FOREVER.getDuration()));
    }

    private static Observation wild(Worlds.Dice dice, Duration at) {
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        for (String id : List.of("a", "b", "c", "d")) {
            if (dice.chance(0.05)) {
                continue;
            }
            SortedMap<String, Double> values = new TreeMap<>();
            for (String metric : List.of("cpu", "disk", "y")) {
                if (dice.chance(0.9)) {
                    values.put(metric, dice.pick(0.0, Double.MIN_VALUE, 50.0, dice.real(0, 100), 100.0));
                }
            }
            nodes.put(
                    Bench.node(id),
                    new NodeObservation(
                            dice.chance(0.9)
                                    ? Duration.ZERO
                                    : dice.pick(Duration.ofNanos(2), ChronoUnit.FOREVER.getDuration()),
                            dice.chance(0.97) ? "" : "p",
                            dice.chance(0.03),
                            dice.chance(0.95) ? at.toMillis() : dice.pick(Long.MIN_VALUE, Long.MAX_VALUE),
                            dice.chance(0.1) ? null : new Metrics(values),
                            dice.pick(1.0, 1.0, 1.0, NodeObservation.LEAST_CAPACITY, 1_000_000.0),
                            dice.chance(0.7) ? OptionalDouble.empty() : OptionalDouble.of(dice.pick(0.0, 7.0, 100.0)),
                            dice.chance(0.9) ? Set.of() : Set.of(dice.pick(Hindrance.values()))));
        }
        Orders orders = new Orders(
                dice.chance(0.9) ? Observe.OFF : dice.pick(Observe.values()),
                dice.chance(0.9) ? Pause.OFF : dice.pick(Pause.values()),
                false,
                null,
                dice.chance(0.9) ? null : dice.pick(nodes.keySet().toArray(NodeId[]::new)));
        return new Observation(
                at,
                nodes,
                dice.chance(0.05) ? orders.withSwitchover(dice.chance(0.5) ? null : Bench.node("b")) : orders);
    }

    private static PrimarySettings copy(PrimarySettings settings) {
        return new PrimarySettings(
                settings.profile(),
                Duration.ofNanos(settings.sampleInterval().toNanos()),
                settings.load(),
                settings.averaging(),
                settings.rule(),
                new HashSet<>(settings.safeguards()),
                settings.fixedRoleLoad(),
                settings.bootstrap(),
                copy(settings.preferred()),
                settings.heartbeatTimeout());
    }

    private static @Nullable NodeId copy(@Nullable NodeId id) {
        return id == null ? null : new NodeId(String.valueOf(id.value().toCharArray()));
    }

    private static GroupState copy(GroupState state) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>();
        state.nodes()
                .forEach((id, node) ->
                        nodes.put(new NodeId(String.valueOf(id.value().toCharArray())), node));
        String incarnation = state.primaryIncarnation();
        return new GroupState(
                state.round(),
                copy(state.primary()),
                incarnation == null ? null : String.valueOf(incarnation.toCharArray()),
                state.bootstrapped(),
                state.lastSwitch(),
                state.lastShown(),
                state.lastChangeRound(),
                state.streak(),
                nodes,
                state.roleLoad(),
                state.gainWatch(),
                state.switchesWithoutGain());
    }

    private static Observation copy(Observation seen) {
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        seen.nodes().forEach((id, node) -> {
            Metrics metrics = node.metrics();
            nodes.put(
                    new NodeId(String.valueOf(id.value().toCharArray())),
                    Worlds.withMetrics(node, metrics == null ? null : new Metrics(new TreeMap<>(metrics.values()))));
        });
        return new Observation(seen.at(), nodes, seen.orders());
    }

    /** na -> zz-na, ordered the other way round. */
    private static @Nullable NodeId renamed(@Nullable NodeId id) {
        if (id == null) {
            return null;
        }
        char last = id.value().charAt(1);
        return new NodeId("R" + (char) ('a' + ('z' - last)));
    }

    private static PrimarySettings renamed(PrimarySettings settings) {
        return settings.with(settings.bootstrap(), renamed(settings.preferred()));
    }

    private static Observation renamed(Observation seen) {
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        seen.nodes().forEach((id, node) -> nodes.put(Objects.requireNonNull(renamed(id)), node));
        Orders orders = seen.orders();
        return new Observation(
                seen.at(),
                nodes,
                new Orders(
                        orders.observe(),
                        orders.pause(),
                        orders.switchover(),
                        renamed(orders.target()),
                        renamed(orders.changingTo())));
    }

    private static Decision renamed(Decision decision) {
        Decision.Comparison numbers = decision.comparison();
        return new Decision(
                decision.kind(),
                decision.reason(),
                decision.cause(),
                renamed(decision.from()),
                renamed(decision.to()),
                new Decision.Comparison(
                        renamed(numbers.candidate()),
                        numbers.advantage(),
                        numbers.hysteresis(),
                        numbers.k(),
                        numbers.streak(),
                        numbers.confirmations()));
    }

    /** Whether two alive standbys differ in nothing but their names, or only a name can choose the first primary. */
    private static boolean isTied(Worlds.Play play, int round) {
        List<Standing> alive = new ArrayList<>();
        for (Standing standing : play.evaluation(round).standings().values()) {
            if (standing.alive() && !standing.node().equals(play.before(round).primary())) {
                alive.add(standing);
            }
        }
        PrimarySettings settings = play.settings();
        boolean first = !play.before(round).bootstrapped();
        boolean named = alive.stream().anyMatch(standing -> standing.node().equals(settings.preferred()));
        if (first && settings.bootstrap() == Bootstrap.IMMEDIATE && alive.size() > 1 && !named) {
            return true;
        }
        Set<List<Object>> means = new HashSet<>();
        Set<List<Object>> projections = new HashSet<>();
        for (Standing standing : alive) {
            long last = standing.state().lastPrimaryRound();
            boolean fresh = means.add(List.of(last, standing.plainMean()));
            fresh &= projections.add(List.of(last, standing.measured() ? standing.projected() : standing.node()));
            if (!fresh) {
                return true;
            }
        }
        return false;
    }
}
