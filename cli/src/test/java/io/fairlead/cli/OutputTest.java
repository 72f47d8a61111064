package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutputTest {

    @Test
    void whatIsLostIsRememberedAlthoughNobodyAsked() {
        Output out = new Output(failing("No space left on device"));
        PrintWriter writer = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
        writer.println("a result");
        assertThat(out.loss()).contains("standard output cannot be written: No space left on device");
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoLoss() {
        Output out = new Output(failing("Broken pipe"));
        new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true).println("a result");
        assertThat(out.loss()).isEmpty();
    }

    @Test
    void aResultThatDoesNotFitOnTheDeviceIsAFailure() throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "a device that is always full");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.fairlead.cli.Main",
                        "--version"))
                .redirectOutput(full.toFile())
                .start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(err)
                .startsWith("fairlead: standard output cannot be written: ")
                .hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(1);
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }
}
