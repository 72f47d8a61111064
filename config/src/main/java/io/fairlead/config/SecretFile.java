package io.fairlead.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A file that holds secrets: it is read only where its owner alone can read and change it. */
public final class SecretFile {
    private static final int LARGEST = 1 << 20;

    /** Who may read it knows the secrets; who may change it can put in a secret of his own. */
    private static final Set<PosixFilePermission> TOO_MUCH = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private SecretFile() {}

    /**
     * Its lines. Throws {@link IOException} whose message is one line that names the file and what would be right. Where the
     * system knows no such permissions, they are not looked at.
     */
    public static List<String> lines(Path file) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                throw new IOException(file + ": is a folder, expected a file");
            }
            checkPermissions(file);
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(LARGEST + 1);
                if (bytes.length > LARGEST) {
                    throw new IOException(file + ": is larger than 1 MiB, which no file of secrets is");
                }
                return new String(bytes, StandardCharsets.UTF_8).lines().toList();
            }
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + ": may not be read by this process", e);
        }
    }

    private static void checkPermissions(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
        if (found.stream().anyMatch(TOO_MUCH::contains)) {
            throw new IOException(file + ": its mode is " + PosixFilePermissions.toString(found)
                    + ", so others can read or change the secrets in it: chmod 600 " + file);
        }
    }
}
