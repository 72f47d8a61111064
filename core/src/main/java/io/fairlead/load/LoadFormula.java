package io.fairlead.load;

import io.fairlead.NodeId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the metrics of a node become its load: a weighted mean plus a term for the worst bottleneck.
 *
 * <p>{@code load = min(100, sum(weight x metric) / sum(weight) + bottleneck x worst)}, where {@code worst} is the
 * largest way of any weighted metric from its knee to 100, scaled to 0..100. Without the bottleneck term a
 * resource of small weight can be exhausted and hardly move the load.
 *
 * <p>Unknown is never attractive: a metric that no node knows this round drops out and the weights of the others
 * make up for it; a metric that one node does not know counts there as the highest value that any peer has.
 *
 * @param weights metric name to relative weight, each above 0 and at most 1000
 * @param bottleneck share of the bottleneck term, 0 (off) to 1
 * @param knee percent at which a resource starts to be a bottleneck, at least 0 and below 100
 * @param knees metric name to a knee of its own
 */
public record LoadFormula(
        SortedMap<String, Double> weights, double bottleneck, double knee, SortedMap<String, Double> knees) {

    /** Checks names and ranges; refuses naming the key, the value and the range. */
    public LoadFormula {
        weights = copy(weights);
        knees = copy(knees);
        if (weights.isEmpty()) {
            throw new IllegalArgumentException("weights is empty: give at least one metric a weight");
        }
        weights.forEach((metric, weight) -> {
            Metrics.checkName(metric);
            if (!(weight > 0 && weight <= 1000)) {
                throw new IllegalArgumentException(
                        "weights." + metric + " is " + weight + ": use a number above 0 and at most 1000");
            }
        });
        if (!(bottleneck >= 0 && bottleneck <= 1)) {
            throw new IllegalArgumentException("bottleneck is " + bottleneck + ": use a number from 0 to 1");
        }
        checkKnee("knee", knee);
        knees.forEach((metric, value) -> {
            Metrics.checkName(metric);
            checkKnee("knees." + metric, value);
        });
    }

    /** CPU 0.4, memory 0.3, disk 0.2, network 0.1, without the bottleneck term. */
    public static LoadFormula weightedSum() {
        return new LoadFormula(defaultWeights(), 0, 85, defaultKnees());
    }

    /** CPU 0.4, memory 0.3, disk 0.2, network 0.1, and half the worst bottleneck above 85 (memory 95) percent. */
    public static LoadFormula withBottleneck() {
        return new LoadFormula(defaultWeights(), 0.5, 85, defaultKnees());
    }

    /**
     * The load of every node that delivered a valid sample. A sample without CPU is no sample, unless CPU has no weight
     * and a metric that has one is known.
     *
     * @param samples what the nodes of one group measured in one round
     * @return the nodes whose sample is valid, in the order of their ids
     */
    public SortedMap<NodeId, Load> loads(SortedMap<NodeId, Metrics> samples) {
        SortedMap<NodeId, Metrics> valid = new TreeMap<>();
        samples.forEach((node, metrics) -> {
            if (isSample(metrics)) {
                valid.put(node, metrics);
            }
        });
        SortedMap<String, Double> highest = highestKnown(valid);
        SortedMap<NodeId, Load> loads = new TreeMap<>();
        valid.forEach((node, metrics) -> loads.put(node, load(metrics, highest)));
        return loads;
    }

    private boolean isSample(Metrics metrics) {
        return metrics.has(Metrics.CPU)
                || (!weights.containsKey(Metrics.CPU)
                        && weights.keySet().stream().anyMatch(metrics::has));
    }

    private SortedMap<String, Double> highestKnown(SortedMap<NodeId, Metrics> samples) {
        SortedMap<String, Double> highest = new TreeMap<>();
        for (Metrics metrics : samples.values()) {
            metrics.values().forEach((metric, value) -> highest.merge(metric, value, Math::max));
        }
        return highest;
    }

    private Load load(Metrics metrics, SortedMap<String, Double> highest) {
        double sum = 0;
        double totalWeight = 0;
        double worst = 0;
        boolean partial = false;
        for (Map.Entry<String, Double> weighted : weights.entrySet()) {
            String metric = weighted.getKey();
            Double highestOfAll = highest.get(metric);
            if (highestOfAll == null) {
                continue;
            }
            Double known = metrics.values().get(metric);
            double value = known == null ? highestOfAll : known;
            partial |= known == null;
            sum += weighted.getValue() * value;
            totalWeight += weighted.getValue();
            worst = Math.max(worst, beyondKnee(metric, value));
        }
        if (totalWeight == 0) {
            // None of the weighted metrics is known anywhere: CPU is, and stands for all.
            return new Load(metrics.value(Metrics.CPU).orElseThrow(), true);
        }
        return new Load(Math.min(100, sum / totalWeight + bottleneck * worst), partial);
    }

    private double beyondKnee(String metric, double value) {
        double from = knees.getOrDefault(metric, knee);
        return Math.max(0, (value - from) / (100 - from) * 100);
    }

    private static SortedMap<String, Double> defaultWeights() {
        TreeMap<String, Double> weights = new TreeMap<>();
        weights.put(Metrics.CPU, 0.4);
        weights.put(Metrics.MEMORY, 0.3);
        weights.put(Metrics.DISK, 0.2);
        weights.put(Metrics.NETWORK, 0.1);
        return weights;
    }

    /** Memory is often above 90 % in good health, because it is used as a cache. */
    private static SortedMap<String, Double> defaultKnees() {
        TreeMap<String, Double> knees = new TreeMap<>();
        knees.put(Metrics.MEMORY, 95.0);
        return knees;
    }

    private static SortedMap<String, Double> copy(SortedMap<String, Double> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    private static void checkKnee(String key, double value) {
        if (!(value >= 0 && value < 100)) {
            throw new IllegalArgumentException(key + " is " + value + ": use percent from 0 to below 100");
        }
    }
}
