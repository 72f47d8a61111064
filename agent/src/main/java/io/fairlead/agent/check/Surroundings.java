package io.fairlead.agent.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.role.HookFolder;
import io.fairlead.agent.role.PlainGet;
import io.fairlead.config.ListenAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an agent needs besides the machine: its hooks, a manager and a port. */
final class Surroundings {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Surroundings() {}

    /** The hooks as an agent would look them up, none of which is run. */
    static List<Finding> hooks(Optional<Path> hooksDir) {
        if (hooksDir.isEmpty()) {
            return List.of(Finding.fine("hooks", "none: no hooks-dir is set"));
        }
        List<Finding> findings = new ArrayList<>();
        try {
            HookFolder folder = HookFolder.at(hooksDir.get());
            folder.found()
                    .forEach((name, file) -> findings.add(
                            file.isPresent()
                                    ? Finding.fine("hook " + name, file.get().toString())
                                    : HookFolder.isUsual(name)
                                            ? Finding.doubtful("hook " + name, "none in " + hooksDir.get())
                                            : Finding.fine("hook " + name, "none")));
            for (String name : folder.neverRun()) {
                findings.add(Finding.doubtful("hook " + name, "is never run: hooks are " + HookFolder.names()));
            }
        } catch (IllegalArgumentException | IOException e) {
            findings.add(Finding.blocks("hooks", String.valueOf(e.getMessage())));
        }
        return findings;
    }

    static List<Finding> managers(List<URI> managers) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (URI manager : managers) {
            findings.add(manager(manager));
        }
        return findings;
    }

    /** An agent waits for its manager, so that one which does not answer blocks nothing. */
    private static Finding manager(URI manager) throws InterruptedException {
        try {
            PlainGet.Answer answer = PlainGet.of(manager.resolve("/health/ready"));
            if (answer.status() != 200) {
                return Finding.doubtful("manager", manager + " answers with HTTP status " + answer.status());
            }
            return object(answer.body()).path("status").asText().equals("ready")
                    ? Finding.fine("manager", manager + " answers")
                    : Finding.doubtful("manager", manager + " answers, but not as a manager does");
        } catch (IOException e) {
            return Finding.doubtful("manager", manager + " does not answer: " + e.getMessage());
        }
    }

    /** A port that the agent of this very node uses is no trouble: that agent runs. */
    static Finding localPort(AgentConfig config) throws InterruptedException {
        ListenAddress listen = config.listen();
        if (listen.port() == 0) {
            return Finding.fine("local port", "any free one of " + listen.host());
        }
        try (ServerSocketChannel probe = ServerSocketChannel.open()) {
            probe.bind(listen.socketAddress());
            return Finding.fine("local port", listen + " is free");
        } catch (IOException e) {
            return isOwnAgent(config)
                    ? Finding.fine("local port", listen + " is used by the agent of this node, which runs")
                    : Finding.blocks("local port", listen.cannotBeOpened(e));
        }
    }

    /** Whether the agent of this very node runs on this machine. */
    static boolean isOwnAgent(AgentConfig config) throws InterruptedException {
        try {
            JsonNode health = object(PlainGet.of(URI.create("http://" + config.listen() + "/health"))
                    .body());
            return health.path("group").asText().equals(config.group().value())
                    && health.path("node").asText().equals(config.node().value());
        } catch (IOException e) {
            return false;
        }
    }

    private static JsonNode object(String text) throws IOException {
        return JSON.readTree(text);
    }
}
