package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import io.fairlead.primary.NodeObservation;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One machine of a running world: its load, its process and its sensor, from round to round. */
final class LivingMachine {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    final Machine machine;
    private final RoleCost role;
    private final Noise.Source noise;

    private double promotedAt = NEVER;
    private double demotedAt = NEVER;
    private Condition.Total condition = new Condition.Total();
    private SortedMap<String, Double> metrics = new TreeMap<>();
    private @Nullable Metrics reported;
    private double jitter;
    private double roleNow;
    private int incarnation;
    private int restartsSeen;
    private boolean wasDead;
    private long sequence;
    private Duration upSince = Duration.ZERO;

    LivingMachine(Machine machine, RoleCost role, Noise.Source noise) {
        this.machine = machine;
        this.role = role;
        this.noise = noise;
    }

    /** Lives through one round whose end is given, under the sum of the events' effects. */
    void live(Condition.Total effects, Duration at) {
        condition = effects;
        jitter = noise.next();
        boolean restarted = effects.restarts > restartsSeen || (wasDead && !effects.dead);
        if (restarted) {
            incarnation++;
            sequence = 0;
            upSince = at;
        }
        restartsSeen = effects.restarts;
        wasDead = effects.dead;
        if (effects.dead || restarted) {
            promotedAt = NEVER;
            demotedAt = NEVER;
        }
        double seconds = seconds(at);
        roleNow = 0;
        if (promotedAt != NEVER) {
            roleNow = role.whilePrimary(machine.capacity(), seconds - promotedAt);
        } else if (demotedAt != NEVER) {
            roleNow = role.whileDraining(machine.capacity(), seconds - demotedAt);
        }
        metrics = metrics(roleNow);
    }

    void promote(Duration at) {
        promotedAt = seconds(at);
        demotedAt = NEVER;
    }

    void demote(Duration at) {
        promotedAt = NEVER;
        demotedAt = seconds(at);
    }

    /** Whether it answers and works. */
    boolean isUp() {
        return condition.downFor == null;
    }

    /** When the present process began. */
    Duration upSince() {
        return upSince;
    }

    /** What the machine's metrics really are. */
    SortedMap<String, Double> metrics() {
        return metrics;
    }

    /** What they would be if this machine were the primary and had settled. */
    SortedMap<String, Double> metricsAsPrimary() {
        return metrics(role.points() / machine.capacity());
    }

    /** What the manager sees of the machine. */
    NodeObservation observation(boolean primary) {
        if (!condition.sourceFrozen && isUp()) {
            sequence++;
            reported = new Metrics(shown());
        }
        Duration age = condition.downFor == null ? Duration.ZERO : condition.downFor;
        NodeObservation seen = NodeObservation.fresh("p" + incarnation, sequence, sample())
                .withHeartbeatAge(age)
                .withCapacity(machine.capacity());
        if (condition.sampleLost || !isUp()) {
            seen = seen.withoutSample();
        }
        return primary && role.measured() && isUp() ? seen.withRoleLoad(percent(roleNow)) : seen;
    }

    private Metrics sample() {
        return reported == null ? new Metrics(metrics) : reported;
    }

    private SortedMap<String, Double> shown() {
        SortedMap<String, Double> shown = new TreeMap<>();
        for (Map.Entry<String, Double> metric : metrics.entrySet()) {
            double points = Double.isNaN(condition.fixedReading) ? metric.getValue() : condition.fixedReading;
            shown.put(metric.getKey(), percent(points + condition.readingOffset));
        }
        return shown;
    }

    private SortedMap<String, Double> metrics(double rolePoints) {
        SortedMap<String, Double> now = new TreeMap<>();
        for (Map.Entry<String, Double> metric : machine.base().entrySet()) {
            Double set = condition.metrics.get(metric.getKey());
            double points = metric.getValue() + condition.extraLoad + jitter + rolePoints;
            now.put(metric.getKey(), percent(set == null ? points : set));
        }
        return now;
    }

    private static double percent(double points) {
        return Math.max(0, Math.min(100, points));
    }

    private static double seconds(Duration at) {
        return at.toMillis() / 1000.0;
    }
}
