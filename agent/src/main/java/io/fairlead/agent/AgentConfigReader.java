package io.fairlead.agent;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.metrics.ServiceSource;
import io.fairlead.agent.role.HealthSettings;
import io.fairlead.config.ConfigException;
import io.fairlead.config.ListenAddress;
import io.fairlead.config.Quoted;
import io.fairlead.config.Settings;
import io.fairlead.config.StrictYaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes an {@link AgentConfig} from a YAML file and flags; every key is also a flag, and a flag wins over the file. */
public final class AgentConfigReader {
    /** Every key of an agent, in the order of the documentation. */
    private static final List<String> KEYS = List.of(
            "managers",
            "group",
            "node",
            "address",
            "hooks-dir",
            "state-dir",
            "health",
            "listen",
            "sample-interval",
            "heartbeat-interval",
            "measure",
            "token-file",
            "peer-listen",
            "peer-address",
            "group-secret-file",
            "agent-check",
            "agent-check-by",
            "standby-share",
            "service",
            "capacity");

    private static final String NO_STATE = "none";

    private AgentConfigReader() {}

    /** The keys, each of which is a flag too. */
    public static List<String> keys() {
        return KEYS;
    }

    /**
     * Reads the configuration. Throws {@link ConfigException} whose message is one line with place, key and what would be
     * right.
     *
     * @param file the file, or null for none
     * @param flags values by key as they were given on the command line; lists are separated by commas
     */
    public static AgentConfig read(@Nullable Path file, Map<String, String> flags) {
        Settings settings = file == null ? Settings.none() : StrictYaml.read(file);
        return from(settings.withFlags(flags), AgentConfigReader::hostName);
    }

    static AgentConfig from(Settings settings, Supplier<String> hostName) {
        settings.known(KEYS.toArray(new String[0]));
        Sections sections = new Sections(HealthKey.read(settings), ServiceConfig.read(settings));
        return settings.build(() -> {
            GroupId group = new GroupId(settings.text("group").orElse("default"));
            return config(settings, group, node(settings, hostName), sections);
        });
    }

    /** What has keys of its own, and says the place of each by itself. */
    private record Sections(HealthSettings health, Optional<ServiceConfig> service) {}

    private static AgentConfig config(Settings settings, GroupId group, NodeId node, Sections sections) {
        return new AgentConfig(
                managers(settings),
                group,
                node,
                settings.text("address"),
                file(settings, "hooks-dir", "a folder"),
                stateDir(settings, Path.of("fairlead-state", group.value(), node.value())),
                sections.health,
                ListenAddress.parse(settings.text("listen").orElse("127.0.0.1:7401")),
                settings.duration("sample-interval").orElse(Duration.ofSeconds(5)),
                settings.duration("heartbeat-interval").orElse(Duration.ofSeconds(1)),
                measure(settings),
                file(settings, "token-file", "a file with a token"),
                PeerConfig.read(settings, file(settings, "group-secret-file", "a file with a secret")),
                CheckConfig.read(settings, sections.service.isPresent()),
                sections.service,
                settings.number("capacity").orElse(1));
    }

    private static Optional<Path> stateDir(Settings settings, Path usual) {
        Optional<Path> given = file(settings, "state-dir", "a folder, or none");
        return given.isPresent() && given.get().equals(Path.of(NO_STATE))
                ? Optional.empty()
                : given.or(() -> Optional.of(usual));
    }

    private static List<URI> managers(Settings settings) {
        return settings.texts("managers").orElse(List.of("http://127.0.0.1:7400")).stream()
                .map(text -> {
                    try {
                        return new URI(text);
                    } catch (URISyntaxException e) {
                        throw new IllegalArgumentException(
                                "managers: found " + Quoted.of(text)
                                        + ", expected addresses such as http://127.0.0.1:7400",
                                e);
                    }
                })
                .toList();
    }

    private static NodeId node(Settings settings, Supplier<String> hostName) {
        Optional<String> given = settings.text("node");
        if (given.isPresent()) {
            return new NodeId(given.get());
        }
        try {
            return new NodeId(hostName.get());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "node: is not set, and the host name of this machine does not do: " + e.getMessage(), e);
        }
    }

    private static Optional<Path> file(Settings settings, String key, String expected) {
        try {
            return settings.path(key);
        } catch (java.nio.file.InvalidPathException e) {
            throw settings.refused(key, expected);
        }
    }

    /** A section with one key in a file, or one word of text, which a flag can be as well. */
    private static Optional<ServiceSource> measure(Settings settings) {
        if (!settings.hasSection("measure")) {
            return settings.text("measure").map(ServiceSource::parse);
        }
        Settings section = settings.section("measure")
                .orElseThrow()
                .known(ServiceSource.Kind.CGROUP.word(), ServiceSource.Kind.PID_FILE.word());
        for (ServiceSource.Kind kind : ServiceSource.Kind.values()) {
            if (section.keys().equals(List.of(kind.word()))) {
                String path = section.text(kind.word()).orElseThrow();
                return Optional.of(section.build(() -> new ServiceSource(kind, path)));
            }
        }
        throw settings.refused("measure", "either cgroup or pid-file in it");
    }

    /** The host name as the kernel knows it, which needs no name service and so cannot hang. */
    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return "";
            }
        }
    }
}
