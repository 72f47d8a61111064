package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.load.Metrics;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one instance reports of itself, every {@link #PERIOD} and at once when its state changes.
 *
 * <p>It carries ages and no times of day: no clock of one machine is compared with another's.
 *
 * @param incarnation the instance's process
 * @param sequence number of the report, 0 or more and growing within an incarnation; one that does not grow says
 *     nothing new
 * @param sampleAge time since the end of the span that was measured, or was tried to be
 * @param uptime time since the process started; of two processes with one id the one that started later counts
 * @param state whether it takes rooms
 * @param metrics what was measured; a reading that failed is absent, never 0
 * @param ceilings the machine's own ceilings, or null for those of its service
 * @param occupancy how large it is, and how many rooms it holds
 */
public record LoadReport(
        Incarnation incarnation,
        long sequence,
        Duration sampleAge,
        Duration uptime,
        InstanceState state,
        Metrics metrics,
        @Nullable SafetyMargin ceilings,
        Occupancy occupancy) {

    /** Time between two reports: the text's 3 s, short beside the seconds that a placed room needs to show as load. */
    public static final Duration PERIOD = Duration.ofSeconds(3);

    /** Far beyond any uptime, and far from where sums of times overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** Checks ranges; refuses naming the key, the value and the range. */
    public LoadReport {
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence is " + sequence + ": use 0 or more");
        }
        checkAge("sample age", sampleAge);
        checkAge("uptime", uptime);
    }

    private static void checkAge(String key, Duration age) {
        if (age.isNegative() || age.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(key + " is " + age + ": use a time of 0 to 36500 days");
        }
    }

    /** A report of what has just been measured, by an instance that takes rooms and uses its service's ceilings. */
    public static LoadReport fresh(Incarnation incarnation, long sequence, Metrics metrics) {
        return new LoadReport(
                incarnation,
                sequence,
                Duration.ZERO,
                Duration.ZERO,
                InstanceState.UP,
                metrics,
                null,
                Occupancy.unknown());
    }

    /** The same in another state. */
    public LoadReport with(InstanceState other) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, other, metrics, ceilings, occupancy);
    }

    /** The same with ceilings of its own. */
    public LoadReport with(SafetyMargin own) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, state, metrics, own, occupancy);
    }

    /** The same with another size or number of rooms. */
    public LoadReport with(Occupancy other) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, state, metrics, ceilings, other);
    }

    /** The same of a sample that is older. */
    public LoadReport withSampleAge(Duration age) {
        return new LoadReport(incarnation, sequence, age, uptime, state, metrics, ceilings, occupancy);
    }

    /** The same by a process that has run for some time. */
    public LoadReport withUptime(Duration since) {
        return new LoadReport(incarnation, sequence, sampleAge, since, state, metrics, ceilings, occupancy);
    }
}
