package io.fairlead.cli.netns;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.cli.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A manager and two agents, each on a host of its own, {@code manager}, {@code gw-1} (preferred) and {@code gw-2}. All
 * hooks write into one file, so the order of its lines is the order in which the roles came and went.
 */
final class Pair implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final List<String> HOOKS = List.of("promote", "demote");

    final Namespaces hosts;
    private final Path folder;
    private final String url;
    private final Path events;
    private Child manager;

    /** Starts the manager; the agents are started by {@link #node}. */
    Pair(Path folder, String lease) throws IOException {
        this.folder = folder;
        this.hosts = Namespaces.with(folder, "gw-1", "gw-2", "manager");
        this.url = "http://" + hosts.address("manager") + ":7400";
        this.events = Files.createFile(folder.resolve("events"));
        Files.writeString(
                folder.resolve("manager.yaml"), """
                listen: %s:7400
                insecure: on
                data-dir: %s
                hold: %s
                groups:
                  line-1: { preferred: gw-1, observe: preference, sample-interval: 500ms, window: 5 }
                """.formatted(hosts.address("manager"), folder.resolve("data"), lease));
        this.manager = startManager();
    }

    /** Starts the agent of a node, with more in its environment, and waits until it is ready. */
    Child node(String node, Map<String, String> environment) throws IOException {
        Child agent = hosts.start(
                node,
                environment,
                "agent",
                "--managers",
                url,
                "--group",
                "line-1",
                "--node",
                node,
                "--hooks-dir",
                hooks(node).toString(),
                "--sample-interval",
                "500ms",
                "--heartbeat-interval",
                "500ms");
        agent.awaitLine("agent ready on ");
        return agent;
    }

    private Child startManager() {
        Child started = hosts.start(
                "manager",
                Map.of(),
                "manager",
                "--config",
                folder.resolve("manager.yaml").toString());
        started.awaitLine("manager ready on ");
        return started;
    }

    /** Takes the manager away without a word and starts it again on what it has written. */
    void killManagerAndStartIt() {
        manager.kill();
        manager = startManager();
    }

    private Path hooks(String node) throws IOException {
        Path hooks = Files.createDirectories(folder.resolve("hooks-" + node));
        for (String hook : HOOKS) {
            Path file = hooks.resolve(hook);
            Files.writeString(
                    file, "#!/bin/sh\necho \"$FAIRLEAD_NODE $0 $FAIRLEAD_REASON\" | sed 's|/.*/||' >>" + events + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return hooks;
    }

    /** What the hooks did after the start, such as {@code gw-1 promote PROMOTED}, in order. */
    List<String> events() {
        try {
            return Files.readAllLines(events).stream()
                    .filter(line -> !line.endsWith(" START"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitEvent(String event) {
        await().atMost(PATIENCE).until(() -> events().contains(event));
    }

    /** The group as the manager tells it, once it is as wanted. */
    JsonNode awaitGroup(String what, Predicate<JsonNode> wanted) {
        return await(what).atMost(PATIENCE).until(this::group, wanted);
    }

    /** Waits until so many more rounds have been decided. */
    void awaitRounds(int rounds) {
        long from = awaitGroup("a group", group -> group.path("round").isNumber())
                .path("round")
                .longValue();
        awaitGroup(rounds + " more rounds", group -> group.path("round").longValue() >= from + rounds);
    }

    private JsonNode group() throws IOException {
        try (Child status = hosts.start("manager", Map.of(), "status", "line-1", "--json", "--manager", url)) {
            status.awaitEnd();
            return new ObjectMapper().readTree(status.out().isEmpty() ? "{}" : status.out());
        }
    }

    /** What the manager tells of a node. */
    static JsonNode node(JsonNode group, String node) {
        for (JsonNode one : group.path("nodes")) {
            if (one.path("node").asText().equals(node)) {
                return one;
            }
        }
        return group.path("none");
    }

    @Override
    public void close() {
        hosts.close();
    }
}
