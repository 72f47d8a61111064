package io.fairlead.agent;

import io.fairlead.agent.role.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to be the only agent of a node on this machine; taken before any hook runs, since the demote hook of a
 * second agent's start would take the role's effect away from the first one.
 *
 * <p>It is a lock of the operating system on a file, so it ends with the process however that ends. The file itself
 * stays: to delete it would let two agents lock two files of one name.
 */
final class NodeLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLock.class);

    /** A file name may have 255 bytes, and two ids may have 256. */
    private static final int LONGEST_NAME = 180;

    private static final int LONGEST_CONTENT = 32;

    /** The system knows processes, not agents: closing a second channel of this process would end the first one's lock. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Optional<Path> file;
    private final @Nullable FileChannel channel;

    private NodeLock(Optional<Path> file, @Nullable FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock: in the hooks folder, for that is what must not be used twice, else in the system's folder for
     * temporary files. Where neither can be written there is no lock, which is said and keeps no node from working.
     *
     * @param hooksDir without hooks there is nothing that a second agent could take away, and no lock; the manager tells
     *     the two apart
     * @throws IOException that another agent has it; one line with group, node, file and, where known, the process
     */
    static NodeLock take(Identity self, Optional<Path> hooksDir) throws IOException {
        if (hooksDir.isEmpty()) {
            return new NodeLock(Optional.empty(), null);
        }
        Path scratch = Path.of(System.getProperty("java.io.tmpdir", "."));
        return takeFirst(self, List.of(hooksDir.get().resolve(name(self)), scratch.resolve(name(self))));
    }

    static NodeLock takeFirst(Identity self, List<Path> files) throws IOException {
        List<String> troubles = new ArrayList<>();
        for (Path file : files) {
            Path real = real(file);
            if (!HELD_HERE.add(real)) {
                throw taken(self, file, ProcessHandle.current().pid());
            }
            NodeLock lock = null;
            try {
                lock = lock(self, file);
                return lock;
            } catch (Unlockable e) {
                troubles.add(file + ": " + e.getMessage());
            } finally {
                if (lock == null) {
                    HELD_HERE.remove(real);
                }
            }
        }
        LOG.warn(
                "nothing keeps a second agent of node {} in group {} from starting on this machine: no lock file can be written ({})",
                self.node(),
                self.group(),
                String.join("; ", troubles));
        return new NodeLock(Optional.empty(), null);
    }

    /** The file that is locked; empty where none could be. */
    Optional<Path> file() {
        return file;
    }

    @Override
    public void close() {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("the lock on {} ends with the process: {}", file.orElseThrow(), e.getMessage());
        }
        HELD_HERE.remove(real(file.orElseThrow()));
    }

    /** No lock is possible there; another agent has nothing to do with it. */
    private static final class Unlockable extends Exception {
        private static final long serialVersionUID = 1L;

        Unlockable(IOException cause) {
            super(reasonOf(cause), cause);
        }

        private static String reasonOf(IOException cause) {
            String reason = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
            return reason == null ? cause.getClass().getSimpleName() : reason;
        }
    }

    private static NodeLock lock(Identity self, Path file) throws IOException, Unlockable {
        FileChannel channel = open(file);
        boolean locked = false;
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw taken(self, file, holder(file));
            }
            locked = true;
            write(channel, ProcessHandle.current().pid());
            return new NodeLock(Optional.of(file), channel);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /** A link is not followed: in a folder that everybody may write, it could lead to any file. */
    private static FileChannel open(Path file) throws Unlockable {
        try {
            return FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new Unlockable(e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws Unlockable {
        try {
            return channel.tryLock();
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

    private static IOException taken(Identity self, Path file, long pid) {
        return new IOException("another agent of node " + self.node() + " in group " + self.group()
                + " runs on this machine (" + (pid > 0 ? "process " + pid + ", " : "") + "it has locked " + file
                + "): stop it first, or give this one another node id");
    }

    /** 0 unless that process lives: what is written there may be older than the lock, or from another container. */
    private static long holder(Path file) {
        try {
            String text = Files.size(file) > LONGEST_CONTENT ? "" : Files.readString(file);
            long pid = text.matches("pid \\d{1,18}\\R")
                    ? Long.parseLong(text.strip().substring(4))
                    : 0;
            return ProcessHandle.of(pid).isPresent() ? pid : 0;
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", file, e.getMessage());
            return 0;
        }
    }

    /** Ids have no {@code @}, so no two nodes have one name. */
    private static String name(Identity self) {
        String name = self.group() + "@" + self.node();
        return "fairlead-"
                + (name.length() > LONGEST_NAME
                        ? name.substring(0, LONGEST_NAME) + "-" + Integer.toHexString(name.hashCode())
                        : name)
                + ".lock";
    }

    private static Path real(Path file) {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        try {
            return folder == null ? absolute : folder.toRealPath().resolve(absolute.getFileName());
        } catch (IOException e) {
            return absolute.normalize();
        }
    }
}
