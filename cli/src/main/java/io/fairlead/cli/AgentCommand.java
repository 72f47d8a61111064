package io.fairlead.cli;

import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.AgentConfigReader;
import io.fairlead.agent.check.AgentCheck;
import io.fairlead.agent.check.CheckReport;
import io.fairlead.config.DurationText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code fairlead agent}: the process that speaks for one node.
 *
 * <p>The values of its flags stay text here: the configuration reads and checks them, whether they come from the file
 * or from a flag.
 */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Starts an agent: it measures this machine, reports to a manager, and runs the hooks of its node.",
            "It runs until it is told to stop (Ctrl-C or SIGTERM), lays the role down, and leaves with exit code 0."
        },
        footer = {
            "",
            "A flag wins over the file. Durations are such as 500ms, 5s or 2m.",
            "",
            "Examples:",
            "  fairlead agent --group line-1",
            "  fairlead agent --group line-1 --node gw-1 --hooks-dir ./hooks --managers http://10.0.0.7:7400",
            "  fairlead agent --config agent.yaml",
            "  fairlead agent --check --config agent.yaml"
        })
@SuppressWarnings("unused")
final class AgentCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Stop stop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration in YAML; without it all is standard.")
    private @Nullable Path config;

    @Option(
            names = "--managers",
            paramLabel = "URL",
            description = "Where the manager is reached. Default: http://127.0.0.1:7400.")
    private @Nullable String managers;

    @Option(names = "--group", paramLabel = "GROUP", description = "The group of this node. Default: default.")
    private @Nullable String group;

    @Option(names = "--node", paramLabel = "NODE", description = "The id of this node. Default: the host name.")
    private @Nullable String node;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "What clients of the group are told while this node is primary.")
    private @Nullable String address;

    @Option(
            names = "--hooks-dir",
            paramLabel = "FOLDER",
            description = "Where the executables prepare, promote, demote, drain-status, cleanup, fence and health are,"
                    + " all optional.")
    private @Nullable String hooksDir;

    @Option(
            names = "--state-dir",
            paramLabel = "FOLDER",
            description = "What the node must not forget, or none. Default: fairlead-state/GROUP/NODE.")
    private @Nullable String stateDir;

    @Option(
            names = "--health",
            paramLabel = "KEY=VALUE,...",
            description = "When the hook health is asked. Default: every=7s,timeout=3s,rise=2,fall=3.")
    private @Nullable String health;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Local port with /primary, /standby and /health. Default: 127.0.0.1:7401.")
    private @Nullable String listen;

    @Option(
            names = "--sample-interval",
            paramLabel = "TIME",
            description = "Time between two readings of this machine. Default: 5s.")
    private @Nullable String sampleInterval;

    @Option(
            names = "--heartbeat-interval",
            paramLabel = "TIME",
            description = "Time between two heartbeats. Default: 1s.")
    private @Nullable String heartbeatInterval;

    @Option(
            names = "--measure",
            paramLabel = "cgroup:PATH|pid-file:PATH",
            description = "What the service of the role runs in, to measure what the role costs. Default: nothing.")
    private @Nullable String measure;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Where the token is by which the manager knows this agent. Default: none.")
    private @Nullable String tokenFile;

    @Option(
            names = "--peer-listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where the other agents of the group ask this one while no manager answers. Default: nowhere.")
    private @Nullable String peerListen;

    @Option(names = "--peer-address", paramLabel = "HOST:PORT", description = "Under which address they reach that.")
    private @Nullable String peerAddress;

    @Option(
            names = "--group-secret-file",
            paramLabel = "FILE",
            description = "Where the secret is that all agents of the group share.")
    private @Nullable String groupSecretFile;

    @Option(
            names = "--agent-check",
            paramLabel = "HOST:PORT",
            description = "Where HAProxy's agent-check is answered. Default: nowhere.")
    private @Nullable String agentCheck;

    @Option(
            names = "--agent-check-by",
            paramLabel = "role|service",
            description = "Of what that answer speaks. Default: service where one is set, else role.")
    private @Nullable String agentCheckBy;

    @Option(
            names = "--standby-share",
            paramLabel = "PERCENT",
            description = "The share of its weight that a standby has at HAProxy, such as 5%%. Default: none.")
    private @Nullable String standbyShare;

    @Option(
            names = "--service",
            paramLabel = "name=NAME,endpoint=TEXT",
            description = "The service of which this machine is an instance that takes rooms. Default: none.")
    private @Nullable String service;

    @Option(
            names = "--capacity",
            paramLabel = "NUMBER",
            description = "Size of this node relative to the others of its group. Default: 1.")
    private @Nullable String capacity;

    @Option(
            names = "--check",
            description =
                    "Print what would be measured and from where, and whether an agent could work here; start nothing.")
    private boolean check;

    @Option(names = "--json", description = "With --check: print one JSON document.")
    private boolean json;

    AgentCommand(Terminal terminal, Stop stop) {
        this.terminal = terminal;
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (json && !check) {
            throw new ParameterException(spec.commandLine(), "--json goes with --check only");
        }
        AgentConfig read = AgentConfigReader.read(config, flags());
        return check ? check(read) : run(read);
    }

    private int run(AgentConfig read) throws InterruptedException {
        stop.onSignals();
        try (Agent agent = Agent.start(read)) {
            terminal.out()
                    .println("agent ready on http://" + read.listen().host() + ":" + agent.localPort() + ", node "
                            + read.node() + " of group " + read.group());
            read.check()
                    .ifPresent(check -> terminal.out()
                            .println("agent-check on " + check.listen().withPort(agent.checkPort())));
            stop.await();
        } catch (IllegalArgumentException | IOException e) {
            throw CommandFailed.by(e);
        }
        return ExitCode.DONE;
    }

    private int check(AgentConfig read) throws InterruptedException {
        if (terminal.errIsTerminal()) {
            terminal.err()
                    .print("reading this machine twice, " + DurationText.format(AgentCheck.BETWEEN) + " apart ...");
            terminal.err().flush();
        }
        CheckReport report = AgentCheck.ofThisMachine(read);
        if (terminal.errIsTerminal()) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
        }
        if (json) {
            terminal.out().println(AgentCheckJson.of(read, report));
        } else {
            new AgentCheckText(terminal.style()).lines(read, report).forEach(terminal.out()::println);
        }
        if (report.blocking().isEmpty()) {
            return ExitCode.DONE;
        }
        throw new CommandFailed("an agent could not work here: "
                + report.blocking().stream()
                        .map(finding -> finding.about() + ": " + finding.words())
                        .collect(Collectors.joining("; ")));
    }

    /** The flags that were given and are keys of the configuration. */
    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        for (String key : AgentConfigReader.keys()) {
            OptionSpec option = spec.findOption("--" + key);
            String value = option == null ? null : option.getValue();
            if (value != null) {
                flags.put(key, value);
            }
        }
        return flags;
    }
}
