package io.fairlead.agent.keeper;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the hooks of a keeper and those of an agent apart: an agent that comes back from standing still, or is started again
 * beside the keeper of the one that was killed, waits until the keeper's have ended.
 *
 * <p>It is a lock of the operating system on a file, held by a keeper while its hooks run, so that it ends with the keeper
 * however that ends. An agent never holds it for longer than a look, since one that stands still could not let go of it.
 */
final class KeeperLock implements AutoCloseable {
    private static final long LOOK_MILLIS = 10;

    /** An agent's look is over long before; another keeper of the node may take as long as its hooks. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final @Nullable FileChannel channel;

    private KeeperLock(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock for a keeper; where that is not possible within a fifth of a second, goes without: what ends a role waits
     * for nothing.
     *
     * @param file the file, made where it is missing; null for none
     */
    static KeeperLock hold(@Nullable Path file) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            FileChannel held = file == null ? null : take(file);
            while (file != null && held == null && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                held = take(file);
            }
            return new KeeperLock(held);
        } catch (IOException e) {
            System.err.println("fairlead keeper: " + file + " cannot be locked: " + e);
            return new KeeperLock(null);
        }
    }

    /** Waits until no keeper holds the lock, or that time is over. */
    static void awaitFree(Path file, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (isHeld(file) && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Looks are taken one at a time: a process that closes a file lets go of every lock that it has on it. */
    private static synchronized boolean isHeld(Path file) {
        try (FileChannel channel = open(file);
                FileLock look = channel.tryLock()) {
            return look == null;
        } catch (IOException | OverlappingFileLockException e) {
            // Where nothing can be locked there, no keeper has locked it.
            return false;
        }
    }

    private static @Nullable FileChannel take(Path file) throws IOException {
        FileChannel channel = open(file);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
            return lock == null ? null : channel;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** A link is not followed: in a folder that everybody may write, it could lead to any file. */
    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            System.err.println("fairlead keeper: the lock ends with the process: " + e.getMessage());
        }
    }
}
