package io.fairlead.primary;

import io.fairlead.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What being primary costs, as far as the group knows: measured by the primary itself, learned from past changes of
 * primary, or neither. All loads are points on a machine of capacity 1; on a machine of capacity c they weigh
 * {@code points / c}.
 *
 * @param learned what the last changes cost, oldest first, at most 5
 * @param error standard error of the newest lesson, in points
 * @param gains how the last learned values stood to the measured ones, oldest first, at most 5
 * @param measured smoothed measurement, or NaN if there is none
 * @param measuredRound round of the last measurement, or -1
 * @param change the change of primary that is being measured, or null
 */
public record RoleLoad(
        List<Double> learned,
        double error,
        List<Double> gains,
        double measured,
        long measuredRound,
        @Nullable Change change) {

    private static final int REMEMBERED = 5;

    /** Share of the newest measurement: a service's own load jitters more than what it costs. */
    private static final double SMOOTHING = 0.1;

    /** Upper end of a 90 % interval, in standard errors. */
    private static final double NINETY_PERCENT = 1.28;

    private static final RoleLoad UNKNOWN = new RoleLoad(List.of(), 0, List.of(), Double.NaN, -1, null);

    /** Copies the lists. */
    public RoleLoad {
        learned = List.copyOf(learned);
        gains = List.copyOf(gains);
    }

    /**
     * A change of primary whose cost is being measured.
     *
     * @param from the old primary, or null if there was none
     * @param to the new primary
     * @param dueRound the round at whose end both nodes' loads afterwards are known
     * @param fromBefore mean load of the old primary before the change, or NaN if unknown
     * @param toBefore mean load of the new primary before the change, or NaN if unknown
     */
    public record Change(@Nullable NodeId from, NodeId to, long dueRound, double fromBefore, double toBefore) {}

    /** Where the figure in use comes from. */
    public enum Source {
        /** An operator set it. */
        FIXED,
        /** The primary measures its own service. */
        MEASURED,
        /** Past changes of primary taught it. */
        LEARNED,
        /** Nobody knows; it counts as 0. */
        UNKNOWN
    }

    /**
     * The figure in use.
     *
     * @param points what being primary costs on a machine of capacity 1, 0 or more
     * @param margin points that it may well be too low by, 0 or more: the upper end of its 90 % interval
     * @param source where it comes from
     */
    public record Estimate(double points, double margin, Source source) {

        private Estimate(double points, Source source) {
            this(points, 0, source);
        }

        /** What the role weighs on a machine of the given capacity, in points. */
        public double on(double capacity) {
            return points / capacity;
        }

        /** Whether there is a figure at all. */
        public boolean isKnown() {
            return source != Source.UNKNOWN;
        }
    }

    static RoleLoad unknown() {
        return UNKNOWN;
    }

    /** The figure to use in a round; a measurement counts while it is not older than the window. */
    Estimate estimate(PrimarySettings settings, long round) {
        if (!settings.has(Safeguard.ROLE_LOAD)) {
            return new Estimate(0, Source.UNKNOWN);
        }
        if (settings.fixedRoleLoad().isPresent()) {
            return new Estimate(settings.fixedRoleLoad().getAsDouble(), Source.FIXED);
        }
        if (isMeasured(round, settings.averaging().window())) {
            return new Estimate(Math.max(0, measured * gain()), Source.MEASURED);
        }
        if (!learned.isEmpty()) {
            double margin = NINETY_PERCENT * error / Math.sqrt(learned.size());
            return new Estimate(Math.max(0, median(learned)), margin, Source.LEARNED);
        }
        return new Estimate(0, Source.UNKNOWN);
    }

    boolean isMeasured(long round, int window) {
        return measuredRound >= 0 && round - measuredRound < window;
    }

    /** How much more the role costs than its own processes show: the median of what past changes taught. */
    double gain() {
        return gains.isEmpty() ? 1 : Math.max(0.5, Math.min(3, median(gains)));
    }

    RoleLoad withMeasurement(double points, long round) {
        double smoothed = Double.isNaN(measured) ? points : SMOOTHING * points + (1 - SMOOTHING) * measured;
        return new RoleLoad(learned, error, gains, smoothed, round, change);
    }

    RoleLoad with(@Nullable Change other) {
        return new RoleLoad(learned, error, gains, measured, measuredRound, other);
    }

    RoleLoad learn(double points, double standardError) {
        return new RoleLoad(withLast(learned, points), standardError, gains, measured, measuredRound, null);
    }

    RoleLoad learnGain(double ratio) {
        return new RoleLoad(learned, error, withLast(gains, ratio), measured, measuredRound, change);
    }

    private static List<Double> withLast(List<Double> values, double value) {
        List<Double> last = new ArrayList<>(values);
        last.add(value);
        return last.subList(Math.max(0, last.size() - REMEMBERED), last.size());
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(null);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
