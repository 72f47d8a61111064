package io.fairlead.simulator.rooms;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A machine of the run: its rooms, what they cost it, and what it says of itself. */
final class Host {

    private static final double COLD = 0.35;
    private static final double WARM_UP_S = 60;
    private static final double TTL_S = PlacementSettings.DEFAULT_SAMPLE_TTL.toMillis() / 1000.0;
    private static final double YOUNG_S = 30;
    private static final double GB = 1 << 30;

    final RoomNode node;
    final Instance instance;
    final Owner owner;
    final Set<Stay> stays = new LinkedHashSet<>();

    /** Whether claims could not be renewed or made, since the store was away. */
    boolean missedRenewal;

    boolean up;
    boolean silent;
    InstanceState state = InstanceState.UP;

    /** When the store last took a report of it. */
    double heardAtS;

    /** Since when the store has known that it takes no rooms. */
    double closedSinceS = Double.POSITIVE_INFINITY;

    /** How many rooms were placed here. */
    long placed;

    private final double baseCpu;
    private final double baseMemory;
    private final Jitter.Source jitter;
    private final Deque<Stay> young = new ArrayDeque<>();
    private double busyCores;
    private double usedGb;
    private double pointSeconds;
    private double settledAt;
    private double reportedAt;
    private long sequence;
    private boolean sensorDead;
    private boolean frozen;
    private @Nullable LoadReport frozenReport;

    Host(RoomNode node, Jitter noise, SplittableRandom random) {
        this.node = node;
        this.instance = new Instance(new InstanceId(node.name()), new NodeId(node.name()), "ws://" + node.name());
        this.owner = new Owner(instance.id(), new Incarnation(Long.toHexString(random.nextLong())));
        this.baseCpu = Draws.between(random, 2, 6);
        this.baseMemory = Draws.between(random, 20, 30);
        double start = Math.max(0, node.startS());
        this.jitter = new Jitter.Source(noise, start, random);
        this.settledAt = start;
        this.reportedAt = start;
    }

    /** CPU in percent of what the machine can do now; above 100 where its rooms want more than there is. */
    double load(double now) {
        return baseCpu + 100 * busyCores / (node.cores() * warmth(now));
    }

    /** The share of its cores' work that a machine can do so long after its start. */
    private double warmth(double now) {
        return Math.min(1, COLD + (1 - COLD) * Math.max(0, now - node.startS()) / WARM_UP_S);
    }

    boolean cold(double now) {
        return up && now < node.startS() + WARM_UP_S;
    }

    private double memory() {
        return Math.min(100, baseMemory + 100 * usedGb / node.memoryGb());
    }

    /** Adds up what was used until now; called before whatever changes it. */
    void settle(double now) {
        if (up && now > settledAt) {
            pointSeconds += load(now) * (now - settledAt);
        }
        settledAt = now;
    }

    void add(Stay stay, double now) {
        settle(now);
        stays.add(stay);
        young.add(stay);
        busyCores += stay.cores();
        usedGb += stay.guest.demand.memoryGb();
    }

    void grow(Stay stay, double now) {
        settle(now);
        busyCores -= stay.cores();
        stay.steps++;
        busyCores += stay.cores();
    }

    void remove(Stay stay, double now) {
        settle(now);
        if (stays.remove(stay)) {
            stay.over = true;
            busyCores -= stay.cores();
            usedGb -= stay.guest.demand.memoryGb();
        }
    }

    /** The time from which on a scheduler that could see the store at once would place nothing here. */
    double barredSince() {
        return Math.min(closedSinceS, heardAtS + TTL_S);
    }

    void sensorDies() {
        sensorDead = true;
    }

    void reportFreezes() {
        frozen = true;
    }

    LoadReport report(double now) {
        if (frozenReport != null) {
            return frozenReport;
        }
        settle(now);
        double span = now - reportedAt;
        double truth = span > 0 ? pointSeconds / span : load(now);
        double cpu = Math.max(0, Math.min(100, truth + jitter.meanUntil(now)));
        pointSeconds = 0;
        reportedAt = now;
        if (frozen) {
            frozenReport = report(now, baseCpu, baseMemory, occupancy(0, 0));
            return frozenReport;
        }
        return report(now, sensorDead ? 0 : cpu, memory(), occupancy(stays.size(), growth(now)));
    }

    private LoadReport report(double now, double cpu, double memory, Occupancy occupancy) {
        TreeMap<String, Double> values = new TreeMap<>();
        values.put(Metrics.CPU, cpu);
        values.put(Metrics.MEMORY, memory);
        return new LoadReport(
                owner.incarnation(),
                ++sequence,
                Duration.ZERO,
                Time.span(now - node.startS()),
                state,
                new Metrics(values),
                null,
                occupancy);
    }

    private Occupancy occupancy(int rooms, double growth) {
        return new Occupancy(
                OptionalDouble.of(node.cores()),
                OptionalLong.of((long) (node.memoryGb() * GB)),
                OptionalLong.of(rooms),
                OptionalDouble.of(Math.min(growth, rooms)));
    }

    private double growth(double now) {
        while (!young.isEmpty() && now - young.element().fromS >= YOUNG_S) {
            young.remove();
        }
        double sum = 0;
        for (Stay stay : young) {
            sum += stay.over ? 0 : Math.max(0, 1 - (now - stay.fromS) / YOUNG_S);
        }
        return sum;
    }
}
