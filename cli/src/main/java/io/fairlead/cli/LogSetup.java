package io.fairlead.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;

/**
 * How the long-running commands log: one line per event on standard output, in UTC, so that standard error stays for
 * the one line that says why a command failed.
 *
 * <p>Found by the logging library itself. In code because reading its XML would make every start slower.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

    /** Names a file that is logged to instead. */
    static final String FILE = "fairlead.log.file";

    private static final String LEVEL_VARIABLE = "FAIRLEAD_LOG_LEVEL";

    private static final String LINE =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level %replace(%msg%replace( %kvp){'^ $', ''}){'[\\x00-\\x1f\\x7f-\\x9f]+', ' '}%n";

    /** For the logging library, which makes it. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(LINE);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = appender();
        appender.setContext(context);
        appender.setName("fairlead");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("io.fairlead").setLevel(Level.toLevel(System.getenv(LEVEL_VARIABLE), Level.INFO));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static OutputStreamAppender<ILoggingEvent> appender() {
        String file = System.getProperty(FILE);
        if (file == null) {
            return new ConsoleAppender<>();
        }
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file);
        return appender;
    }
}
