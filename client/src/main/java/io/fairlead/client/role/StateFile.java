package io.fairlead.client.role;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One value on the disk: what it is and its version, whose it is, the value, and a checksum, each in a line of its own. It
 * is replaced as a whole: whatever happens meanwhile, the old or the new one is there.
 */
final class StateFile {
    private static final int LARGEST = 1024;

    private final Path path;
    private final String head;

    /**
     * A file that need not be there yet.
     *
     * @param what what its value is
     * @param owner whose value it is
     */
    StateFile(Path path, String what, String owner) {
        this.path = path;
        this.head = "fairlead " + what + ", version 1\n" + owner + "\n";
    }

    Path path() {
        return path;
    }

    /** The value, empty where there is no file; throws {@link IOException} with one line where it is not what was written. */
    Optional<String> read() throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException trouble) {
            throw new IOException(path + ": cannot be read: " + reason(trouble), trouble);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        String found = lines.size() < 2 ? "" : lines.get(0) + "\n" + lines.get(1) + "\n";
        if (lines.size() != 4 || !text(found, lines.get(2)).equals(text)) {
            throw new IOException(path + ": is damaged");
        }
        if (!found.equals(head)) {
            throw new IOException(path + ": found \"" + found.strip().replace("\n", ", ") + "\", expected \""
                    + head.strip().replace("\n", ", ") + "\"");
        }
        return Optional.of(lines.get(2));
    }

    /** Replaces the value; when this returns, it outlives the machine. */
    void write(String value) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.deleteIfExists(next);
            try (FileChannel out = FileChannel.open(
                    next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                ByteBuffer bytes = ByteBuffer.wrap(text(head, value).getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            }
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel names = FileChannel.open(path.resolveSibling(""), StandardOpenOption.READ)) {
                names.force(true);
            }
        } catch (IOException trouble) {
            throw new IOException(path + ": cannot be written: " + reason(trouble), trouble);
        }
    }

    /** Why, without the name of the file, which the message has already. */
    static String reason(IOException trouble) {
        String reason = trouble instanceof FileSystemException file ? file.getReason() : trouble.getMessage();
        return reason == null ? trouble.getClass().getSimpleName() : reason;
    }

    private static String text(String head, String value) {
        String checked = head + value + "\n";
        CRC32C sum = new CRC32C();
        sum.update(checked.getBytes(StandardCharsets.UTF_8));
        return checked
                + String.format(Locale.ROOT, "crc32c %08x%n", sum.getValue()).replace("\r", "");
    }
}
