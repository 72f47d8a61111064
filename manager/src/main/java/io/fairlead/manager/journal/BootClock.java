package io.fairlead.manager.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A clock that goes on between two processes: time since the machine started, which nobody can set. Only across a
 * restart of the machine the wall clock has to do.
 */
public interface BootClock {

    /** Names this run of the machine; empty where it cannot be told from others. */
    String boot();

    /** Time since the machine started, time asleep included where the system tells. */
    Duration uptime();

    /** Wall time in ms since 1970. */
    long wallMillis();

    /** The clock of this machine. */
    static BootClock ofThisMachine() {
        return MachineClock.read(Path.of("/proc"));
    }

    /** What the clock shows now. */
    default Stamp stamp() {
        return new Stamp(uptime(), wallMillis());
    }

    /**
     * What a clock showed.
     *
     * @param uptime time since the machine started
     * @param wallMillis wall time in ms since 1970
     */
    record Stamp(Duration uptime, long wallMillis) {}

    /**
     * Time from one stamp to a later one of now, 0 or more. In the same run of the machine it is exact. After a restart of the machine
     * it is what the wall clock says, and at least the time since that restart.
     */
    default Duration between(Stamp stamp, String bootOfStamp, Stamp now) {
        Duration uptime = now.uptime();
        boolean sameRun = !boot().isEmpty() && boot().equals(bootOfStamp);
        if (sameRun && uptime.compareTo(stamp.uptime()) >= 0) {
            return uptime.minus(stamp.uptime());
        }
        Duration wall = Duration.ofMillis(now.wallMillis() - stamp.wallMillis());
        return sameRun || wall.compareTo(uptime) < 0 ? uptime : wall;
    }

    /** The clock of a Linux machine; elsewhere every process counts as a run of its own. */
    final class MachineClock implements BootClock {

        private final String boot;
        private final Duration uptimeAtStart;
        private final long startedAt = System.nanoTime();

        private MachineClock(String boot, Duration uptimeAtStart) {
            this.boot = boot;
            this.uptimeAtStart = uptimeAtStart;
        }

        static MachineClock read(Path proc) {
            try {
                String boot = text(proc.resolve("sys/kernel/random/boot_id"));
                String seconds = text(proc.resolve("uptime")).split(" ", 2)[0];
                long millis = Math.round(Double.parseDouble(seconds) * 1000);
                return new MachineClock(boot, Duration.ofMillis(Math.max(0, millis)));
            } catch (IOException | NumberFormatException unknown) {
                return new MachineClock("", Duration.ZERO);
            }
        }

        private static String text(Path file) throws IOException {
            return Files.readString(file, StandardCharsets.US_ASCII).strip();
        }

        @Override
        public String boot() {
            return boot;
        }

        @Override
        public Duration uptime() {
            return uptimeAtStart.plusNanos(System.nanoTime() - startedAt);
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }
}
