package io.fairlead.agent.keeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The time since this machine was booted, its sleep included; one clock for all its processes. */
final class Uptime {
    private static final Path FILE = Path.of("/proc/uptime");

    private Uptime() {}

    /** In milliseconds; empty where the system does not tell it. */
    static OptionalLong millis() {
        try {
            String text = Files.readString(FILE);
            return OptionalLong.of(Math.round(Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1000));
        } catch (IOException | NumberFormatException | StringIndexOutOfBoundsException e) {
            // Another system, or a container without /proc: the monotonic clock is all there is.
            return OptionalLong.empty();
        }
    }
}
