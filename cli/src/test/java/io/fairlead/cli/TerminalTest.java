package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {

    @TempDir
    Path folder;

    @Test
    void coloursAreForATerminalOnly() {
        assertThat(terminal(true, Map.of()).style()).isEqualTo(Style.ANSI);
        assertThat(terminal(false, Map.of()).style()).isEqualTo(Style.PLAIN);
    }

    @Test
    void whoAsksForNoColoursGetsNone() {
        assertThat(terminal(true, Map.of("NO_COLOR", "1")).style()).isEqualTo(Style.PLAIN);
        assertThat(terminal(true, Map.of("NO_COLOR", "")).style()).isEqualTo(Style.ANSI);
        assertThat(terminal(true, Map.of("TERM", "dumb")).style()).isEqualTo(Style.PLAIN);
    }

    @Test
    void aProcessWithoutATerminalKnowsThatItHasNone() {
        try (Child child = Child.start(folder, "--help")) {
            assertThat(child.awaitEnd()).isZero();
            assertThat(child.out()).contains("Usage: fairlead").doesNotContain("\u001b");
        }
    }

    private static Terminal terminal(boolean isTerminal, Map<String, String> environment) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return new Terminal(nowhere, nowhere, isTerminal, isTerminal, environment);
    }
}
