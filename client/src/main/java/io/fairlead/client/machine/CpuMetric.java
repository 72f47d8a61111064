package io.fairlead.client.machine;

import io.fairlead.client.machine.Cgroups.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * CPU time used over CPU time there was, as the mean since the last own reading.
 *
 * <p>Where a control group has a quota: its usage over quota x time, the worst of all levels that have one, and 100 as
 * soon as more than 5 % of the scheduler's periods were throttled. Elsewhere the busy share of the usable cores.
 */
final class CpuMetric implements Metric {
    private final SystemFiles files;
    private final Cgroups cgroups;
    private final ReadingPlan plan;
    private final Map<String, QuotaUsage> quotasBefore = new TreeMap<>();
    private @Nullable CpuTimes coresBefore;
    private long coresNanos;

    CpuMetric(SystemFiles files, Cgroups cgroups, ReadingPlan plan) {
        this.files = files;
        this.cgroups = cgroups;
        this.plan = plan;
    }

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public double read(long nanos, Notes notes) throws Unmeasured {
        CpuTimes cores = CpuTimes.parse(files.text("/proc/stat"), usableCores());
        List<CpuQuota> quotas = quotas();
        quotasBefore.keySet().retainAll(quotas.stream().map(CpuQuota::folder).toList());
        notes.of(cores.cores() + (cores.cores() == 1 ? " usable core" : " usable cores"));
        quotas.forEach(quota -> quota.noteIn(notes));
        return quotas.isEmpty() ? ofCores(cores, nanos) : ofQuotas(quotas, cores.cores(), nanos, notes);
    }

    /** The cores that there are for this machine: the usable ones, or the least quota that binds it. */
    double cores() throws Unmeasured {
        double least = CpuTimes.parse(files.text("/proc/stat"), usableCores()).cores();
        for (CpuQuota quota : quotas()) {
            least = Math.min(least, quota.cores());
        }
        return least;
    }

    private double ofCores(CpuTimes cores, long nanos) throws Unmeasured {
        CpuTimes before = coresBefore;
        if (before == null) {
            keep(cores, nanos);
            throw new Unmeasured("first reading");
        }
        double seconds = Span.seconds(coresNanos, nanos);
        keep(cores, nanos);
        plan.checkRecent(seconds);
        return cores.busySince(before);
    }

    private void keep(CpuTimes cores, long nanos) {
        coresBefore = cores;
        coresNanos = nanos;
    }

    /** Every level is read and remembered before the worst is told, so that one first reading does not cost another. */
    private double ofQuotas(List<CpuQuota> quotas, int usableCores, long nanos, Notes notes) throws Unmeasured {
        coresBefore = null;
        double worst = -1;
        Set<String> unknown = new LinkedHashSet<>();
        for (CpuQuota quota : quotas) {
            try {
                double load = ofQuota(quota, usableCores, nanos);
                if (load > worst) {
                    worst = load;
                    notes.of("control group " + quota.folder());
                }
            } catch (Unmeasured e) {
                unknown.add(e.reason());
            }
        }
        if (!unknown.isEmpty()) {
            throw new Unmeasured(String.join("; ", unknown));
        }
        return worst;
    }

    private double ofQuota(CpuQuota quota, int usableCores, long nanos) throws Unmeasured {
        QuotaUsage now = quota.usage(files, nanos);
        QuotaUsage before = quotasBefore.get(quota.folder());
        if (before == null) {
            quotasBefore.put(quota.folder(), now);
            throw new Unmeasured("first reading");
        }
        double seconds = Span.seconds(before.nanos(), nanos);
        quotasBefore.put(quota.folder(), now);
        plan.checkRecent(seconds);
        return now.loadSince(before, new QuotaUsage.Allowance(seconds, quota.cores(), usableCores));
    }

    private List<CpuQuota> quotas() throws Unmeasured {
        List<CpuQuota> quotas = new ArrayList<>();
        List<Level> accounts = cgroups.levels("cpuacct");
        for (Level level : cgroups.levels("cpu")) {
            CpuQuota.of(level, accounts, files).ifPresent(quotas::add);
        }
        return quotas;
    }

    /** The cores that the innermost group with a core set may use; an empty set means every core. */
    private Set<Integer> usableCores() throws Unmeasured {
        for (Level level : cgroups.levels("cpuset")) {
            String file = level.file(level.v2() ? "cpuset.cpus.effective" : "cpuset.effective_cpus");
            Optional<String> list = files.textIfPresent(file);
            if (list.isPresent() && !list.get().isBlank()) {
                return coreSet(list.get().strip(), file);
            }
        }
        return Set.of();
    }

    /** Reads a list such as {@code 0-3,8}. */
    static Set<Integer> coreSet(String list, String where) throws Unmeasured {
        Set<Integer> cores = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            long first = Numbers.count(ends[0], where);
            long last = Numbers.count(ends[ends.length - 1], where);
            if (last < first || last > 65_536) {
                throw new Unmeasured(where + " says \"" + part + "\", which is no range of cores");
            }
            for (long core = first; core <= last; core++) {
                cores.add((int) core);
            }
        }
        return cores;
    }
}
