package io.fairlead.placement;

import io.fairlead.load.Metrics;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far one machine is from its ceilings.
 *
 * @param distances metric name to {@code ceiling - used} in points, -100 to 100; negative above the ceiling
 */
public record Margin(SortedMap<String, Double> distances) {

    /** Checks names and ranges; refuses naming the key, the value and the range. */
    public Margin {
        SortedMap<String, Double> copy = new TreeMap<>();
        copy.putAll(distances);
        if (copy.isEmpty()) {
            throw new IllegalArgumentException("a margin needs at least one resource");
        }
        copy.forEach((metric, distance) -> {
            Metrics.checkName(metric);
            if (!(distance >= -100 && distance <= 100)) {
                throw new IllegalArgumentException(
                        "distance of " + metric + " is " + distance + ": use points from -100 to 100");
            }
        });
        distances = Collections.unmodifiableSortedMap(copy);
    }

    /** The resource that is nearest to its ceiling; of equally near ones the first by name. */
    public String binding() {
        return Nearest.of(distances);
    }

    /** The margin: the distance of the binding resource, 0 where a ceiling is reached or passed. */
    public double points() {
        return Math.max(0, distances.getOrDefault(binding(), 0.0));
    }

    /**
     * The weight in the draw: the margin squared and cut to a whole number, 0 to 10000. A margin below 1 has no weight.
     *
     * <p>The square is a product, which every JVM rounds alike.
     */
    public int weight() {
        double points = points();
        return (int) (points * points);
    }
}
