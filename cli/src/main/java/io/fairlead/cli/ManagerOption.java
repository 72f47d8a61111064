package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option by which a command finds its manager. */
final class ManagerOption {

    private static final String VARIABLE = "FAIRLEAD_MANAGER";

    @Option(
            names = "--manager",
            paramLabel = "URL",
            description = {
                "Where the manager is reached.",
                "Default: the variable " + VARIABLE + ", else http://127.0.0.1:7400"
            })
    private @Nullable ManagerUrl url;

    /** A client of the manager that the option, the environment or the standard names, in this order. */
    ManagerClient client(Terminal terminal, CommandSpec spec) {
        if (url != null) {
            return new ManagerClient(url);
        }
        String variable = terminal.value(VARIABLE);
        try {
            return new ManagerClient(variable.isEmpty() ? ManagerUrl.STANDARD : new ManagerUrl(variable));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), VARIABLE + ": " + e.getMessage(), e);
        }
    }
}
