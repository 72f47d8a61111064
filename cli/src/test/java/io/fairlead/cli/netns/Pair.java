package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.cli.Child;
import io.fairlead.cli.netns.Sightings.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A manager and the agents of a group, each on a host of its own: {@code manager}, {@code gw-1} (preferred), {@code gw-2}.
 * All hooks write into one file, so the order of its lines is the order in which the roles came and went. On each node's host a
 * prober asks the agent whether it is primary.
 */
final class Pair implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final List<String> HOOKS = List.of("promote", "demote");

    final Namespaces hosts;
    private final Path folder;
    private final Settings settings;
    private final Map<String, String> ofTheManager;
    private final String url;
    private final Path events;
    private final Path secret;
    private final SortedMap<String, Child> agents = new TreeMap<>();
    private final SortedMap<String, Path> probes = new TreeMap<>();
    private final List<String> primaries = new ArrayList<>();
    private Child manager;

    /**
     * How the group works.
     *
     * @param timing the manager's key
     * @param failsafe whether its nodes ask one another for promises
     * @param group more keys of the group, each followed by a comma
     */
    record Settings(String timing, boolean failsafe, String group) {
        /** A lease of this length, without failsafe. */
        static Settings lease(String lease) {
            return new Settings("{lease: " + lease + "}", false, "");
        }

        /** The same, with promises. */
        Settings withFailsafe() {
            return new Settings(timing, true, group);
        }

        /** The same, where the old primary stops before the new one begins. */
        Settings exclusive() {
            return new Settings(timing, failsafe, "handover: exclusive, ");
        }
    }

    /** Starts the manager; the agents are started by {@link #node}. */
    Pair(Path folder, Settings settings) throws IOException {
        this(folder, settings, Map.of());
    }

    /** The same with more in the environment of the manager. */
    Pair(Path folder, Settings settings, Map<String, String> ofTheManager) throws IOException {
        this.ofTheManager = ofTheManager;
        this.folder = folder;
        this.settings = settings;
        this.hosts = Namespaces.with(folder, "gw-1", "gw-2", "manager");
        this.url = "http://" + hosts.address("manager") + ":7400";
        this.events = Files.createFile(folder.resolve("events"));
        this.secret = Files.writeString(folder.resolve("group.secret"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("manager.yaml"), """
                listen: %s:7400
                insecure: on
                data-dir: %s
                timing: %s
                groups:
                  line-1: { %spreferred: gw-1, observe: preference, sample-interval: 500ms, window: 5 }
                """.formatted(
                        hosts.address("manager"), folder.resolve("data"), settings.timing, settings.group));
        this.manager = startManager();
    }

    /** Starts the agent of a node, with more in its environment and more flags, and waits until it is ready. */
    Child node(String node, Map<String, String> environment, String... flags) throws IOException {
        List<String> words = new ArrayList<>(List.of("agent", "--managers", url, "--group", "line-1", "--node", node));
        words.addAll(List.of("--hooks-dir", hooks(node).toString()));
        words.addAll(List.of("--state-dir", folder.resolve("state-" + node).toString()));
        words.addAll(List.of("--sample-interval", "500ms", "--heartbeat-interval", "500ms"));
        if (settings.failsafe) {
            words.addAll(List.of("--peer-listen", hosts.address(node) + ":7403"));
            words.addAll(List.of("--peer-address", hosts.address(node) + ":7403"));
            words.addAll(List.of("--group-secret-file", secret.toString()));
        }
        words.addAll(List.of(flags));
        Child agent = hosts.start(node, environment, words.toArray(new String[0]));
        agent.awaitLine("agent ready on ");
        agents.put(node, agent);
        if (!probes.containsKey(node)) {
            Path file = folder.resolve("seen-" + node);
            probes.put(node, file);
            hosts.start(node, Prober.class, file.toString());
        }
        return agent;
    }

    /** Starts a node, waits until it is primary, and starts the other one. */
    void start(Map<String, String> environment, String... flagsOfTheFirst) throws IOException {
        node("gw-1", environment, flagsOfTheFirst);
        awaitEvent("gw-1 promote PROMOTED");
        node("gw-2", environment);
        awaitGroup(
                "gw-2 is heard",
                group -> node(group, "gw-2").path("state").asText().equals("alive"));
        awaitRounds(2);
    }

    private Child startManager() {
        Child started = hosts.start(
                "manager",
                ofTheManager,
                "manager",
                "--config",
                folder.resolve("manager.yaml").toString());
        started.awaitLine("manager ready on ");
        return started;
    }

    Child manager() {
        return manager;
    }

    Child agent(String node) {
        Child agent = agents.get(node);
        assertThat(agent).as("agent of %s", node).isNotNull();
        return agent;
    }

    /** Takes the manager away without a word. */
    void killManager() {
        manager.kill();
    }

    /** Starts the manager again on what it has written. */
    void startManagerAgain() {
        manager = startManager();
    }

    private Path hooks(String node) throws IOException {
        Path hooks = Files.createDirectories(folder.resolve("hooks-" + node));
        for (String hook : HOOKS) {
            hook(node, hook, "echo \"$FAIRLEAD_NODE $0 $FAIRLEAD_REASON\" | sed 's|/.*/||' >>" + events + "\n");
        }
        return hooks;
    }

    /** Gives a node a hook, before it is started. */
    void hook(String node, String hook, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve("hooks-" + node)).resolve(hook);
        if (!Files.exists(file)) {
            Files.writeString(file, "#!/bin/sh\n" + script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
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

    /** Everything that the agents said of themselves. */
    List<Sighting> sightings() {
        return Sightings.read(probes);
    }

    /** Waits until an agent has said something that is as wanted. */
    Sighting awaitSighting(String what, String node, Predicate<Sighting> wanted) {
        long from = System.nanoTime();
        return await(what)
                .atMost(PATIENCE)
                .until(
                        () -> sightings().stream()
                                .filter(seen -> seen.node().equals(node) && seen.asked() > from && wanted.test(seen))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    /** Waits until the probers have gone on asking for so long. */
    void awaitProbing(Duration span) {
        long until = System.nanoTime() + span.toNanos();
        await("the probers go on")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> sightings().stream().anyMatch(seen -> seen.asked() > until));
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

    /** Runs a command beside the manager and waits for its end; returns what it wrote. */
    String command(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--manager", url));
        try (Child command = hosts.start("manager", Map.of(), all.toArray(new String[0]))) {
            command.awaitEnd();
            return command.out();
        }
    }

    private JsonNode group() throws IOException {
        // Asked ten times a second: a program that is a JVM each time would be most of what the machine does.
        String said = hosts.output("manager", "curl", "-s", "--max-time", "2", url + "/v1/groups/line-1");
        JsonNode group = new ObjectMapper().readTree(said.isEmpty() ? "{}" : said);
        JsonNode primary = group.path("primary");
        String name = primary.path("node").asText();
        boolean news =
                primaries.isEmpty() || !primaries.get(primaries.size() - 1).equals(name);
        if (!primary.isMissingNode() && news) {
            primaries.add(name);
        }
        return group;
    }

    /** Whom the manager called primary one after the other, as far as it was asked; empty for nobody. */
    List<String> primaries() {
        return List.copyOf(primaries);
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

    Collection<String> nodes() {
        return agents.keySet();
    }

    @Override
    public void close() {
        hosts.close();
    }
}
