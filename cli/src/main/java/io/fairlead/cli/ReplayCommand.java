package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.config.DurationText;
import io.fairlead.config.Printable;
import io.fairlead.config.Settings;
import io.fairlead.config.StrictYaml;
import io.fairlead.manager.GroupConfig;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.simulator.Replay;
import io.fairlead.simulator.ReplayOptions;
import io.fairlead.simulator.ReplayReport;
import io.fairlead.simulator.Trace;
import io.fairlead.simulator.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead replay}: what the manager would have decided over a recorded trace. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the manager's own rules over a recorded trace, and prints each change of primary with its reason,"
                    + " and a summary.",
            "A trace is CSV: time,node,cpu,memory,disk,network; seconds, a node's id, percent from 0 to 100, empty where"
                    + " nothing was measured."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead replay trace.csv",
            "  fairlead replay trace.csv --profile classic --role-load 20",
            "  fairlead replay hourly.csv --interpolate 5s --noise 4 --seed 7 --json"
        })
final class ReplayCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "TRACE.csv", description = "The trace.")
    private @Nullable Path trace;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A manager's configuration, whose group's settings are used. Default: the profile's own.")
    private @Nullable Path config;

    @Option(names = "--group", paramLabel = "GROUP", description = "Which group of the configuration, if several.")
    private @Nullable GroupId group;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            completionCandidates = Candidates.Profiles.class,
            description = "steady or classic. Default: steady.")
    private @Nullable Profile profile;

    @Option(
            names = "--role-load",
            paramLabel = "POINTS",
            description =
                    "What being primary adds to a node's load, and has added to that of the primary of a recording."
                            + " Default: 0.")
    private @Nullable Double roleLoad;

    @Option(names = "--interval", paramLabel = "TIME", description = "Length of a round. Default: as the trace is.")
    private @Nullable Duration interval;

    @Option(
            names = "--interpolate",
            paramLabel = "TIME",
            description = "Replays a finer world between the samples, with rounds of this length.")
    private @Nullable Duration interpolate;

    @Option(
            names = "--noise",
            paramLabel = "SD",
            description = "Noise of the finer world, a standard deviation in points. Default: 0.")
    private @Nullable Double noise;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the noise. Default: 1.")
    private @Nullable Long seed;

    @Option(
            names = "--switch-cost",
            paramLabel = "POINT-SECONDS",
            description = "What a change of primary is worth in the summary. Default: 3000.")
    private @Nullable Double switchCost;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    ReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ReplayOptions options = options();
        Path file = Objects.requireNonNull(trace);
        try {
            PrimarySettings any = options.settings().apply(Duration.ofSeconds(5));
            Trace read = Trace.read(file, any.load().weights().keySet());
            ReplayReport report = Replay.run(read, options, ReplayProgress.on(terminal));
            if (json) {
                terminal.out().println(ReplayJson.of(report));
            } else {
                report.lines().stream().map(Printable::of).forEach(terminal.out()::println);
            }
            return ExitCode.DONE;
        } catch (TraceException e) {
            throw CommandFailed.by(e);
        } catch (OutOfMemoryError e) {
            throw new CommandFailed(file + " (" + megabytes(file) + ") needs more than " + Failures.memory() + ": "
                    + Failures.MORE_MEMORY + ", or cut the trace");
        }
    }

    private static String megabytes(Path file) {
        try {
            return Math.max(1, Files.size(file) >> 20) + " MB";
        } catch (IOException e) {
            return "of unknown size";
        }
    }

    private ReplayOptions options() {
        if (interval != null && interpolate != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--interval and --interpolate are both the length of a round: give the one or the other");
        }
        if (seed != null && noise == null) {
            throw new ParameterException(
                    spec.commandLine(), "--seed is given without --noise, of which it is the seed");
        }
        ReplayOptions standard = ReplayOptions.of(Profile.STEADY);
        try {
            return new ReplayOptions(
                    this::settings,
                    interval,
                    roleLoad == null ? standard.roleLoad() : roleLoad,
                    interpolate,
                    noise == null ? standard.noise() : noise,
                    seed == null ? standard.seed() : seed,
                    switchCost == null ? standard.switchCost() : switchCost);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    /** The settings for rounds of some length: those of the configuration's group, under the flags that were given. */
    private PrimarySettings settings(Duration round) {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put("sample-interval", DurationText.format(round));
        if (profile != null) {
            flags.put("profile", profile.label());
        }
        return GroupConfig.read(section().withFlags(flags)).primary();
    }

    private Settings section() {
        if (config == null) {
            if (group != null) {
                throw new ParameterException(spec.commandLine(), "--group is given without --config, in which it is");
            }
            return Settings.none();
        }
        Settings file = StrictYaml.read(config);
        // Read as a whole first, so that a replay and a manager refuse the same files with the same words.
        List<GroupId> groups = List.copyOf(ManagerSettings.read(file).groups().keySet());
        if (groups.isEmpty() && group == null) {
            return Settings.none();
        }
        GroupId chosen = group == null && groups.size() == 1 ? groups.get(0) : group;
        if (chosen == null || !groups.contains(chosen)) {
            String what = chosen == null ? "has several groups" : "has no group " + chosen;
            throw new ParameterException(
                    spec.commandLine(), "--group: " + config + " " + what + "; choose one of " + groups);
        }
        return file.section("groups")
                .flatMap(all -> all.section(chosen.value()))
                .orElseGet(Settings::none);
    }
}
