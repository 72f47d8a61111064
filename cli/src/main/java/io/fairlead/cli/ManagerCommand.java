package io.fairlead.cli;

import io.fairlead.config.Settings;
import io.fairlead.config.StrictYaml;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.manager.StartRefusedException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairlead manager}: the process that decides. */
@Command(
        name = "manager",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Starts a manager: it hears the agents, decides who is primary, and says why.",
            "It runs until it is told to stop (Ctrl-C or SIGTERM), and then leaves with exit code 0."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead manager",
            "  fairlead manager --config manager.yaml",
            "  fairlead manager --store redis://10.0.0.9:6379",
            "  fairlead manager --listen 10.0.0.7:7400 --auth-tokens-file tokens"
        })
final class ManagerCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Stop stop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration in YAML; without it all is standard.")
    private @Nullable Path config;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where to listen. Default: 127.0.0.1:7400. Port 0 takes any free one.")
    private @Nullable String listen;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where it remembers what must outlive it. Default: ./data.")
    private @Nullable String dataDir;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = {
                "Where services are remembered: embedded (default) in itself, redis://HOST:PORT in a Redis that others",
                "share; redis-sentinel://HOST:PORT,...?master=NAME and redis-cluster://HOST:PORT,... likewise. Groups are",
                "remembered in the data folder with all of them; memory remembers nothing."
            })
    private @Nullable String store;

    @Option(
            names = "--store-prefix",
            paramLabel = "PREFIX",
            description = "What all keys in that store begin with. Default: none.")
    private @Nullable String storePrefix;

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            description = "A file with the store's password in one line.")
    private @Nullable String storePasswordFile;

    @Option(
            names = "--store-sentinel-password-file",
            paramLabel = "FILE",
            description = "A file with the password of the store's sentinels in one line. Default: none.")
    private @Nullable String storeSentinelPasswordFile;

    @Option(
            names = "--store-certificates",
            paramLabel = "FILE",
            description = "Certificates (PEM) that a rediss:// store's is checked against. Default: those of Java.")
    private @Nullable String storeCertificates;

    @Option(
            names = "--store-wait-replicas",
            paramLabel = "NUMBER",
            description = "Replicas that must have a room's claim before it is answered. Default: 0.")
    private @Nullable String storeWaitReplicas;

    @Option(
            names = "--auth-tokens-file",
            paramLabel = "FILE",
            description = "A line of ROLE TOKEN [NAME] for each token; every request needs one then.")
    private @Nullable String tokensFile;

    @Option(names = "--insecure", description = "Listen where other machines reach it without asking them for a token.")
    private boolean insecure;

    @Option(
            names = "--after-loss",
            description = "The data of an earlier manager was lost: give no role before \"fairlead resume GROUP\".")
    private boolean afterLoss;

    @Option(
            names = "--stop-with",
            paramLabel = "PID",
            description = "Stop when that process ends, for one that a script has started.")
    private @Nullable Long stopWith;

    ManagerCommand(Terminal terminal, Stop stop) {
        this.terminal = terminal;
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        Settings file = config == null ? Settings.none() : StrictYaml.read(config);
        ManagerSettings settings = ManagerSettings.read(withTokens(file.withFlags(flags())));
        ProcessHandle other = stopWith == null ? null : process(stopWith);
        stop.onSignals();
        if (other != null) {
            stop.onEndOf(other);
        }
        try (Manager manager = Manager.start(settings, new RedisStores())) {
            terminal.out().println("manager ready on " + manager.url());
            stop.await();
        } catch (StartRefusedException e) {
            throw CommandFailed.by(e);
        }
        return ExitCode.DONE;
    }

    private Settings withTokens(Settings settings) {
        return tokensFile == null ? settings : settings.withFlag("auth", "tokens-file", tokensFile);
    }

    private ProcessHandle process(long pid) {
        if (pid == ProcessHandle.current().pid()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--stop-with is " + pid + ", which is this manager itself: name another process");
        }
        return ProcessHandle.of(pid)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--stop-with is " + pid + ": there is no such process (any more)"));
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        put(flags, "listen", listen);
        put(flags, "data-dir", dataDir);
        put(flags, "store", store);
        put(flags, "store-prefix", storePrefix);
        put(flags, "store-password-file", storePasswordFile);
        put(flags, "store-sentinel-password-file", storeSentinelPasswordFile);
        put(flags, "store-certificates", storeCertificates);
        put(flags, "store-wait-replicas", storeWaitReplicas);
        if (insecure) {
            flags.put("insecure", "on");
        }
        if (afterLoss) {
            flags.put("after-loss", "on");
        }
        return flags;
    }

    private static void put(Map<String, String> flags, String key, @Nullable String value) {
        if (value != null) {
            flags.put(key, value);
        }
    }
}
