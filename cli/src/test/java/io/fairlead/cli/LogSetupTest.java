package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSetupTest {

    @Test
    void anEventIsOneLineThatCommandsNoTerminal(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("test.log");
        System.setProperty(LogSetup.FILE, file.toString());
        LoggerContext context = new LoggerContext();
        try {
            LogSetup setup = new LogSetup();
            setup.setContext(context);
            setup.configure(context);
            context.setMDCAdapter(new LogbackMDCAdapter());
            context.getLogger("io.fairlead.Some")
                    .atInfo()
                    .addKeyValue("why", "c\u001b[2J\u009bd")
                    .log("a\r\nb {}", "it");
        } finally {
            context.stop();
            System.clearProperty(LogSetup.FILE);
        }
        assertThat(Files.readString(file))
                .hasLineCount(1)
                .contains("INFO  a b it why=\"c [2J d\"")
                .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]");
    }
}
