package io.fairlead.simulator.rooms;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One number that a run is judged by.
 *
 * @param name what it is, with its unit
 * @param middle whether the median speaks for several runs, as of times that are sometimes very long, and not the mean
 * @param of how it comes from what came out
 */
public record RoomFigure(String name, boolean middle, ToDoubleFunction<RoomOutcome> of) {

    /** A load above which a machine is overloaded: the CPU's ceiling. */
    public static final double OVERLOADED = 85;

    /** A load above which it counts how far: where a world offers more than the ceiling, being above that is no news. */
    public static final double FAR_ABOVE = 90;

    /** Percent of the time that rooms lived in which they were on machines above the ceiling. */
    static RoomFigure overloaded() {
        return measured("room time on overloaded machines, %", measures -> measures.overloaded(OVERLOADED));
    }

    /** Points above {@link #FAR_ABOVE} times seconds. */
    static RoomFigure area() {
        return measured("points x s above 90 per machine and hour", measures -> measures.area(FAR_ABOVE));
    }

    static RoomFigure measured(String name, ToDoubleFunction<RoomMeasures> of) {
        return new RoomFigure(name, false, outcome -> of.applyAsDouble(new RoomMeasures(outcome)));
    }

    static RoomFigure counted(String name, ToDoubleFunction<RoomTallies> of) {
        return new RoomFigure(name, false, outcome -> of.applyAsDouble(outcome.tallies()));
    }

    /** The same, for several runs as their median. */
    RoomFigure asMedian() {
        return new RoomFigure(name, true, of);
    }

    /** What it is of several runs: their mean, or their median. */
    public double over(List<RoomOutcome> outcomes) {
        double[] values = outcomes.stream().mapToDouble(of).sorted().toArray();
        if (!middle) {
            return Arrays.stream(values).average().orElse(Double.NaN);
        }
        int half = values.length / 2;
        return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
}
