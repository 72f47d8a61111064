package io.fairlead.client.machine;

import io.fairlead.client.machine.Cgroups.Level;
import java.util.List;
import java.util.Optional;

/**
 * A control group that may use only so many cores.
 *
 * @param level the group with the quota
 * @param account the group that counts its CPU time, which version 1 may mount elsewhere
 * @param cores the quota in cores, such as 1.5
 */
record CpuQuota(Level level, Level account, double cores) {

    /** The quota of a group, or empty where it has none. */
    static Optional<CpuQuota> of(Level level, List<Level> accounts, SystemFiles files) throws Unmeasured {
        Optional<Double> cores = level.v2() ? coresV2(level, files) : coresV1(level, files);
        if (cores.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new CpuQuota(level, level.v2() ? level : accountOf(level, accounts), cores.get()));
    }

    String folder() {
        return level.folder();
    }

    void noteIn(Notes notes) {
        String words = Numbers.plain(cores) + (cores == 1 ? " core" : " cores");
        notes.limit(words, level.file(level.v2() ? "cpu.max" : "cpu.cfs_quota_us"));
    }

    /** Reads the counters as they stand now. */
    QuotaUsage usage(SystemFiles files, long nanos) throws Unmeasured {
        String statFile = level.file("cpu.stat");
        String stat = files.text(statFile);
        long periods = Numbers.keyed(stat, "nr_periods", statFile);
        long throttled = Numbers.keyed(stat, "nr_throttled", statFile);
        double seconds = level.v2()
                ? Numbers.keyed(stat, "usage_usec", statFile) / 1e6
                : files.number(account.file("cpuacct.usage")) / 1e9;
        return new QuotaUsage(nanos, seconds, periods, throttled);
    }

    /** {@code cpu.max} says {@code max 100000} or {@code 400000 100000}; the machine's own root has no such file. */
    private static Optional<Double> coresV2(Level level, SystemFiles files) throws Unmeasured {
        String file = level.file("cpu.max");
        Optional<String> text = files.textIfPresent(file);
        String[] words = text.orElse("max").strip().split("\\s+", -1);
        if (words[0].equals("max")) {
            return Optional.empty();
        }
        long period = words.length == 2 ? Numbers.count(words[1], file) : 0;
        return Optional.of(cores(Numbers.count(words[0], file), period, file));
    }

    /** {@code cpu.cfs_quota_us} says -1 for no quota. */
    private static Optional<Double> coresV1(Level level, SystemFiles files) throws Unmeasured {
        String file = level.file("cpu.cfs_quota_us");
        Optional<String> text = files.textIfPresent(file);
        if (text.isEmpty() || text.get().strip().equals("-1")) {
            return Optional.empty();
        }
        long quota = Numbers.count(text.get().strip(), file);
        return Optional.of(cores(quota, files.number(level.file("cpu.cfs_period_us")), file));
    }

    private static double cores(long quota, long period, String file) throws Unmeasured {
        if (quota == 0 || period == 0) {
            throw new Unmeasured(file + " says a quota of " + quota + " us in " + period + " us");
        }
        return (double) quota / period;
    }

    /** The group of the same path in the hierarchy that counts CPU time. */
    private static Level accountOf(Level level, List<Level> accounts) throws Unmeasured {
        for (Level account : accounts) {
            if (account.below().equals(level.below())) {
                return account;
            }
        }
        throw new Unmeasured(level.folder() + " has a quota, but no cpuacct group counts its time");
    }
}
