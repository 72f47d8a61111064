package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerUrl;
import io.fairlead.config.BearerToken;
import io.fairlead.config.TokenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options by which a command finds its manager, and by which that knows who asks. */
final class ManagerOption {

    private static final String VARIABLE = "FAIRLEAD_MANAGER";
    private static final String TOKEN_FILE = "--token-file";
    private static final String TOKEN_VARIABLE = "FAIRLEAD_TOKEN_FILE";

    @Option(
            names = "--manager",
            paramLabel = "URL",
            description = {
                "Where the manager is reached.",
                "Default: the variable " + VARIABLE + ", else http://127.0.0.1:7400"
            })
    private @Nullable ManagerUrl url;

    @Option(
            names = TOKEN_FILE,
            paramLabel = "FILE",
            description = {
                "Where your token for the manager is.",
                "Default: the variable " + TOKEN_VARIABLE + ", else none"
            })
    private @Nullable Path tokenFile;

    /** A client of the manager that the option, the environment or the standard names, in this order. */
    ManagerClient client(Terminal terminal, CommandSpec spec) {
        return new ManagerClient(url(terminal, spec), token(terminal));
    }

    private ManagerUrl url(Terminal terminal, CommandSpec spec) {
        if (url != null) {
            return url;
        }
        String variable = terminal.value(VARIABLE);
        try {
            return variable.isEmpty() ? ManagerUrl.STANDARD : new ManagerUrl(variable);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), VARIABLE + ": " + e.getMessage(), e);
        }
    }

    private Optional<BearerToken> token(Terminal terminal) {
        if (tokenFile != null) {
            return Optional.of(read(TOKEN_FILE, tokenFile));
        }
        String variable = terminal.value(TOKEN_VARIABLE);
        return variable.isEmpty() ? Optional.empty() : Optional.of(read(TOKEN_VARIABLE, Path.of(variable)));
    }

    private static BearerToken read(String where, Path file) {
        try {
            return TokenFile.read(file);
        } catch (IOException e) {
            throw CommandFailed.by(new IOException(where + ": " + e.getMessage(), e));
        }
    }
}
