package io.fairlead.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command above all others; does nothing itself. */
@Command(
        name = "fairlead",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Decides from live load who should be primary of a device group, and where the next room of a",
            "service goes, and says why.",
            ""
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  fairlead demo --exit-after 120s       see it work on this machine",
            "  fairlead manager                      start a manager on 127.0.0.1:7400",
            "  fairlead agent --group line-1         start an agent beside the program it watches",
            "  fairlead status line-1                who is primary, and how the others are",
            "  fairlead why line-1                   why, in words",
            "  fairlead history line-1               what it did so far, and would have done",
            "  fairlead place battle --room r-17     where a room of a service goes, and why",
            "",
            "Every command explains itself: fairlead COMMAND --help, or fairlead help COMMAND.",
            "Exit codes: 0 done, 1 refused or failed, 2 wrong usage."
        })
final class Fairlead implements Runnable {

    static final String NO_COMMAND = "no command was given";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "When something goes wrong, print all that is known of it (also: FAIRLEAD_DEBUG=1).")
    private boolean debug;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), NO_COMMAND);
    }

    boolean debug() {
        return debug;
    }
}
