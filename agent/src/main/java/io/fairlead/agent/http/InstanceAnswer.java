package io.fairlead.agent.http;

import io.fairlead.load.Metrics;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.Margin;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.SafetyMargin;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What HAProxy's agent-check is told of an instance of a service: its state, and the weight of its margin as percent of what an
 * idle machine has.
 *
 * <p>While it serves it is never below 1 %: HAProxy takes 0 for a drain, and where all machines are overloaded, or no reading is
 * known of any, that would be an outage. Unknown is 1 % as well: it must not win over what is known.
 */
public final class InstanceAnswer {
    private static final int LEAST = 1;

    private InstanceAnswer() {}

    /**
     * The answer, without its end of line.
     *
     * @param state what the instance counts as
     * @param ceilings the ceilings of its machine
     * @param metrics what was measured last; what is not known is absent
     * @param age how old that is
     */
    public static String of(InstanceState state, SafetyMargin ceilings, Metrics metrics, Duration age) {
        return switch (state) {
            case DRAINING -> "drain";
            case MAINTENANCE -> "maint";
            case UP -> up(ceilings, metrics, age);
        };
    }

    private static String up(SafetyMargin ceilings, Metrics metrics, Duration age) {
        if (age.compareTo(PlacementSettings.DEFAULT_SAMPLE_TTL) >= 0) {
            return RoleAnswer.up(LEAST) + " #the newest reading is too old";
        }
        Margin margin = ceilings.of(metrics);
        return margin == null
                ? RoleAnswer.up(LEAST) + " #" + unknown(ceilings, metrics) + " is not known"
                : RoleAnswer.up(percent(margin, idle(ceilings)));
    }

    /** To the nearest whole percent, and of two equally near ones the higher. */
    private static int percent(Margin margin, @Nullable Margin idle) {
        // Ceilings are above 0, so only one below 1 leaves even an idle machine without a weight.
        int whole = idle == null ? 0 : idle.weight();
        return whole == 0 ? LEAST : Math.max(LEAST, (200 * margin.weight() + whole) / (2 * whole));
    }

    private static @Nullable Margin idle(SafetyMargin ceilings) {
        SortedMap<String, Double> nothing = new TreeMap<>();
        ceilings.ceilings().keySet().forEach(metric -> nothing.put(metric, 0.0));
        return ceilings.of(new Metrics(nothing));
    }

    private static String unknown(SafetyMargin ceilings, Metrics metrics) {
        return ceilings.ceilings().keySet().stream()
                .filter(metric -> metrics.value(metric).isEmpty())
                .findFirst()
                .orElse("the load");
    }
}
