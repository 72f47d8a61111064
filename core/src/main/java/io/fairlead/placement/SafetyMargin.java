package io.fairlead.placement;

import io.fairlead.load.Metrics;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a machine is from the ceilings of its resources, and the weight that follows from it (the method's text,
 * section 2).
 *
 * <p>{@code margin = max(0, min over resources of (ceiling - used))}: the barrel principle, in which the scarcest resource
 * counts. {@code weight = (int) margin^2}: a machine with four times the margin gets sixteen times the rooms, and a machine
 * near a ceiling gets hardly any.
 *
 * <p>A resource that was not measured is unknown, and then so is the margin. It is never taken for unused.
 *
 * @param ceilings metric name to the percent above which it must not go, each above 0 and at most 100
 */
public record SafetyMargin(SortedMap<String, Double> ceilings) {

    /** The text's ceiling of the CPU: above it, answers come late. */
    public static final double CPU_CEILING = 85;

    /** The text's ceiling of memory: it ends suddenly, but does not fluctuate as the CPU does. */
    public static final double MEMORY_CEILING = 90;

    /** Checks names and ranges; refuses naming the key, the value and the range. */
    public SafetyMargin {
        SortedMap<String, Double> copy = new TreeMap<>();
        copy.putAll(ceilings);
        if (copy.isEmpty()) {
            throw new IllegalArgumentException("ceilings is empty: give at least one metric a ceiling");
        }
        copy.forEach((metric, ceiling) -> {
            Metrics.checkName(metric);
            if (!(ceiling > 0 && ceiling <= 100)) {
                throw new IllegalArgumentException(
                        "ceilings." + metric + " is " + ceiling + ": use percent above 0 and at most 100");
            }
        });
        ceilings = Collections.unmodifiableSortedMap(copy);
    }

    /** The text's ceilings: CPU 85, memory 90. */
    public static SafetyMargin standard() {
        SortedMap<String, Double> ceilings = new TreeMap<>();
        ceilings.put(Metrics.CPU, CPU_CEILING);
        ceilings.put(Metrics.MEMORY, MEMORY_CEILING);
        return new SafetyMargin(ceilings);
    }

    /** The same with another ceiling of one resource; a resource without one so far joins. */
    public SafetyMargin with(String metric, double ceiling) {
        SortedMap<String, Double> more = new TreeMap<>();
        more.putAll(ceilings);
        more.put(metric, ceiling);
        return new SafetyMargin(more);
    }

    /** The margin of a machine, or null if a resource that has a ceiling was not measured. */
    public @Nullable Margin of(Metrics metrics) {
        SortedMap<String, Double> distances = new TreeMap<>();
        for (String metric : ceilings.keySet()) {
            OptionalDouble used = metrics.value(metric);
            if (used.isEmpty()) {
                return null;
            }
            distances.put(metric, ceilings.getOrDefault(metric, 0.0) - used.getAsDouble());
        }
        return new Margin(distances);
    }
}
