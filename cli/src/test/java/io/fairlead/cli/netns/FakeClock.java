package io.fairlead.cli.netns;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** A wall clock for one process, set by a file; monotonic clocks stay as they are, since those cannot be set. */
final class FakeClock {

    private FakeClock() {}

    /**
     * What a process has in its environment so that its wall clock is off by what the file says, such as {@code +27}. Ends
     * the test as skipped, and says so, where the library for it is missing.
     */
    static Map<String, String> in(Path offset) throws IOException {
        return Map.of(
                "LD_PRELOAD",
                library().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                offset.toString(),
                // Seconds until the file is looked at again; at each look at the clock it would slow the process down.
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // Else the end of a wait by the monotonic clock is taken for one by the wall clock: each wait of a JVM
                // ends at once, and its threads go round in circles.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }

    private static Path library() throws IOException {
        Optional<Path> found = Optional.empty();
        if (Files.isDirectory(Path.of("/usr/lib"))) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of("/usr/lib"))) {
                for (Path one : folders) {
                    Path library = one.resolve("faketime/libfaketimeMT.so.1");
                    found = Files.exists(library) ? Optional.of(library) : found;
                }
            }
        }
        if (found.isEmpty()) {
            String why = "SKIPPED: clocks that are set need libfaketime (Debian: apt-get install faketime)";
            System.err.println(why);
            Assumptions.abort(why);
        }
        return found.orElseThrow();
    }
}
