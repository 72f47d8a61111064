package io.fairlead.manager;

import io.fairlead.config.Settings;
import io.fairlead.load.Averaging;
import io.fairlead.load.LoadFormula;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads how the metrics of a group become loads and averages. */
final class LoadConfig {

    private LoadConfig() {}

    static LoadFormula formula(Settings section, LoadFormula standard) {
        SortedMap<String, Double> weights = new TreeMap<>();
        section.section("weights").ifPresent(named -> {
            for (String metric : named.keys()) {
                weights.put(metric, named.number(metric).orElseThrow(() -> named.refused(metric, "a number")));
            }
        });
        SortedMap<String, Double> chosen = weights.isEmpty() ? standard.weights() : weights;
        double bottleneck = section.number("bottleneck").orElse(standard.bottleneck());
        return section.build(() -> new LoadFormula(chosen, bottleneck, standard.knee(), standard.knees()));
    }

    /** Averages with another window keep their profile's kind of weight, unless a weight is given too. */
    static Averaging averaging(Settings section, Averaging standard) {
        int window = LoadConfig.rounds(section.integer("window"), standard.window());
        return section.build(() -> {
            Averaging sized =
                    standard.meanWhileObserving() ? Averaging.windowLong(window) : Averaging.fixedWeight(window);
            OptionalDouble weight = section.number("weight");
            return new Averaging(
                    window, weight.orElse(sized.weight()), sized.clampPoints(), sized.meanWhileObserving());
        });
    }

    /** A number of rounds; one that does not fit is left to the record that refuses it. */
    static int rounds(OptionalLong given, int otherwise) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, given.orElse(otherwise)));
    }
}
