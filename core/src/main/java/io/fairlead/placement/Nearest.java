package io.fairlead.placement;

import java.util.Map;
import java.util.SortedMap;

/** The barrel principle: the scarcest resource counts. */
final class Nearest {

    private Nearest() {}

    /** The resource with the least distance; of equal ones the first by name. */
    static String of(SortedMap<String, Double> distances) {
        String nearest = distances.firstKey();
        double least = Double.POSITIVE_INFINITY;
        for (Map.Entry<String, Double> entry : distances.entrySet()) {
            if (entry.getValue() < least) {
                nearest = entry.getKey();
                least = entry.getValue();
            }
        }
        return nearest;
    }
}
