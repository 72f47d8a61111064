package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
 * @param capacity the cores that it may use, above 0; empty if that is not known
 * @param rooms the rooms that live on it, 0 or more; empty if it does not count them
 */
public record LoadReport(
        Incarnation incarnation,
        long sequence,
        Duration sampleAge,
        Duration uptime,
        InstanceState state,
        Metrics metrics,
        @Nullable SafetyMargin ceilings,
        OptionalDouble capacity,
        OptionalLong rooms) {

    /** Time between two reports: the text's 3 s, short beside the seconds that a placed room needs to show as load. */
    public static final Duration PERIOD = Duration.ofSeconds(3);

    private static final double MOST_CORES = 1_000_000;

    /** Far beyond any uptime, and far from where sums of times overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** Checks ranges; refuses naming the key, the value and the range. */
    public LoadReport {
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence is " + sequence + ": use 0 or more");
        }
        checkAge("sample age", sampleAge);
        checkAge("uptime", uptime);
        if (capacity.isPresent() && !(capacity.getAsDouble() > 0 && capacity.getAsDouble() <= MOST_CORES)) {
            throw new IllegalArgumentException(
                    "capacity is " + capacity.getAsDouble() + ": use cores above 0 and at most " + (long) MOST_CORES);
        }
        if (rooms.isPresent() && rooms.getAsLong() < 0) {
            throw new IllegalArgumentException("rooms is " + rooms.getAsLong() + ": use 0 or more");
        }
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
                OptionalDouble.empty(),
                OptionalLong.empty());
    }

    /** The same in another state. */
    public LoadReport with(InstanceState other) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, other, metrics, ceilings, capacity, rooms);
    }

    /** The same with ceilings of its own. */
    public LoadReport with(SafetyMargin own) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, state, metrics, own, capacity, rooms);
    }

    /** The same with what it can use and what it holds, each empty if that is not known. */
    public LoadReport with(OptionalDouble cores, OptionalLong held) {
        return new LoadReport(incarnation, sequence, sampleAge, uptime, state, metrics, ceilings, cores, held);
    }

    /** The same of a sample that is older. */
    public LoadReport withSampleAge(Duration age) {
        return new LoadReport(incarnation, sequence, age, uptime, state, metrics, ceilings, capacity, rooms);
    }

    /** The same by a process that has run for some time. */
    public LoadReport withUptime(Duration since) {
        return new LoadReport(incarnation, sequence, sampleAge, since, state, metrics, ceilings, capacity, rooms);
    }
}
