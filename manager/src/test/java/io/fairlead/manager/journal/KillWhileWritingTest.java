package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.manager.loop.Earlier;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left by a process that is killed (SIGKILL) while it writes as fast as it can. */
final class KillWhileWritingTest {

    @TempDir
    Path folder;

    @Test
    void everythingThatWasPromisedIsFoundInOrderAndAtMostOneRecordIsCutOff() throws Exception {
        Random random = new Random(11);
        long promised = 0;
        for (int kill = 0; kill < 20; kill++) {
            promised = Math.max(promised, writeUntilKilled(1 + random.nextInt(300)));
            try (Logged logged = new Logged(Recovery.class)) {
                Journal journal = Journal.open(folder, BootClock.ofThisMachine());
                Earlier found = journal.handOver();
                journal.abandon();
                // Throws where one is missing in between.
                long last = FastWriter.last(found);
                assertThat(last).as("kill %s", kill).isGreaterThanOrEqualTo(promised);
                assertThat(logged.lines()).hasSizeLessThanOrEqualTo(1).allMatch(line -> line.contains("cut off"));
                promised = last;
            }
        }
        assertThat(promised).isGreaterThan(20 * 3);
    }

    /** The last number that the process promised. */
    private long writeUntilKilled(int lines) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FastWriter.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long promised = 0;
        try (BufferedReader said = process.inputReader(StandardCharsets.US_ASCII)) {
            int read = 0;
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                promised = Math.max(promised, Long.parseLong(line));
                if (++read == lines) {
                    // The process's own handle would close what it has said and is not read yet.
                    process.toHandle().destroyForcibly();
                }
            }
            assertThat(read).isGreaterThanOrEqualTo(lines);
        }
        return promised;
    }
}
