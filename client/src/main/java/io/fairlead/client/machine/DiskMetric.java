package io.fairlead.client.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Load of the busiest disk: the share of time in which it had work, or its mean queue depth over its queue size,
 * whichever is worse.
 *
 * <p>The worst disk speaks for the machine: a mean over disks would hide one that is full behind idle ones, and a sum
 * could exceed 100. Only whole devices with hardware behind them count; partitions, loop, ram, md and device-mapper
 * devices would count the same work again. While one of them is not known, the worst is not known either.
 */
final class DiskMetric implements Metric {
    private static final String FOLDER = "/sys/block";
    private static final long USUAL_QUEUE_SIZE = 128;

    private final SystemFiles files;
    private final ReadingPlan plan;
    private Map<String, DiskCounters> before = Map.of();

    DiskMetric(SystemFiles files, ReadingPlan plan) {
        this.files = files;
        this.plan = plan;
    }

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public double read(long nanos, Notes notes) throws Unmeasured {
        Map<String, DiskCounters> next = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        double worst = -1;
        for (String disk : files.names(FOLDER)) {
            if (!files.exists(FOLDER + "/" + disk + "/device")) {
                notes.leftOut(disk, "no hardware behind it");
                continue;
            }
            try {
                double load = load(counters(disk, nanos), disk, next);
                if (load > worst) {
                    worst = load;
                    notes.of(disk);
                }
            } catch (Unmeasured e) {
                keepFormer(disk, next);
                unknown.add(disk + ": " + e.reason());
            }
        }
        before = next;
        if (!unknown.isEmpty()) {
            throw new Unmeasured(String.join("; ", unknown));
        }
        if (worst < 0) {
            throw new Unmeasured("no disk with hardware behind it in " + FOLDER);
        }
        return worst;
    }

    private double load(DiskCounters now, String disk, Map<String, DiskCounters> next) throws Unmeasured {
        DiskCounters then = before.get(disk);
        if (then == null || !then.device().equals(now.device())) {
            next.put(disk, now);
            throw new Unmeasured("first reading" + (then == null ? "" : " of another device under this name"));
        }
        double seconds = Span.seconds(then.nanos(), now.nanos());
        next.put(disk, now);
        plan.checkRecent(seconds);
        return now.loadSince(then, seconds, queueSize(disk));
    }

    /** A reading that failed does not cost the next one its beginning. */
    private void keepFormer(String disk, Map<String, DiskCounters> next) {
        DiskCounters then = before.get(disk);
        if (then != null) {
            next.putIfAbsent(disk, then);
        }
    }

    private DiskCounters counters(String disk, long nanos) throws Unmeasured {
        String file = FOLDER + "/" + disk + "/stat";
        return DiskCounters.parse(files.text(file), file, nanos).ofDevice(device(disk));
    }

    /** The kernel's number of the device, which another one under the same name does not get; empty where it has none. */
    private String device(String disk) throws Unmeasured {
        return files.textIfPresent(FOLDER + "/" + disk + "/diskseq").orElse("").strip();
    }

    private long queueSize(String disk) throws Unmeasured {
        String file = FOLDER + "/" + disk + "/queue/nr_requests";
        Optional<String> text = files.textIfPresent(file);
        long size = text.isPresent() ? Numbers.count(text.get().strip(), file) : 0;
        return size > 0 ? size : USUAL_QUEUE_SIZE;
    }
}
