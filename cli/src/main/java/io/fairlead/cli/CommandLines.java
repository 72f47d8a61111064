package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerException;
import io.fairlead.config.ConfigException;
import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reads a command line, runs the command that it names, and turns whatever comes of it into an exit code. */
final class CommandLines {

    private static final List<String> NAMES = List.of("demo", "manager", "agent", "status", "why", "place", "replay");

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

    private int run(String... arguments) {
        CommandLine line = new CommandLine(root);
        for (String name : wanted(arguments)) {
            line.addSubcommand(name, command(name));
        }
        Values.register(line);
        line.setOut(terminal.out());
        line.setErr(terminal.err());
        boolean colours = terminal.style() == Style.ANSI;
        line.setColorScheme(CommandLine.Help.defaultColorScheme(colours ? Ansi.ON : Ansi.OFF));
        line.setExpandAtFiles(false);
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(100);
        line.setParameterExceptionHandler((error, given) -> misused(error));
        line.setExecutionExceptionHandler(this::failed);
        return line.execute(arguments);
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
        String message = error instanceof UnmatchedArgumentException unmatched
                ? unmatched(line, unmatched.getUnmatched().get(0))
                : error.getMessage();
        terminal.err().println(Failures.oneLine(name + ": " + message) + " (see " + name + " --help)");
        details(error);
        return ExitCode.USAGE;
    }

    private static String unmatched(CommandLine line, String given) {
        String typed = given.split("=", 2)[0];
        if (typed.startsWith("-")) {
            return "unknown option " + Quoted.of(typed) + "; the nearest known option is --"
                    + nearest(typed.replaceFirst("^-+", ""), options(line));
        }
        return line.getSubcommands().isEmpty()
                ? "one argument too many: " + Quoted.of(given)
                : "unknown command " + Quoted.of(given) + "; the nearest known command is " + nearest(given, NAMES);
    }

    /** One that begins like it, or else the one that fewest slips of the finger would make of it. */
    private static String nearest(String typed, List<String> known) {
        return known.stream()
                .filter(word -> !typed.isEmpty() && word.startsWith(typed))
                .findFirst()
                .or(() -> Nearest.to(typed, known))
                .orElse("help");
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
