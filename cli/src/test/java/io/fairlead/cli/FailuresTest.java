package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void anErrorIsOneLineWhateverIsInIt() {
        assertThat(Failures.oneLine(" a\nb\r\n\tc\u001b[31md\u2028e ")).isEqualTo("a b   c [31md e");
    }

    @Test
    void tooLittleMemoryIsNoBug() {
        assertThat(Failures.words(new OutOfMemoryError("test")))
                .startsWith("this needs more than the ")
                .endsWith(" MB of memory that this process may use: give it more, such as FAIRLEAD_JAVA_OPTS=-Xmx4g");
    }

    @Test
    void anEndlessErrorIsCut() {
        assertThat(Failures.oneLine("x".repeat(10_000))).hasSize(604).endsWith("x ...");
    }

    @Test
    void theDetailsOfABugAreInAFileThatTheLineNames() throws IOException {
        String line = Failures.keep(new IllegalStateException("test\nbug"));
        assertThat(line).startsWith("a bug in fairlead: java.lang.IllegalStateException: test");
        Path file = Path.of(line.substring(line.indexOf("(details in ") + 12, line.length() - 1));
        assertThat(Files.readString(file)).contains("\tat io.fairlead.cli.FailuresTest");
        Files.delete(file);
    }
}
