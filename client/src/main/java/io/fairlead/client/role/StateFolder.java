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
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node must not forget, in a folder on its disk, {@code state-dir}: the files {@code node.token} and {@code
 * node.cluster}, and {@code node.lock}, by which one process at a time has it.
 *
 * <p>A file that is damaged or another node's is refused and never begun anew by itself: with an old token a node could
 * take a role back that is another's.
 */
public final class StateFolder implements NodeMemory {
    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

    private final FileChannel lock;
    private final StateFile tokenFile;
    private final StateFile clusterFile;
    private Remembered remembered;

    private StateFolder(FileChannel lock, StateFile tokenFile, StateFile clusterFile) throws IOException {
        this.lock = lock;
        this.tokenFile = tokenFile;
        this.clusterFile = clusterFile;
        this.remembered = new Remembered(readToken(), readCluster());
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
            String owner = "node " + node + " of group " + group;
            opened = new StateFolder(
                    lock,
                    new StateFile(folder.resolve("node.token"), "token", owner),
                    new StateFile(folder.resolve("node.cluster"), "cluster", owner));
            return opened;
        } finally {
            if (opened == null) {
                lock.close();
            }
        }
    }

    @Override
    public synchronized long token() {
        return remembered.token();
    }

    @Override
    public synchronized void remember(long token) throws IOException {
        Remembered next = remembered.with(token);
        if (next.token() != remembered.token()) {
            tokenFile.write(Long.toString(next.token()));
            remembered = next;
        }
    }

    @Override
    public synchronized Optional<String> cluster() {
        return remembered.cluster();
    }

    @Override
    public synchronized void belongTo(String cluster) throws IOException {
        Remembered next =
                remembered.of(cluster, "if that is meant, delete " + clusterFile.path() + " and start this node again");
        if (!next.equals(remembered)) {
            clusterFile.write(cluster);
            remembered = next;
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("the lock on the state folder ends with the process: {}", e.getMessage());
        }
    }

    private long readToken() throws IOException {
        try {
            String text = tokenFile.read().orElse("0");
            long token = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
            if (token != 0 && !Remembered.isToken(token)) {
                throw new IOException(tokenFile.path() + ": is damaged");
            }
            return token;
        } catch (IOException trouble) {
            throw new IOException(
                    trouble.getMessage() + ": put it back from a copy, or, once this node is known not to be"
                            + " primary, delete it and start this node again",
                    trouble);
        }
    }

    private Optional<String> readCluster() throws IOException {
        try {
            Optional<String> cluster = clusterFile.read();
            if (cluster.isPresent() && !Remembered.isCluster(cluster.get())) {
                throw new IOException(clusterFile.path() + ": is damaged");
            }
            return cluster;
        } catch (IOException trouble) {
            throw new IOException(
                    trouble.getMessage() + ": put it back from a copy, or, once its managers are known to be the right"
                            + " ones, delete it and start this node again",
                    trouble);
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
