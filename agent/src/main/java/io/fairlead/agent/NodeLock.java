package io.fairlead.agent;

import io.fairlead.agent.LockFile.Unlockable;
import io.fairlead.agent.keeper.LockHolder;
import io.fairlead.client.role.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    /** The system knows processes, not agents: closing a second channel of this process would end the first one's lock. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Optional<LockFile> lock;

    private NodeLock(Optional<LockFile> lock) {
        this.lock = lock;
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
            return new NodeLock(Optional.empty());
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
            Optional<LockFile> lock = Optional.empty();
            try {
                lock = LockFile.take(file);
                if (lock.isEmpty()) {
                    throw taken(self, file, LockHolder.of(file));
                }
                return new NodeLock(lock);
            } catch (Unlockable e) {
                troubles.add(file + ": " + e.getMessage());
            } finally {
                if (lock.isEmpty()) {
                    HELD_HERE.remove(real);
                }
            }
        }
        LOG.warn(
                "nothing keeps a second agent of node {} in group {} from starting on this machine: no lock file can be written ({})",
                self.node(),
                self.group(),
                String.join("; ", troubles));
        return new NodeLock(Optional.empty());
    }

    /** The file that is locked; empty where none could be. */
    Optional<Path> file() {
        return lock.map(LockFile::path);
    }

    @Override
    public void close() {
        lock.ifPresent(held -> {
            held.close();
            HELD_HERE.remove(real(held.path()));
        });
    }

    private static IOException taken(Identity self, Path file, long pid) {
        return new IOException("another agent of node " + self.node() + " in group " + self.group()
                + " runs on this machine (" + (pid > 0 ? "process " + pid + ", " : "") + "it has locked " + file
                + "): stop it first, or give this one another node id");
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
