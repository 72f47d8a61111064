package io.fairlead.simulator;

import io.fairlead.load.LoadFormula;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Prints, as markdown, what each policy costs over synthetic worlds and the recorded traces at a role load of 25. Run
 * by hand; docs/evidence-primary.md says how.
 */
public final class EvidenceTable {

    private static final double ROLE_LOAD = 25;
    private static final Duration ROUND = Duration.ofSeconds(5);

    /** One column of figures in the making. */
    private static final class Sum {
        private double days;
        private long switches;
        private long undone;
        private double overloaded;
        private final List<Double> ratios = new ArrayList<>();

        private void add(Duration length, int moves, int back, double seconds, double ratio) {
            days += length.toSeconds() / 86_400.0;
            switches += moves;
            undone += back;
            overloaded += seconds;
            ratios.add(ratio);
        }

        private String cells() {
            double mean =
                    ratios.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
            double worst =
                    ratios.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
            double median = ratios.stream().sorted().toList().get(ratios.size() / 2);
            return String.format(
                    Locale.ROOT,
                    "%.1f | %.1f | %.0f | %.2f | %.2f | %.1f",
                    switches / days,
                    undone / days,
                    overloaded / days,
                    median,
                    mean,
                    worst);
        }
    }

    private record Contender(String name, boolean measured, Supplier<PrimaryPolicy> policy) {}

    private EvidenceTable() {}

    /**
     * Prints the tables.
     *
     * @param arguments the folder of the traces
     */
    public static void main(String[] arguments) throws TraceException {
        List<World> worlds = worlds();
        List<Trace> traces = traces(Path.of(arguments[0]));
        print("Synthetic worlds (" + worlds.size() + ")", worlds, List.of());
        print("First 24 h of the traces, interpolated, noise 4.5 (" + traces.size() + ")", List.of(), traces);
    }

    private static void print(String title, List<World> worlds, List<Trace> traces) throws TraceException {
        line("");
        line(title);
        line("");
        line("| policy | switches/day | undone/day | overloaded s/day | median ratio | mean ratio | worst |");
        line("|---|---|---|---|---|---|---|");
        for (Contender contender : contenders()) {
            if (contender.measured() && worlds.isEmpty()) {
                continue;
            }
            Sum sum = new Sum();
            for (int i = 0; i < worlds.size(); i++) {
                World world = worlds.get(i);
                World played = contender.measured() ? world.with(world.role().whichIsMeasured()) : world;
                Account account = Run.of(played, contender.policy().get(), LoadFormula.withBottleneck(), i)
                        .account();
                sum.add(world.length(), account.switches(), account.undone(), account.overloaded(), account.ratio());
            }
            for (Trace trace : traces) {
                add(sum, contender, trace);
            }
            line("| " + contender.name() + " | " + sum.cells() + " |");
        }
    }

    private static void add(Sum sum, Contender contender, Trace trace) throws TraceException {
        ReplayOptions options =
                ReplayOptions.of(Profile.STEADY).withRoleLoad(ROLE_LOAD).withInterpolation(ROUND, 4.5, 1);
        ReplayReport report = Replay.run(trace, options, contender.policy().get(), ReplayListener.none());
        ReplayReport.Summary summary = report.summary();
        sum.add(
                ROUND.multipliedBy(report.rounds()),
                summary.switches(),
                summary.undone(),
                summary.overloadedS(),
                summary.ratio());
    }

    private static List<Contender> contenders() {
        PrimarySettings steady = PrimarySettings.of(Profile.STEADY, ROUND);
        PrimarySettings classic = PrimarySettings.of(Profile.CLASSIC, ROUND);
        return List.of(
                new Contender("never switch", false, () -> new NeverSwitch(steady.heartbeatTimeout())),
                new Contender("`classic`", false, () -> new FairleadPolicy(classic)),
                new Contender(
                        "`steady`, role load known", false, () -> new FairleadPolicy(steady.withRoleLoad(ROLE_LOAD))),
                new Contender("`steady`, role load measured", true, () -> new FairleadPolicy(steady)),
                new Contender("`steady`, role load learned", false, () -> new FairleadPolicy(steady)));
    }

    private static List<Trace> traces(Path folder) throws TraceException {
        List<Trace> traces = new ArrayList<>();
        for (Path file : SharedTraces.files(folder)) {
            try (TraceReader rows =
                    TraceReader.open(file, LoadFormula.weightedSum().weights().keySet())) {
                traces.add(Trace.read(file.getFileName().toString(), rows, 86_400));
            }
        }
        return traces;
    }

    /** Quiet groups, the scenarios with a role that costs something, and groups whose machines have jobs of their own. */
    private static List<World> worlds() {
        List<World> worlds = new ArrayList<>();
        for (int k : new int[] {2, 3, 5, 10}) {
            worlds.add(World.quiet(k, Duration.ofHours(12)));
            worlds.add(Scenarios.busierForGood(k, 50));
            worlds.add(Scenarios.busierFor(k, 50, Duration.ofMinutes(20)));
            worlds.add(Scenarios.busierFor(k, 60, Duration.ofSeconds(15)));
            for (int seed = 1; seed <= 4; seed++) {
                worlds.add(withJobs(k, seed));
            }
        }
        worlds.add(Scenarios.whileAnotherFlaps());
        worlds.add(Scenarios.allNearlyOverloaded());
        worlds.add(Scenarios.unequalMachines());
        worlds.add(Scenarios.saw());
        worlds.add(Scenarios.jumpingSensor());
        return worlds.stream().map(world -> world.with(RoleCost.of(ROLE_LOAD))).toList();
    }

    private static World withJobs(int k, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = World.quiet(k, Duration.ofHours(12));
        for (Machine machine : world.machines()) {
            for (int job = 0; job < 4; job++) {
                Duration from = Duration.ofMinutes(10 + random.nextInt(11 * 60));
                Duration time = Duration.ofMinutes(5 + random.nextInt(115));
                Effect busier = new Effect.Busier(15 + random.nextInt(46));
                world = world.with(
                        WorldEvent.on(machine.id().value(), from, busier).lasting(time));
            }
        }
        return world;
    }

    private static void line(String text) {
        System.out.println(text);
    }
}
