package io.fairlead.cli.examples;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Runs programs that are not this one, from the source tree. */
final class Shell {
    /** The root of the source tree. */
    static final Path ROOT = root();

    private Shell() {}

    /** What came of a program: its exit code, and what it wrote to either stream. */
    record Said(int code, String text) {}

    /** Runs a program to its end; what it writes goes through a file in the folder. */
    static Said run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path said = Files.createTempFile(folder, "said", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(said.toFile());
            builder.environment().putAll(environment);
            return new Said(builder.start().waitFor(), Files.readString(said, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the test as skipped, and says so, where a program is missing. */
    static void need(String... programs) {
        for (String program : programs) {
            boolean found = List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
            if (!found) {
                skip("there is no " + program);
            }
        }
    }

    /** Ends the test as skipped, and says why. */
    static void skip(String why) {
        System.err.println("SKIPPED: " + why);
        Assumptions.abort("SKIPPED: " + why);
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("examples"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "no examples in or above " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }
}
