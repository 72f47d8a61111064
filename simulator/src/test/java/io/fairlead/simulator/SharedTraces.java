package io.fairlead.simulator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The recorded traces beside the project; tests that need them are skipped, and say so, where they are absent. */
final class SharedTraces {

    /** Overrides where the traces are. */
    private static final String PROPERTY = "fairlead.traces";

    private SharedTraces() {}

    static List<Path> files() {
        return files(folder());
    }

    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".csv"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        String given = System.getProperty(PROPERTY);
        Path folder = given == null ? root().resolveSibling("shared").resolve("data/traces") : Path.of(given);
        String absent = "SKIPPED: no traces at " + folder.toAbsolutePath() + "; give their folder with -D" + PROPERTY
                + "=FOLDER";
        if (!Files.isDirectory(folder)) {
            System.err.println(absent);
        }
        assumeTrue(Files.isDirectory(folder), absent);
        return folder;
    }

    /** The project's root: the highest folder above here that has a pom. */
    private static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (root.getParent() != null && Files.exists(root.getParent().resolve("pom.xml"))) {
            root = root.getParent();
        }
        return root;
    }
}
