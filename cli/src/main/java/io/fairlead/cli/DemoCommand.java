package io.fairlead.cli;

import io.fairlead.cli.demo.Demo;
import io.fairlead.config.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairlead demo}: everything at work on one machine. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows Fairlead at work on this machine alone: a manager, this machine measured for real, and four"
                    + " simulated machines, of which the primary gets overloaded.",
            "It listens on 127.0.0.1 only, installs nothing, and leaves nothing behind."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead demo                                   until Ctrl-C",
            "  fairlead demo --exit-after 120s                 exit code 0 if the primary moved once, for a reason",
            "  fairlead demo --exit-after 20s --round 200ms    the same, five times as fast"
        })
final class DemoCommand implements Callable<Integer> {

    private static final Duration SHORTEST_ROUND = Duration.ofMillis(200);
    private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

    private final Terminal terminal;
    private final Stop stop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--exit-after",
            paramLabel = "TIME",
            description = "Ends by itself after so long, with a summary. It takes 50 rounds for the primary to move."
                    + " Default: goes on until Ctrl-C.")
    private @Nullable Duration exitAfter;

    @Option(
            names = "--round",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Length of a round, 200ms to 10s. Default: ${DEFAULT-VALUE}.")
    private Duration round = Duration.ofSeconds(1);

    DemoCommand(Terminal terminal, Stop stop) {
        this.terminal = terminal;
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (round.compareTo(SHORTEST_ROUND) < 0 || round.compareTo(LONGEST_ROUND) > 0) {
            throw new ParameterException(
                    spec.commandLine(), "--round is " + DurationText.format(round) + ": use 200ms to 10s");
        }
        if (exitAfter != null && exitAfter.isZero()) {
            throw new ParameterException(spec.commandLine(), "--exit-after is 0s: use a time above 0, such as 120s");
        }
        stop.onSignals();
        Demo demo = new Demo(
                new Demo.Settings(Optional.ofNullable(exitAfter), round, launcher()),
                new Demo.Surroundings(this::tell, DemoCommand::logTo, stop::await));
        try {
            boolean right = demo.run();
            // Where nobody reads any more, it was the reader who had seen enough.
            return right || terminal.out().checkError() ? ExitCode.DONE : ExitCode.FAILED;
        } catch (Demo.Failed e) {
            throw CommandFailed.by(e);
        }
    }

    private static void logTo(Path file) {
        System.setProperty(LogSetup.FILE, file.toString());
    }

    /** Tells one line; where nobody reads any more there is nobody to demonstrate to. */
    private void tell(String line) {
        terminal.out().println(line);
        if (terminal.out().checkError()) {
            stop.ask();
        }
    }

    /** What the user types for this program: the launcher says so, and it need not be on the path. */
    private String launcher() {
        String typed = terminal.value("FAIRLEAD_COMMAND");
        return typed.isEmpty() ? "fairlead" : typed;
    }
}
