package io.fairlead.simulator.rooms;

import java.util.List;
import java.util.function.Predicate;

/** What is measured of a run; a span is in seconds of the run, and of a machine means of its name. */
public final class RoomMeasures {

    /** The part of the others' load from which a machine that joined carries its share. */
    public static final double FAIR = 0.8;

    private static final double HOUR_S = 3600;

    private final RoomOutcome outcome;

    /** The measures of one run. */
    public RoomMeasures(RoomOutcome outcome) {
        this.outcome = outcome;
    }

    /** Percent of the time that rooms lived, in which they were on machines above a load. */
    public double overloaded(double above) {
        double over = 0;
        double all = 0;
        for (RoomSample sample : outcome.samples()) {
            for (int i = 0; i < sample.load().length; i++) {
                all += sample.rooms()[i];
                over += sample.load()[i] > above ? sample.rooms()[i] : 0;
            }
        }
        return all == 0 ? Double.NaN : 100 * over / all;
    }

    /** Points above a load times seconds, per machine and hour. */
    public double area(double above) {
        double area = 0;
        double seconds = 0;
        for (RoomSample sample : outcome.samples()) {
            for (double load : sample.load()) {
                if (!Double.isNaN(load)) {
                    area += Math.max(0, load - above);
                    seconds++;
                }
            }
        }
        return seconds == 0 ? Double.NaN : area / seconds * HOUR_S;
    }

    /** The load of the busiest machine over the mean of all, in the mean of the run. */
    public double maxOverMean() {
        double sum = 0;
        for (RoomSample sample : outcome.samples()) {
            double most = 0;
            double all = 0;
            int up = 0;
            for (double load : sample.load()) {
                if (!Double.isNaN(load)) {
                    most = Math.max(most, load);
                    all += load;
                    up++;
                }
            }
            sum += most / (all / up);
        }
        return sum / outcome.samples().size();
    }

    /** The mean load of the machines that pass a test. */
    public double mean(Predicate<RoomNode> which) {
        double sum = 0;
        long count = 0;
        for (RoomSample sample : outcome.samples()) {
            for (int i = 0; i < sample.load().length; i++) {
                if (which.test(outcome.nodes().get(i)) && !Double.isNaN(sample.load()[i])) {
                    sum += sample.load()[i];
                    count++;
                }
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    /** The measures of a part of the run: from a second on, to another. */
    public RoomMeasures within(double fromS, double toS) {
        List<RoomSample> part = outcome.samples().stream()
                .filter(sample -> sample.atS() >= fromS && sample.atS() < toS)
                .toList();
        return new RoomMeasures(new RoomOutcome(outcome.nodes(), part, outcome.tallies()));
    }

    /** The highest load of a machine. */
    public double peak(String node) {
        int column = column(node);
        double peak = 0;
        for (RoomSample sample : outcome.samples()) {
            double load = sample.load()[column];
            peak = Double.isNaN(load) ? peak : Math.max(peak, load);
        }
        return peak;
    }

    /** Percent of the placements that went to a machine. */
    public double shareOfPlacements(String node) {
        List<RoomSample> samples = outcome.samples();
        RoomSample first = samples.get(0);
        RoomSample last = samples.get(samples.size() - 1);
        long all = 0;
        for (int i = 0; i < first.placed().length; i++) {
            all += last.placed()[i] - first.placed()[i];
        }
        int column = column(node);
        return all == 0 ? Double.NaN : 100.0 * (last.placed()[column] - first.placed()[column]) / all;
    }

    /** How many times its fair share of the placements, which is that of the cores, a machine got. */
    public double timesFairShare(String node) {
        RoomSample last = outcome.samples().get(outcome.samples().size() - 1);
        double cores = 0;
        for (int i = 0; i < last.load().length; i++) {
            cores += Double.isNaN(last.load()[i]) ? 0 : outcome.nodes().get(i).cores();
        }
        double fair = 100 * outcome.nodes().get(column(node)).cores() / cores;
        return shareOfPlacements(node) / fair;
    }

    /**
     * The seconds until a machine carries its fair share for the first time: {@link #FAIR} of the load per core of all others;
     * as long as the measured time if it never does.
     */
    public double secondsUntilFair(String node) {
        int column = column(node);
        double begin = outcome.samples().get(0).atS();
        for (RoomSample sample : outcome.samples()) {
            double wanted = 0;
            double cores = 0;
            for (int i = 0; i < sample.load().length; i++) {
                if (i != column && !Double.isNaN(sample.load()[i])) {
                    wanted += sample.load()[i] * outcome.nodes().get(i).cores();
                    cores += outcome.nodes().get(i).cores();
                }
            }
            if (sample.load()[column] >= FAIR * wanted / cores) {
                return sample.atS() - begin;
            }
        }
        return outcome.samples().size();
    }

    /** How many rooms were placed on a machine. */
    public double placements(String node) {
        int column = column(node);
        long[] first = outcome.samples().get(0).placed();
        long[] last = outcome.samples().get(outcome.samples().size() - 1).placed();
        return last[column] - first[column];
    }

    private int column(String node) {
        for (int i = 0; i < outcome.nodes().size(); i++) {
            if (outcome.nodes().get(i).name().equals(node)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no machine " + node);
    }
}
