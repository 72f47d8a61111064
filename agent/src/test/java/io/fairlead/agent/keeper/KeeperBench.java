package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.role.HookWatch;
import io.fairlead.agent.role.ProcessFamily;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Keepers, agents that can be killed and stopped, and hooks that write down that they ran. */
abstract class KeeperBench {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final long AN_HOUR = 3_600_000;
    static final Map<String, String> TOKEN = Map.of("FAIRLEAD_TOKEN", "7", "FAIRLEAD_REASON", "LEASE_LOST");

    @TempDir
    Path hooks;

    final List<Process> started = new ArrayList<>();
    final List<ProcessHandle> orphans = new ArrayList<>();
    final List<Keeper> keepers = new ArrayList<>();

    @AfterEach
    void endWhatWasStarted() {
        for (Keeper keeper : keepers) {
            keeper.standby();
            keeper.close();
        }
        for (Process process : started) {
            process.destroyForcibly();
        }
        // One that is left has this JVM's output open, and whoever reads that waits for its end.
        orphans.forEach(ProcessHandle::destroyForcibly);
    }

    void hook(String name, String script) throws IOException {
        Path file = Files.writeString(hooks.resolve(name), "#!/bin/sh\ncd " + hooks + "\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Leaves a line each time it runs. */
    void demoteHook() throws IOException {
        hook("demote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_TOKEN\" >>ran");
    }

    String ran() throws IOException {
        Path file = hooks.resolve("ran");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    void awaitRan(String what) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(ran()).isEqualTo(what));
    }

    /** An agent in a process of its own, which can be killed. */
    final class Agent {
        final Process process;
        final BufferedReader out;
        ProcessHandle keeper;

        Agent() throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            KeeperParent.class.getName(),
                            hooks.toString(),
                            hooks.resolve("lock").toString())
                    .redirectError(Redirect.INHERIT)
                    .start();
            started.add(process);
            out = process.inputReader(StandardCharsets.UTF_8);
            keeper = process.toHandle();
        }

        /** Says it until a keeper runs. */
        Agent say(String line) {
            await().atMost(PATIENCE).until(() -> {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
                long pid = answer();
                keeper = ProcessHandle.of(pid).orElse(keeper);
                return pid > 0 || line.equals("close");
            });
            return this;
        }

        private long answer() throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.matches("\\d+")) {
                    return Long.parseLong(line);
                }
            }
            throw new IOException("the agent has ended");
        }

        void signal(String name) throws Exception {
            send(name, process.pid());
        }
    }

    static void send(String signal, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    static void awaitEnd(ProcessHandle process) {
        await().atMost(PATIENCE).until(() -> !process.isAlive());
    }

    Keeper here() {
        Keeper keeper = Keeper.start(new Keeper.Place(hooks, Optional.of(hooks.resolve("lock"))));
        keepers.add(keeper);
        await().atMost(PATIENCE).until(() -> keeper.process().isPresent());
        return keeper;
    }

    /** Its program runs, and not only its JVM. */
    static boolean readsLines(ProcessHandle keeper) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + keeper.pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).strip().equals("reader")) {
                    return true;
                }
            }
        }
        return false;
    }

    static void primary(Keeper keeper, Duration left, Duration limit) {
        keeper.until(Said.PRIMARY, left, new Keeper.Demote(limit, new TreeMap<>(TOKEN)));
    }

    /** A single writer's demote and fence leave lines in the same file. */
    void demoteAndFenceHooks() throws IOException {
        hook("demote", "echo \"demote $FAIRLEAD_REASON\" >>ran");
        hook("fence", "echo \"fence $FAIRLEAD_REASON\" >>ran");
    }

    static HookWatch.Demote writer() {
        return new HookWatch.Demote(PATIENCE, new TreeMap<>(TOKEN), true);
    }

    static HookWatch.Demote demote() {
        return new HookWatch.Demote(PATIENCE, new TreeMap<>(TOKEN), false);
    }

    /** A run of a hook for the role of which {@link #TOKEN} speaks. */
    static HookWatch.Run run(HookWatch.Kind kind, String mark) {
        return new HookWatch.Run(kind, 7, mark, PATIENCE);
    }

    Process marked(String mark) throws IOException {
        ProcessBuilder hook = new ProcessBuilder("sleep", "1000");
        hook.environment().put(ProcessFamily.MARK, mark);
        Process running = hook.start();
        started.add(running);
        return running;
    }
}
