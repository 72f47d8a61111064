package io.fairlead.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that this process has locked, with its number in it for people. The file itself is never deleted. */
final class LockFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);

    private final Path path;
    private final FileChannel channel;

    private LockFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** No lock is possible there; another process has nothing to do with it. */
    static final class Unlockable extends Exception {
        private static final long serialVersionUID = 1L;

        Unlockable(IOException cause) {
            super(reasonOf(cause), cause);
        }

        private static String reasonOf(IOException cause) {
            String reason = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
            return reason == null ? cause.getClass().getSimpleName() : reason;
        }
    }

    /** Locks the file, which is made where it is missing; empty where another process has locked it. */
    static Optional<LockFile> take(Path path) throws Unlockable {
        FileChannel channel = open(path);
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
            if (locked) {
                write(channel, ProcessHandle.current().pid());
            }
            return locked ? Optional.of(new LockFile(path, channel)) : Optional.empty();
        } catch (IOException e) {
            throw new Unlockable(e);
        } finally {
            if (!locked) {
                close(channel, path);
            }
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        close(channel, path);
    }

    /** A link is not followed: in a folder that everybody may write, it could lead to any file. */
    private static FileChannel open(Path path) throws Unlockable {
        try {
            return FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new Unlockable(e);
        }
    }

    /** For people only; a full disk does not undo the lock. */
    private static void write(FileChannel channel, long pid) {
        byte[] text = String.format(Locale.ROOT, "pid %d%n", pid).getBytes(StandardCharsets.UTF_8);
        try {
            int unused = channel.write(ByteBuffer.wrap(text), 0);
            channel.truncate(text.length);
        } catch (IOException e) {
            LOG.debug("the process id is not written: {}", e.getMessage());
        }
    }

    private static void close(FileChannel channel, Path path) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("the lock on {} ends with the process: {}", path, e.getMessage());
        }
    }
}
