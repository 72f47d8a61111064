package io.fairlead.client.role;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the moment on both clocks of this machine. */
interface NodeClock {

    /** Now. */
    Moment now();

    /**
     * The clocks of this machine. The time since boot is read from {@code /proc/uptime}, in steps of 10 ms; where there is
     * no such file, the monotonic clock stands for both.
     */
    static NodeClock ofThisMachine() {
        return new OfThisMachine("/proc/uptime");
    }

    /** Reads the file anew at each question, which takes some microseconds and waits for no disk. */
    final class OfThisMachine implements NodeClock {
        private static final Logger LOG = LoggerFactory.getLogger(NodeClock.class);
        private static final int LONGEST = 64;
        private static final long NANOS_PER_SECOND = 1_000_000_000L;

        private final String uptime;
        private final boolean readable;
        private volatile long ahead;

        /**
         * Clocks whose time since boot is in a file. Whether it is readable is found out once: two kinds of numbers for
         * one clock could not be compared.
         */
        OfThisMachine(String uptime) {
            this.uptime = uptime;
            this.readable = readable();
        }

        private boolean readable() {
            try {
                sinceBoot();
                return true;
            } catch (IOException | NumberFormatException e) {
                LOG.info("the time since boot is not known here: a suspended machine is noticed by its managers only");
                return false;
            }
        }

        @Override
        public Moment now() {
            long nanos = System.nanoTime();
            if (!readable) {
                return new Moment(nanos, nanos);
            }
            try {
                long boot = sinceBoot();
                ahead = boot - nanos;
                return new Moment(nanos, boot);
            } catch (IOException | NumberFormatException e) {
                // A process that has no file handle left for a moment must not lose its role for that.
                return new Moment(nanos, nanos + ahead);
            }
        }

        private long sinceBoot() throws IOException {
            try (FileInputStream file = new FileInputStream(uptime)) {
                byte[] bytes = new byte[LONGEST];
                int read = Math.max(0, file.read(bytes));
                String text = new String(bytes, 0, read, StandardCharsets.US_ASCII);
                int end = text.indexOf(' ');
                return (long) (Double.parseDouble(end < 0 ? text : text.substring(0, end)) * NANOS_PER_SECOND);
            }
        }
    }
}
