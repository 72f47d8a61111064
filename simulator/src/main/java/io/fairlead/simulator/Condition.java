package io.fairlead.simulator;

import java.time.Duration;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the events do to one machine in one round: its true load on one side, what is reported of it on the other.
 *
 * <p>Made anew every round; an {@link Effect} changes it.
 */
public final class Condition {

    private final Duration sinceStart;
    private final long roundsSinceStart;
    private final SplittableRandom random;
    private final Total total;

    /** The sum of all effects of one machine and round. */
    static final class Total {
        double extraLoad;
        final SortedMap<String, Double> metrics = new TreeMap<>();
        double readingOffset;
        double fixedReading = Double.NaN;
        boolean sampleLost;
        boolean sourceFrozen;
        /** For how long the machine has been silent; null while it is up. */
        @Nullable Duration downFor;

        boolean dead;
        int restarts;
    }

    Condition(Duration sinceStart, long roundsSinceStart, SplittableRandom random, Total total) {
        this.sinceStart = sinceStart;
        this.roundsSinceStart = roundsSinceStart;
        this.random = random;
        this.total = total;
    }

    /** Time since the event began. */
    public Duration sinceStart() {
        return sinceStart;
    }

    /** Rounds since the event began, 0 in its first. */
    public long roundsSinceStart() {
        return roundsSinceStart;
    }

    /** The event's own source of randomness. */
    public SplittableRandom random() {
        return random;
    }

    /** The machine is really busier by some points, or less busy by negative ones. */
    public void addLoad(double points) {
        total.extraLoad += points;
    }

    /** One metric really is at some percent, whatever else adds to the machine's load. */
    public void setMetric(String metric, double percent) {
        total.metrics.put(metric, percent);
    }

    /** The machine has been unreachable for some time: no heartbeat, no sample. */
    public void unreachable(Duration since) {
        total.downFor = since;
    }

    /** The machine's process has been dead for some time; when it comes back it is another process. */
    public void dead(Duration since) {
        total.downFor = since;
        total.dead = true;
    }

    /** The machine has been restarted so many times since the event began. */
    public void restarted(int times) {
        total.restarts += times;
    }

    /** This round's sample is lost; the heartbeat is not. */
    public void loseSample() {
        total.sampleLost = true;
    }

    /** The sample is the last one over again, with its old number. */
    public void freezeSource() {
        total.sourceFrozen = true;
    }

    /** The sensor shows some points more, or less, than there are. */
    public void shiftReading(double points) {
        total.readingOffset += points;
    }

    /** The sensor shows a fixed number of points. */
    public void fixReading(double points) {
        total.fixedReading = points;
    }
}
