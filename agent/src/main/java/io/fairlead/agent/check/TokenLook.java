package io.fairlead.agent.check;

import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.role.PlainGet;
import io.fairlead.config.BearerToken;
import io.fairlead.config.TokenFile;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the manager would know this agent by its token. */
final class TokenLook {
    private static final String TOKEN = "token";
    private static final int UNAUTHORIZED = 401;

    private TokenLook() {}

    /** Nothing where no token is set and none is asked for. */
    static List<Finding> findings(AgentConfig config) throws InterruptedException {
        Optional<BearerToken> token = Optional.empty();
        if (config.tokenFile().isPresent()) {
            try {
                token = Optional.of(TokenFile.read(config.tokenFile().get()));
            } catch (IOException e) {
                return List.of(Finding.blocks(TOKEN, "token-file: " + e.getMessage()));
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (URI manager : config.managers()) {
            finding(manager.resolve("/v1/groups/" + config.group() + "/primary"), token)
                    .ifPresent(findings::add);
        }
        return findings;
    }

    /** A manager that does not answer is told of already, and an agent waits for it. */
    private static Optional<Finding> finding(URI primary, Optional<BearerToken> token) throws InterruptedException {
        try {
            boolean known = PlainGet.of(primary, token).status() != UNAUTHORIZED;
            if (token.isEmpty()) {
                return known
                        ? Optional.empty()
                        : Optional.of(Finding.doubtful(TOKEN, "the manager asks for one, and no token-file is set"));
            }
            return Optional.of(
                    known
                            ? Finding.fine(TOKEN, "the manager knows " + token.get())
                            : Finding.doubtful(TOKEN, "the manager does not know " + token.get()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
