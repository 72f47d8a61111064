package io.fairlead.client.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The only access to files of this package: small text files below a root, {@code /} in production.
 *
 * <p>A file that is not there and a file that cannot be read are two things. Absence can mean "this kernel has no such
 * limit"; a failure never does.
 */
final class SystemFiles {
    /** {@code /proc/stat} and {@code mountinfo} of the largest machines stay below this. */
    private static final int LARGEST = 4 << 20;

    /** What tells where to read, and not what. */
    private static final String OWN = "/proc/self/";

    private final Path root;
    private final Set<String> read = new LinkedHashSet<>();

    SystemFiles(Path root) {
        this.root = root;
    }

    /** The text of a file that must be there. */
    String text(String path) throws Unmeasured {
        Optional<String> text = textIfPresent(path);
        if (text.isEmpty()) {
            throw new Unmeasured(path + " is missing");
        }
        return text.get();
    }

    /** The text of a file, or empty where there is no such file. */
    Optional<String> textIfPresent(String path) throws Unmeasured {
        try (InputStream in = Files.newInputStream(root.resolve(path.substring(1)))) {
            if (!path.startsWith(OWN)) {
                read.add(path);
            }
            return Optional.of(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new Unmeasured(path + " cannot be read: " + reasonOf(e));
        }
    }

    /** The one number that a file consists of. */
    long number(String path) throws Unmeasured {
        return Numbers.count(text(path).strip(), path);
    }

    /** The files that were read since this was asked last, in the order of reading. */
    List<String> takeRead() {
        List<String> taken = List.copyOf(read);
        read.clear();
        return taken;
    }

    boolean exists(String path) {
        return Files.exists(root.resolve(path.substring(1)));
    }

    /** The names in a folder, sorted. */
    List<String> names(String path) throws Unmeasured {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(path.substring(1)))) {
            for (Path entry : entries) {
                names.add(String.valueOf(entry.getFileName()));
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new Unmeasured(path + " is missing");
        } catch (IOException e) {
            throw new Unmeasured(path + " cannot be read: " + reasonOf(e));
        }
        Collections.sort(names);
        return names;
    }

    /** The system's own words, without the path of this machine that the exception carries. */
    private static String reasonOf(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "access denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
