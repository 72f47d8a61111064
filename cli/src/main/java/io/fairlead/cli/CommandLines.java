package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerException;
import io.fairlead.config.ConfigException;
import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reads a command line, runs the command that it names, and turns whatever comes of it into an exit code. */
final class CommandLines {

    private static final List<String> NAMES = List.of(
            "demo",
            "manager",
            "agent",
            "status",
            "why",
            "history",
            "drills",
            "record",
            "observe",
            "switchover",
            "pause",
            "resume",
            "maintenance",
            "remove",
            "place",
            "drain",
            "replay",
            "completion");

    private static final String HELP = "help";

    private final Terminal terminal;
    private final Stop stop;
    private final Fairlead root = new Fairlead();

    private CommandLines(Terminal terminal, Stop stop) {
        this.terminal = terminal;
        this.stop = stop;
    }

    /** Runs a command line; never throws for anything that a user can cause. */
    static int run(Terminal terminal, Stop stop, String... arguments) {
        return new CommandLines(terminal, stop).run(arguments);
    }

    private int run(String... given) {
        String[] arguments = withHelpAsOption(given);
        CommandLine line = with(wanted(arguments));
        line.setOut(terminal.out());
        line.setErr(terminal.err());
        boolean colours = terminal.style() == Style.ANSI;
        line.setColorScheme(CommandLine.Help.defaultColorScheme(colours ? Ansi.ON : Ansi.OFF));
        line.setExpandAtFiles(false);
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(100);
        line.setParameterExceptionHandler((error, all) -> misused(error));
        line.setExecutionExceptionHandler(this::failed);
        return line.execute(arguments);
    }

    private CommandLine with(List<String> names) {
        CommandLine line = new CommandLine(root);
        for (String name : names) {
            line.addSubcommand(name, command(name));
        }
        Values.register(line);
        return line;
    }

    /** {@code help} and {@code help COMMAND} ask for what {@code --help} shows. */
    private static String[] withHelpAsOption(String... given) {
        if (given.length == 0 || !given[0].equals(HELP)) {
            return given;
        }
        if (given.length > 1 && !NAMES.contains(given[1])) {
            return new String[] {given[1]};
        }
        String[] arguments = Arrays.copyOfRange(given, 1, given.length + 1);
        arguments[given.length - 1] = "--" + HELP;
        return arguments;
    }

    /**
     * The commands to make: the named one alone where there is one, since reading the annotations of all of them takes
     * half of the start of a short command.
     */
    private static List<String> wanted(String... arguments) {
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                return NAMES.contains(argument) ? List.of(argument) : NAMES;
            }
        }
        return NAMES;
    }

    private Object command(String name) {
        return switch (name) {
            case "demo" -> new DemoCommand(terminal, stop);
            case "manager" -> new ManagerCommand(terminal, stop);
            case "agent" -> new AgentCommand(terminal, stop);
            case "replay" -> new ReplayCommand(terminal);
            case "status" -> new StatusCommand(terminal);
            case "why" -> new WhyCommand(terminal);
            case "place" -> new PlaceCommand(terminal);
            case "drain" -> new DrainCommand(terminal);
            case "drills" -> new DrillsCommand(terminal);
            case "history" -> new HistoryCommand(terminal);
            case "record" -> new RecordCommand(terminal);
            case "observe" -> new ObserveCommand(terminal);
            case "switchover" -> new SwitchoverCommand(terminal);
            case "pause" -> new PauseCommand(terminal);
            case "resume" -> new ResumeCommand(terminal);
            case "maintenance" -> new MaintenanceCommand(terminal);
            case "remove" -> new RemoveCommand(terminal);
            case "completion" -> new CompletionCommand(terminal, () -> with(NAMES));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private int misused(ParameterException error) {
        CommandLine line = error.getCommandLine();
        String name = line.getCommandSpec().qualifiedName();
        if (line.getCommand() == root && Fairlead.NO_COMMAND.equals(error.getMessage())) {
            line.usage(terminal.err());
            return ExitCode.USAGE;
        }
        // An unknown option is told before what is missing, which is often what the option was meant to say.
        List<String> unknown = error instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : error instanceof MissingParameterException ? line.getUnmatchedArguments() : List.of();
        String message = unknown.isEmpty() ? error.getMessage() : unmatched(line, unknown.get(0));
        terminal.err().println(Failures.oneLine(name + ": " + message) + " (see " + name + " --help)");
        details(error);
        return ExitCode.USAGE;
    }

    private static String unmatched(CommandLine line, String given) {
        String typed = given.split("=", 2)[0];
        if (typed.startsWith("-")) {
            return "unknown option " + Quoted.of(typed)
                    + nearest(typed.replaceFirst("^-+", ""), options(line))
                            .map(near -> "; the nearest known option is --" + near)
                            .orElse("");
        }
        if (line.getSubcommands().isEmpty()) {
            return "one argument too many: " + Quoted.of(given);
        }
        List<String> known = new ArrayList<>(NAMES);
        known.add(HELP);
        return "unknown command " + Quoted.of(given)
                + nearest(given, known)
                        .map(near -> "; the nearest known command is " + near)
                        .orElse("; the commands are " + String.join(", ", known));
    }

    /** One that begins like it, or else the one that fewest slips of the finger would make of it. */
    private static Optional<String> nearest(String typed, List<String> known) {
        return known.stream()
                .filter(word -> !typed.isEmpty() && word.startsWith(typed))
                .findFirst()
                .or(() -> Nearest.to(typed, known));
    }

    private static List<String> options(CommandLine line) {
        return line.getCommandSpec().options().stream()
                .map(option -> option.longestName().replaceFirst("^-+", ""))
                .toList();
    }

    private int failed(Exception error, CommandLine line, ParseResult parsed) {
        String name = line.getCommandSpec().qualifiedName();
        boolean expected =
                error instanceof CommandFailed || error instanceof ConfigException || error instanceof ManagerException;
        String message = String.valueOf(error.getMessage());
        terminal.out().flush();
        terminal.err().println(Failures.oneLine(name + ": " + (expected ? message : Failures.keep(error))));
        details(error);
        // A value that was given as a flag is part of the command line, and its refusal names the flag first.
        return expected && message.startsWith("--") ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private void details(Exception error) {
        if (root.debug() || terminal.value("FAIRLEAD_DEBUG").equals("1")) {
            error.printStackTrace(terminal.err());
        }
    }
}
