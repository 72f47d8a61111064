package io.fairlead.agent.role;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A named pipe for what a hook prints, in a folder of its own; both go when it is closed. */
final class HookPipe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HookPipe.class);
    private static final long PATIENCE_SECONDS = 5;
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private final Path folder;
    private final Path path;

    private HookPipe(Path folder) {
        this.folder = folder;
        this.path = folder.resolve("output");
    }

    /** Makes a pipe below the given folder; empty where none can be made, which keeps no hook from running. */
    static Optional<HookPipe> in(Path scratch) throws InterruptedException {
        Path folder = makeFolder(scratch);
        if (folder == null) {
            return Optional.empty();
        }
        HookPipe pipe = new HookPipe(folder);
        boolean made = false;
        try {
            made = makePipe(pipe.path);
            return made ? Optional.of(pipe) : Optional.empty();
        } finally {
            if (!made) {
                pipe.close();
            }
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        tidy(path);
        tidy(folder);
    }

    /** A disk that fell back to read-only is a reason to demote, and must not keep the hook from running. */
    private static @Nullable Path makeFolder(Path scratch) {
        try {
            return Files.createTempDirectory(scratch, "fairlead-hook");
        } catch (IOException e) {
            tell("no folder can be made in " + scratch + ": " + e.getMessage());
            return null;
        }
    }

    /** Once until it goes well again: there is a run of a hook every few seconds. */
    private static void tell(String trouble) {
        if (!TOLD.getAndSet(true)) {
            LOG.warn("what hooks print is not kept: {}", trouble);
        }
    }

    private static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", pipe.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            boolean ended = mkfifo.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            mkfifo.destroyForcibly();
            boolean made = ended && mkfifo.exitValue() == 0;
            if (made) {
                TOLD.set(false);
            } else {
                tell("mkfifo made no pipe " + pipe);
            }
            return made;
        } catch (IOException e) {
            tell("no pipe can be made: " + e.getMessage());
            return false;
        }
    }

    /** What is left behind does not change how the hook ended. */
    private static void tidy(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} is left behind: {}", path, e.getMessage());
        }
    }
}
