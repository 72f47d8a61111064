package io.fairlead.client.machine;

import io.fairlead.client.machine.Cgroups.Level;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Memory in use over memory there is.
 *
 * <p>In a container, and wherever a control group has a limit: the working set (usage without the inactive part of the
 * page cache, which the kernel takes back at once) over the limit or the machine's memory, whichever is less; of several
 * levels the worst. Elsewhere {@code 1 - MemAvailable / MemTotal}. A level that cannot be read makes the value unknown
 * and never falls back to the machine's, which would hide a full container.
 */
final class MemoryMetric implements Metric {
    private static final String MEMINFO = "/proc/meminfo";
    private static final double MIB = 1 << 20;

    private final SystemFiles files;
    private final Cgroups cgroups;

    MemoryMetric(SystemFiles files, Cgroups cgroups) {
        this.files = files;
        this.cgroups = cgroups;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public double read(long nanos, Notes notes) throws Unmeasured {
        String meminfo = files.text(MEMINFO);
        long total = total(meminfo);
        List<Level> levels = cgroups.levels("memory");
        double worst = -1;
        notes.of("the whole machine");
        for (Level level : levels) {
            OptionalLong limit = limit(level);
            if (limit.isPresent() && limit.getAsLong() < total) {
                notes.limit(Numbers.plain(limit.getAsLong() / MIB) + " MiB", limitFile(level));
            }
            if (limit.isPresent() || level.container()) {
                double used = share(CgroupService.workingSet(files, level), Math.min(limit.orElse(total), total));
                if (used > worst) {
                    worst = used;
                    notes.of("control group " + level.folder());
                }
            }
        }
        return worst >= 0 ? worst : ofMachine(meminfo, total);
    }

    /** The memory that there is for this machine: its own, or the least limit that binds it. */
    long bytes() throws Unmeasured {
        long least = total(files.text(MEMINFO));
        for (Level level : cgroups.levels("memory")) {
            least = Math.min(least, limit(level).orElse(least));
        }
        return least;
    }

    private static long total(String meminfo) throws Unmeasured {
        long total = Numbers.keyed(meminfo, "MemTotal:", MEMINFO) * 1024;
        if (total == 0) {
            throw new Unmeasured(MEMINFO + " says that the machine has no memory");
        }
        return total;
    }

    private static double ofMachine(String meminfo, long total) throws Unmeasured {
        long available = Numbers.keyed(meminfo, "MemAvailable:", MEMINFO) * 1024;
        if (available > total) {
            throw new Unmeasured(MEMINFO + " says that more memory is available than there is");
        }
        return share(total - available, total);
    }

    /** Both versions say "no limit" in ways that must not be read as a number. */
    private OptionalLong limit(Level level) throws Unmeasured {
        String file = limitFile(level);
        Optional<String> present = files.textIfPresent(file);
        String text = present.orElse("max").strip();
        if (level.wholeMachine() || text.equals("max") || isUnlimitedV1(text)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(1, Numbers.count(text, file)));
    }

    private static String limitFile(Level level) {
        return level.file(level.v2() ? "memory.max" : "memory.limit_in_bytes");
    }

    /** Version 1 knows no word for "no limit": it prints the largest number of whole pages, or 2^64 - 1. */
    private static boolean isUnlimitedV1(String text) {
        return text.matches("\\d{19,20}")
                && (text.length() == 20 || Long.compareUnsigned(Long.parseUnsignedLong(text), 1L << 60) >= 0);
    }

    private static double share(long part, long whole) {
        return 100.0 * part / whole;
    }
}
