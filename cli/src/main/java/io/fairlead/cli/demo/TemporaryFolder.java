package io.fairlead.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A folder that is gone with everything in it when it is closed.
 *
 * @param path where it is
 */
record TemporaryFolder(Path path) implements AutoCloseable {

    static TemporaryFolder make() throws Demo.Failed {
        try {
            return new TemporaryFolder(Files.createTempDirectory("fairlead-demo-"));
        } catch (IOException e) {
            throw new Demo.Failed("no folder for temporary files can be made: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws Demo.Failed {
        try (var files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new Demo.Failed("the folder " + path + " cannot be deleted: " + e.getMessage(), e);
        }
    }
}
