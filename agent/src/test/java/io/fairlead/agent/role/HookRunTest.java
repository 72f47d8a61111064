package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class HookRunTest {
    private static final HookRun.Limits ROOMY = new HookRun.Limits(Duration.ofSeconds(20), Duration.ofSeconds(2));
    private static final HookRun.Limits TIGHT = new HookRun.Limits(Duration.ofMillis(300), Duration.ofMillis(500));

    @TempDir
    Path folder;

    /** A length of sleep that nobody else on this machine asks for, so that leftovers are found by it. */
    private String nap;

    @BeforeEach
    void chooseANap() {
        nap = "600." + Math.floorMod(folder.toString().hashCode(), 1_000_000_000);
    }

    @Test
    void theExitCodeDecidesAndNeverTheOutput() throws Exception {
        assertThat(run("echo 1; exit 0", ROOMY).succeeded()).isTrue();
        HookResult failed = run("echo fine; exit 3", ROOMY);
        assertThat(failed.failed()).isTrue();
        assertThat(failed.exit()).isEqualTo(3);
    }

    /** A disk that fell back to read-only is one of the reasons for which a primary has to step down. */
    @Test
    void aHookRunsWithoutItsOutputWhereNoPipeCanBeMade() throws Exception {
        Path trace = folder.resolve("ran");
        HookRun run = new HookRun(script("touch " + trace + "; exit 3"), Map.of(), ROOMY, folder.resolve("missing"));
        HookResult result = run.run();
        assertThat(trace).exists();
        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.output()).isEqualTo(HookOutput.NOT_TAKEN);
    }

    @Test
    void aHookFindsItsVariables() throws Exception {
        HookRun run = new HookRun(
                script("echo \"$FAIRLEAD_TOKEN $FAIRLEAD_REASON\""),
                Map.of("FAIRLEAD_TOKEN", "17", "FAIRLEAD_REASON", "PROMOTED"),
                ROOMY);
        assertThat(run.run().output()).isEqualTo("17 PROMOTED\n");
    }

    // Field case D22 (a)
    @Test
    void aHookThatHangsIsEndedInTime() throws Exception {
        HookResult result = run("sleep " + nap, TIGHT);
        assertThat(result.end()).isEqualTo(HookResult.End.TIMED_OUT);
        assertThat(result.failed()).isTrue();
        assertThat(result.took()).isLessThan(Duration.ofSeconds(5));
        assertThat(livingNaps()).isEmpty();
    }

    // Field case D22 (a): the whole family
    @Test
    void aHookThatIgnoresTheRequestToEndIsKilledWithItsChildrenAndThoseItDisowned() throws Exception {
        HookResult result = run(
                "trap '' TERM\n(trap '' TERM; sleep " + nap + "; sleep " + nap
                        + ") &\n(setsid sh -c 'trap \"\" TERM; sleep " + nap + "; sleep " + nap + "' &)\nsleep " + nap
                        + "\nsleep " + nap,
                TIGHT);
        assertThat(result.end()).isEqualTo(HookResult.End.TIMED_OUT);
        assertThat(livingNaps()).isEmpty();
    }

    @Test
    void aChildThatForgotItsEnvironmentIsFoundByDescent() throws Exception {
        HookResult result = run("env -i sleep " + nap + " &\nsleep " + nap, TIGHT);
        assertThat(result.end()).isEqualTo(HookResult.End.TIMED_OUT);
        assertThat(livingNaps()).isEmpty();
    }

    @Test
    void aHookThatEndsWhenAskedCanStillSaySo() throws Exception {
        HookResult result = run("trap 'echo cleaned; exit 0' TERM\nsleep " + nap + " & wait", TIGHT);
        assertThat(result.end()).isEqualTo(HookResult.End.TIMED_OUT);
        assertThat(result.output()).contains("cleaned");
    }

    // Field case D22 (b)
    @Test
    void aGrandchildThatKeepsThePipeOpenDoesNotHoldTheAgent() throws Exception {
        HookResult result = run("sleep " + nap + " &\necho ok", ROOMY);
        assertThat(result.succeeded()).isTrue();
        assertThat(result.output()).isEqualTo("ok\n");
        assertThat(result.took()).isLessThan(Duration.ofSeconds(1));
        // A service that the hook started is meant to stay.
        await().until(() -> livingNaps().size() == 1);
        livingNaps().forEach(ProcessHandle::destroyForcibly);
    }

    // Field case D22 (c)
    @Test
    void aFloodOfOutputIsTakenAndCutAndFillsNoMemory() throws Exception {
        long before = heap();
        long allocated = allocated();
        HookResult result = run("head -c 100000000 /dev/zero\nhead -c 100000000 /dev/zero >&2\nexit 0", ROOMY);
        // So much was there at most at any moment, whatever the collector did meanwhile.
        assertThat(allocated() - allocated).as("bytes that this thread took").isLessThan(16_000_000);
        assertThat(heap() - before).as("bytes more on the heap").isLessThan(16_000_000);
        assertThat(result.succeeded()).isTrue();
        assertThat(result.output()).hasSizeLessThan(HookOutput.LARGEST + 60).endsWith("[cut: 199934464 further bytes]");
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /** What is in use once the garbage is collected. */
    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    // Field case D22 (g)
    @Test
    void binaryOutputWithoutALastNewlineIsKeptAsFarAsItIsText() throws Exception {
        HookResult result = run("printf 'a\\377\\000b'", ROOMY);
        assertThat(result.output()).isEqualTo("a\uFFFD\u0000b");
    }

    // Field case D22 (i)
    @Test
    void nothingIsInterpretedByAShell() throws Exception {
        Path hook = script("echo \"$FAIRLEAD_GROUP\"");
        String odd = "x; touch " + folder.resolve("PWNED") + " $(touch " + folder.resolve("PWNED") + ")";
        HookResult result = new HookRun(hook, Map.of("FAIRLEAD_GROUP", odd), ROOMY).run();
        assertThat(result.output()).isEqualTo(odd + "\n");
        assertThat(folder.resolve("PWNED")).doesNotExist();
    }

    @Test
    void aFolderWithSpacesAndSignsInItsNameIsNoTrouble() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("a b;$(c)"));
        Path hook = script(odd.resolve("promote"), "echo here");
        assertThat(new HookRun(hook, Map.of(), ROOMY).run().output()).isEqualTo("here\n");
    }

    @Test
    void whatCannotBeStartedIsAFailureAndNoException() throws Exception {
        HookResult result = new HookRun(folder.resolve("missing"), Map.of(), ROOMY).run();
        assertThat(result.end()).isEqualTo(HookResult.End.NOT_STARTED);
        assertThat(result.failed()).isTrue();
        assertThat(result.output()).contains("missing");
    }

    @Test
    void aHookReadsNothingFromTheAgentsInput() throws Exception {
        assertThat(run("cat; echo end", ROOMY).output()).isEqualTo("end\n");
    }

    // Field case D22 (f): a demote kills what runs, whatever that does about it
    @Test
    void aRunWhoseThreadIsInterruptedIsKilledAtOnceWithEverythingItStarted() throws Exception {
        Path begun = folder.resolve("begun");
        Path hook = script("trap '' TERM\necho almost there\n(trap '' TERM; sleep " + nap + "; sleep " + nap
                + ") &\ntouch " + begun + "\nsleep " + nap + "\nsleep " + nap);
        AtomicReference<Object> end = new AtomicReference<>();
        Thread run = new Thread(() -> {
            try {
                end.set(new HookRun(hook, Map.of(), ROOMY).run());
            } catch (InterruptedException e) {
                end.set(e);
            }
        });
        run.start();
        await().until(() -> Files.exists(begun));
        run.interrupt();
        run.join(5_000);
        assertThat(end.get()).isInstanceOfSatisfying(HookResult.class, result -> {
            assertThat(result.end()).isEqualTo(HookResult.End.INTERRUPTED);
            assertThat(result.output()).isEqualTo("almost there\n");
        });
        assertThat(livingNaps()).isEmpty();
    }

    @Test
    void aFloodOfOutputDoesNotKeepARunFromBeingEnded() throws Exception {
        Path begun = folder.resolve("begun");
        Path hook = script("touch " + begun + "\nexec head -c 100000000000 /dev/zero");
        AtomicReference<Object> end = new AtomicReference<>();
        Thread run = new Thread(() -> {
            try {
                end.set(new HookRun(hook, Map.of(), ROOMY).run());
            } catch (InterruptedException e) {
                end.set(e);
            }
        });
        run.start();
        await().until(() -> Files.exists(begun));
        run.interrupt();
        run.join(5_000);
        assertThat(end.get())
                .isInstanceOfSatisfying(
                        HookResult.class, result -> assertThat(result.end()).isEqualTo(HookResult.End.INTERRUPTED));
    }

    // Field case D22 (h)
    @Test
    void aThousandRunsLeaveNoZombieAndNoOpenFile() throws Exception {
        Path hook = script("echo x");
        new HookRun(hook, Map.of(), ROOMY).run();
        long before = openFiles();
        for (int i = 0; i < 1_000; i++) {
            assertThat(new HookRun(hook, Map.of(), ROOMY).run().succeeded()).isTrue();
        }
        assertThat(openFiles()).isLessThanOrEqualTo(before + 3);
        assertThat(zombies()).isEmpty();
    }

    private HookResult run(String script, HookRun.Limits limits) throws IOException, InterruptedException {
        return new HookRun(script(script), Map.of(), limits).run();
    }

    private Path script(String body) throws IOException {
        return script(folder.resolve("hook"), body);
    }

    static Path script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<ProcessHandle> livingNaps() {
        return ProcessHandle.allProcesses()
                .filter(p ->
                        p.info().arguments().map(a -> List.of(a).contains(nap)).orElse(false))
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static List<String> zombies() throws IOException {
        List<Long> children =
                ProcessHandle.current().children().map(ProcessHandle::pid).toList();
        List<String> zombies = new java.util.ArrayList<>();
        for (long pid : children) {
            Path stat = Path.of("/proc/" + pid + "/stat");
            if (Files.exists(stat) && Files.readString(stat).matches("(?s)\\d+ \\(.*\\) Z .*")) {
                zombies.add("process " + pid);
            }
        }
        return zombies;
    }
}
