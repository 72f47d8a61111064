package io.fairlead.cli.demo;

import io.fairlead.NodeId;
import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A machine that exists only as numbers: what it is busy with by itself, what the role costs while it is primary, and
 * a job that runs on it or not.
 *
 * <p>What it reports is measured as a real agent measures it: four metrics in percent, and the role's own share of
 * the load in points. Driven by one thread, once a round.
 */
final class SimulatedMachine {

    /** What the service costs on the machine that is primary: 18 points of load. */
    private static final Percents ROLE = new Percents(28, 10, 10, 18);

    /** A backup: much reading and packing, some sending. Worth about 32 points of load on a primary. */
    private static final Percents JOB = new Percents(40, 5, 65, 10);

    /** A service starts and drains over some seconds, so each round goes this share of the rest of the way. */
    private static final double SETTLING = 0.5;

    /** Half the width of the jitter, in percent: the readings of a steady machine still differ from second to second. */
    private static final double JITTER = 2;

    private static final LoadFormula FORMULA = LoadFormula.withBottleneck();

    private final NodeId id;
    private final Percents own;
    private final SplittableRandom random;
    private double roleShare;

    SimulatedMachine(NodeId id, Percents own, long seed) {
        this.id = id;
        this.own = own;
        this.random = new SplittableRandom(seed);
    }

    /** Four metrics in percent; sums may be beyond 0..100 until they are measured. */
    record Percents(double cpu, double memory, double disk, double network) {

        Percents plus(Percents other, double share) {
            return new Percents(
                    cpu + share * other.cpu,
                    memory + share * other.memory,
                    disk + share * other.disk,
                    network + share * other.network);
        }

        Metrics metrics() {
            SortedMap<String, Double> measured = new TreeMap<>();
            measured.put(Metrics.CPU, limited(cpu));
            measured.put(Metrics.MEMORY, limited(memory));
            measured.put(Metrics.DISK, limited(disk));
            measured.put(Metrics.NETWORK, limited(network));
            return new Metrics(measured);
        }

        private static double limited(double percent) {
            return Math.max(0, Math.min(100, percent));
        }
    }

    /** What one round of a machine looks like to its agent: the metrics, and the role's share of the load in points. */
    record Sample(Metrics metrics, double roleLoad) {}

    NodeId id() {
        return id;
    }

    /** Lives through one round and measures it. */
    Sample next(boolean primary, boolean job) {
        roleShare += SETTLING * ((primary ? 1 : 0) - roleShare);
        Percents jitter = new Percents(jitter(), jitter(), jitter(), jitter());
        Percents without = own.plus(jitter, 1).plus(JOB, job ? 1 : 0);
        Percents all = without.plus(ROLE, roleShare);
        return new Sample(all.metrics(), Math.max(0, load(all) - load(without)));
    }

    private double load(Percents percents) {
        SortedMap<NodeId, Metrics> alone = new TreeMap<>();
        alone.put(id, percents.metrics());
        return FORMULA.loads(alone).values().iterator().next().points();
    }

    private double jitter() {
        return JITTER * (2 * random.nextDouble() - 1);
    }
}
