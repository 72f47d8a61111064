package io.fairlead.load;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The metrics of one node at one moment: percent used per resource, known ones only.
 *
 * <p>A metric that was not measured is absent. Zero means measured and idle.
 *
 * @param values metric name to percent 0..100; a name is 1..64 characters of {@code [a-z0-9_-]} starting with
 *     a letter
 */
public record Metrics(SortedMap<String, Double> values) {

    /** The metric that every valid sample has. */
    public static final String CPU = "cpu";

    /** Used memory over its limit. */
    public static final String MEMORY = "memory";

    /** Busy time or queue depth of the busiest disk. */
    public static final String DISK = "disk";

    /** Throughput over the negotiated link speed. */
    public static final String NETWORK = "network";

    /** Refuses a bad name or a value that is not a number of 0..100, naming it. */
    public Metrics {
        SortedMap<String, Double> copy = new TreeMap<>(values);
        copy.forEach(Metrics::check);
        values = Collections.unmodifiableSortedMap(copy);
    }

    /** A sample in which only the CPU was measured. */
    public static Metrics ofCpu(double percent) {
        TreeMap<String, Double> values = new TreeMap<>();
        values.put(CPU, percent);
        return new Metrics(values);
    }

    /** The value of a metric in percent, or empty if it was not measured. */
    public OptionalDouble value(String metric) {
        Double value = values.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Whether the metric was measured. */
    public boolean has(String metric) {
        return values.containsKey(metric);
    }

    /** Refuses a text that cannot name a metric, saying the rule. */
    public static void checkName(String metric) {
        boolean valid = !metric.isEmpty() && metric.length() <= 64 && isLetter(metric.charAt(0));
        for (int i = 1; valid && i < metric.length(); i++) {
            char c = metric.charAt(i);
            valid = isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
        }
        if (!valid) {
            throw new IllegalArgumentException("metric name \"" + metric
                    + "\" is not usable: use 1..64 characters of [a-z0-9_-], starting with a letter");
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static void check(String metric, double value) {
        checkName(metric);
        if (!(value >= 0 && value <= 100)) {
            throw new IllegalArgumentException(
                    "metric " + metric + " is " + value + ": use a number of percent from 0 to 100");
        }
    }
}
