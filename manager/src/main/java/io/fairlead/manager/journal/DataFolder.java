package io.fairlead.manager.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder in which one manager keeps its journal and its snapshots; no second process may have it open. */
final class DataFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);

    private static final String UNFINISHED = ".unfinished";
    private static final Pattern CLUSTER = Pattern.compile("[0-9a-f]{8,64}");
    private static final int CLUSTER_BYTES = 8;

    private static final Pattern NAME = Pattern.compile("(journal|snapshot)-([0-9]{10})[.]dat");

    private final Path folder;
    private final FileChannel lock;

    private DataFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a folder, making it where there is none.
     *
     * @throws IOException if that is not possible, naming the folder and what would be right
     */
    static DataFolder open(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException file) {
            throw new IOException("data-dir " + folder + " is a file: name a folder", file);
        } catch (IOException trouble) {
            throw new IOException(
                    "data-dir " + folder + " cannot be made: " + reason(trouble)
                            + "; name one that this user may write to",
                    trouble);
        }
        Path file = folder.resolve("lock");
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException trouble) {
            throw new IOException(
                    "data-dir " + folder + " cannot be written to: " + reason(trouble)
                            + "; name one that this user may write to",
                    trouble);
        }
        if (!isLocked(channel)) {
            String holder = Files.readString(file, StandardCharsets.US_ASCII).strip();
            channel.close();
            throw new IOException("data-dir " + folder + " is in use by another manager"
                    + (holder.isEmpty() ? "" : ", process " + holder)
                    + ": stop it, or name another folder with --data-dir");
        }
        DataFolder opened = new DataFolder(folder, channel);
        opened.sign();
        opened.removeUnfinished();
        return opened;
    }

    /** Whose folder it is, for whoever finds it in use. A full disk is no reason not to begin. */
    private void sign() {
        try {
            lock.truncate(0);
            lock.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
        } catch (IOException trouble) {
            LOG.warn("{} cannot be written: {}", folder.resolve("lock"), reason(trouble));
        }
    }

    /** What an earlier process was writing when it ended. */
    private void removeUnfinished() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file :
                    all.filter(name -> name.toString().endsWith(UNFINISHED)).toList()) {
                Files.delete(file);
            }
        }
    }

    Path unfinished(Path file) {
        return folder.resolve(file.getFileName() + UNFINISHED);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock taken = channel.tryLock();
            return taken != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    static String reason(IOException trouble) {
        if (trouble instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (trouble instanceof NoSuchFileException) {
            return "there is no such folder above it";
        }
        String name = trouble.getClass().getSimpleName();
        return trouble instanceof java.nio.file.FileSystemException system
                ? Optional.ofNullable(system.getReason()).orElse(name)
                : String.valueOf(trouble.getMessage());
    }

    Path path() {
        return folder;
    }

    /** The random name of this folder, made when it is opened for the first time. */
    String cluster() throws IOException {
        Path file = folder.resolve("cluster");
        if (!Files.exists(file)) {
            byte[] name = new byte[CLUSTER_BYTES];
            new SecureRandom().nextBytes(name);
            name(HexFormat.of().formatHex(name));
        }
        String id = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (!CLUSTER.matcher(id).matches()) {
            throw new IOException(
                    file + " is damaged: it should be 8..64 hexadecimal digits, the id that the agents of this"
                            + " manager remember (see GET /health of one); write it there again");
        }
        return id;
    }

    /** Gives the folder another name. */
    void name(String id) throws IOException {
        put(folder.resolve("cluster"), StandardCharsets.US_ASCII.encode(id + "\n"));
    }

    Path journal(long number) {
        return folder.resolve(String.format(java.util.Locale.ROOT, "journal-%010d.dat", number));
    }

    Path snapshot(long number) {
        return folder.resolve(String.format(java.util.Locale.ROOT, "snapshot-%010d.dat", number));
    }

    SortedMap<Long, Path> journals() throws IOException {
        return files(folder, "journal");
    }

    SortedMap<Long, Path> snapshots() throws IOException {
        return files(folder, "snapshot");
    }

    /** The journal's files in a folder that this process need not have opened. */
    static SortedMap<Long, Path> journals(Path folder) throws IOException {
        return files(folder, "journal");
    }

    private static SortedMap<Long, Path> files(Path folder, String kind) throws IOException {
        SortedMap<Long, Path> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && name.group(1).equals(kind)) {
                    if (Files.isDirectory(file)) {
                        throw new IOException(file + " is a folder where a file of the journal belongs: move it away");
                    }
                    found.put(Long.parseLong(name.group(2)), file);
                }
            }
        }
        return found;
    }

    /** Puts a whole file in its place at once: whoever looks sees all of it or nothing, whatever dies in between. */
    void put(Path file, ByteBuffer content) throws IOException {
        Path unfinished = unfinished(file);
        try (FileChannel out = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            while (content.hasRemaining()) {
                out.write(content);
            }
            out.force(true);
        } catch (IOException trouble) {
            Files.deleteIfExists(unfinished);
            throw trouble;
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        forceNames();
    }

    /** Lets the names of new and deleted files outlive the machine. */
    void forceNames() throws IOException {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        // The lock ends with the channel.
        lock.close();
    }
}
