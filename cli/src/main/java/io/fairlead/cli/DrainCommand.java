package io.fairlead.cli;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.cli.rest.DrainShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead drain}: an instance takes no new rooms, and its own have a time to end. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Lets an instance of a service take no new rooms. Those that it has stay, for as long as is given them.",
            "Once more, it shows how far it is: what is not said stays as it is ordered, and another time or end begins anew. It is for one process: the one that follows"
                    + " it takes rooms again."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead drain battle i1                          its rooms have 10 minutes; what is left then is reported",
            "  fairlead drain battle i1 --within 1h --then move  what is left then gets other homes",
            "  fairlead drain battle i1 --cancel                 it takes rooms again"
        })
final class DrainCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagerOption manager = new ManagerOption();

    @Parameters(index = "0", paramLabel = "SERVICE", description = "The service.")
    private @Nullable ServiceId service;

    @Parameters(index = "1", paramLabel = "INSTANCE", description = "The instance.")
    private @Nullable InstanceId instance;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "Time for its rooms to end, 1s to 7d. Default: 10m, or what is ordered already.")
    private @Nullable Duration within;

    @Option(
            names = "--then",
            paramLabel = "report|move",
            completionCandidates = Candidates.DrainThen.class,
            description =
                    "What becomes of rooms that are left: report (they stay; the default) or move (they get other homes).")
    private @Nullable String then;

    @Option(names = "--force", description = "Also if no other instance takes rooms.")
    private boolean force;

    @Option(names = "--cancel", description = "Take the order back.")
    private boolean cancel;

    @Option(names = "--json", description = "Print the manager's own document of what was done.")
    private boolean json;

    DrainCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        if (cancel && (within != null || then != null || force)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cancel takes an order back: --within, --then and --force say nothing beside it");
        }
        if (then != null && !then.equals("report") && !then.equals("move")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--then: \"" + then + "\" is neither report (what is left stays) nor move (it gets other homes)");
        }
        ManagerClient client = manager.client(terminal, spec);
        String path = "/v1/services/" + service + "/instances/" + instance + "/drain";
        ManagerClient.Answer answer = cancel ? client.send("DELETE", path, "") : client.send("POST", path, wish());
        if (json) {
            terminal.out().println(answer.text().strip());
        } else {
            terminal.out().println(DrainShown.of(answer.document()).words(service + "/" + instance));
        }
        return ExitCode.DONE;
    }

    private String wish() {
        StringBuilder wish = new StringBuilder("{\"force\":").append(force);
        if (within != null) {
            wish.append(",\"within_ms\":").append(within.toMillis());
        }
        if (then != null) {
            wish.append(",\"then\":\"").append(then).append('"');
        }
        return wish.append('}').toString();
    }
}
