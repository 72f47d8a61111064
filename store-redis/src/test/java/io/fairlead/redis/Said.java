package io.fairlead.redis;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the store says in the log while a test listens. */
final class Said implements AutoCloseable {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RedisStore.class);

    Said() {
        lines.start();
        logger.addAppender(lines);
    }

    /** Lines of a warning that contain a text. */
    List<String> warnings(String text) {
        synchronized (lines) {
            return List.copyOf(lines.list).stream()
                    .filter(event -> event.getLevel() == Level.WARN)
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains(text))
                    .toList();
        }
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
    }
}
