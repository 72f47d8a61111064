package io.fairlead.agent.role;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * One run of one executable: started without a shell, its output taken off its hands, ended with all its children when
 * its time is over.
 *
 * <p>The output goes through a named pipe and is read only as far as it is there. With the pipe of the JDK a child that
 * outlives the hook and keeps the pipe open would hold the reading thread for as long as it lives.
 */
final class HookRun {
    /** How long a hook may run, and how long after SIGTERM its family gets SIGKILL. */
    record Limits(Duration time, Duration grace) {}

    private static final int BUSY_LOOKS = 20;

    private final Path executable;
    private final Map<String, String> environment;
    private final Limits limits;
    private final Path scratch;
    private final String mark = UUID.randomUUID().toString();
    private LongConsumer started = pid -> {};

    HookRun(Path executable, Map<String, String> environment, Limits limits) {
        this(executable, environment, limits, Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    /** A run that makes the pipe for the hook's output in the given folder. */
    HookRun(Path executable, Map<String, String> environment, Limits limits, Path scratch) {
        this.scratch = scratch;
        this.executable = executable;
        this.environment = environment;
        this.limits = limits;
    }

    /** The value of {@link ProcessFamily#MARK} that the hook and its children carry. */
    String mark() {
        return mark;
    }

    /** Tells the number of the hook's process as soon as there is one. */
    HookRun telling(LongConsumer pid) {
        started = pid;
        return this;
    }

    /**
     * Runs to the end; a fault of the hook is in the result, never thrown. A thread that is interrupted ends the run at once,
     * children included, with SIGKILL, and the result says so; {@link InterruptedException} says that nothing was started.
     */
    HookResult run() throws InterruptedException {
        Optional<HookPipe> made = HookPipe.in(scratch);
        if (made.isEmpty()) {
            return ofSystem(this::runWithoutOutput);
        }
        try (HookPipe pipe = made.get()) {
            return ofSystem(() -> runInto(pipe.path()));
        }
    }

    private interface Attempt {
        HookResult run() throws IOException;
    }

    private static HookResult ofSystem(Attempt attempt) {
        try {
            return attempt.run();
        } catch (IOException e) {
            return HookResult.without(HookResult.End.NOT_STARTED, String.valueOf(e.getMessage()));
        }
    }

    private HookResult runInto(Path pipe) throws IOException {
        // Open for both, so that neither end waits for the other to be opened.
        try (RandomAccessFile bothEnds = new RandomAccessFile(pipe.toFile(), "rw");
                FileInputStream output = new FileInputStream(bothEnds.getFD())) {
            return attend(start(Redirect.to(pipe.toFile())), output);
        }
    }

    /** A hook matters more than what it prints: where no pipe can be made it runs all the same. */
    private HookResult runWithoutOutput() throws IOException {
        return attend(start(Redirect.DISCARD), InputStream.nullInputStream()).saying(HookOutput.NOT_TAKEN);
    }

    private Process start(Redirect output) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(List.of(executable.toAbsolutePath().toString()));
        builder.environment().putAll(environment);
        builder.environment().put(ProcessFamily.MARK, mark);
        Process process = builder.redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        started.accept(process.pid());
        return process;
    }

    private HookResult attend(Process process, InputStream stream) throws IOException {
        long began = System.nanoTime();
        HookOutput output = new HookOutput();
        ProcessFamily family = new ProcessFamily(process.toHandle(), mark);
        HookResult.End end = HookResult.End.NOT_STARTED;
        try {
            end = watch(process, stream, output, family);
        } catch (InterruptedException e) {
            end = HookResult.End.INTERRUPTED;
        } finally {
            if (end != HookResult.End.EXITED) {
                family.end();
            }
        }
        // Whoever interrupted it waits for a tenth of a second and no longer, and SIGKILL needs no waiting for.
        if (end == HookResult.End.TIMED_OUT) {
            awaitGone(process);
        }
        output.drainRest(stream);
        int exit = end == HookResult.End.EXITED ? process.exitValue() : -1;
        return new HookResult(end, exit, output.text(), Duration.ofNanos(System.nanoTime() - began));
    }

    private static void awaitGone(Process process) {
        try {
            process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drains the output until the hook has ended, or has to be ended. */
    private HookResult.End watch(Process process, InputStream stream, HookOutput output, ProcessFamily family)
            throws IOException, InterruptedException {
        long over = System.nanoTime() + limits.time().toNanos();
        for (int idle = 0; process.isAlive(); ) {
            stopIfInterrupted();
            if (System.nanoTime() - over > 0) {
                giveGrace(family, stream, output);
                return HookResult.End.TIMED_OUT;
            }
            idle = output.drain(stream) > 0 ? 0 : idle + 1;
            pause(process, idle);
        }
        return HookResult.End.EXITED;
    }

    /** A hook that prints much is asked again at once; one that is silent costs 200 looks a second. */
    private static void pause(Process process, int idle) throws InterruptedException {
        if (idle > BUSY_LOOKS) {
            process.waitFor(5, TimeUnit.MILLISECONDS);
        } else if (idle > 0) {
            LockSupport.parkNanos(50_000);
        }
    }

    private void giveGrace(ProcessFamily family, InputStream stream, HookOutput output)
            throws IOException, InterruptedException {
        List<ProcessHandle> asked = family.askToEnd();
        long over = System.nanoTime() + limits.grace().toNanos();
        while (System.nanoTime() - over < 0 && asked.stream().anyMatch(ProcessHandle::isAlive)) {
            stopIfInterrupted();
            if (output.drain(stream) == 0) {
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run is to be ended");
        }
    }
}
