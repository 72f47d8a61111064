package io.fairlead.client.role;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node must not forget, in a folder on its disk, {@code state-dir}: the files {@code node.token}, {@code node.cluster} and
 * {@code node.lease}, and {@code node.lock}, by which one process at a time has it.
 *
 * <p>A file that is damaged or another node's is refused and never begun anew by itself: with an old token a node could
 * take a role back that is another's.
 */
public final class StateFolder implements NodeMemory {
    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

    private final FileChannel lock;
    private final StateFiles files;
    private Remembered remembered;

    private StateFolder(FileChannel lock, StateFiles files) throws IOException {
        this.lock = lock;
        this.files = files;
        this.remembered = files.read();
    }

    /**
     * Opens the folder, and makes it where it is missing. Throws {@link IOException} with one line that names the file and
     * what to do about it.
     */
    public static StateFolder open(Path folder, GroupId group, NodeId node) throws IOException {
        makeFolder(folder);
        FileChannel lock = lock(folder.resolve("node.lock"));
        StateFolder opened = null;
        try {
            opened = new StateFolder(lock, StateFiles.in(folder, group, node));
            return opened;
        } finally {
            if (opened == null) {
                lock.close();
            }
        }
    }

    /**
     * Reads what is remembered in a folder as {@link #open} does, makes nothing and takes no lock. Throws {@link IOException}
     * with the same line where a file is damaged or another node's.
     */
    public static void look(Path folder, GroupId group, NodeId node) throws IOException {
        StateFiles.in(folder, group, node).read();
    }

    @Override
    public synchronized long token() {
        return remembered.token();
    }

    @Override
    public synchronized void remember(long token) throws IOException {
        Remembered next = remembered.with(token);
        if (next.token() != remembered.token()) {
            files.token().write(Long.toString(next.token()));
            remembered = next;
        }
    }

    @Override
    public synchronized Optional<String> cluster() {
        return remembered.cluster();
    }

    @Override
    public synchronized void belongTo(String cluster) throws IOException {
        Remembered next = remembered.of(
                cluster, "if that is meant, delete " + files.cluster().path() + " and start this node again");
        if (!next.equals(remembered)) {
            files.cluster().write(cluster);
            remembered = next;
        }
    }

    @Override
    public synchronized Duration lease() {
        return remembered.lease();
    }

    @Override
    public synchronized void rememberLease(Duration lease) throws IOException {
        Remembered next = remembered.under(lease);
        if (!next.equals(remembered)) {
            files.lease().write(Long.toString(next.lease().toMillis()));
            remembered = next;
        }
    }

    @Override
    public synchronized void check() throws IOException {
        files.token().write(Long.toString(remembered.token()));
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("the lock on the state folder ends with the process: {}", e.getMessage());
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("state-dir: found " + folder + ", which is a file, expected a folder", e);
        } catch (IOException e) {
            throw new IOException(
                    "state-dir: " + folder + " cannot be made: " + StateFile.reason(e)
                            + ": use a folder in which this process may write",
                    e);
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            LOG.debug("{} is locked by this process", path);
        } catch (IOException e) {
            throw new IOException(
                    path + ": cannot be locked: " + StateFile.reason(e)
                            + ": state-dir has to be a folder in which this process may write",
                    e);
        } finally {
            if (!locked && channel != null) {
                channel.close();
            }
        }
        if (!locked || channel == null) {
            throw new IOException(path + ": another process has this folder: give each node a state-dir of its own");
        }
        return channel;
    }
}
