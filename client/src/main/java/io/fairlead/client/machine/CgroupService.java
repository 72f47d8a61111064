package io.fairlead.client.machine;

import io.fairlead.client.machine.Cgroups.Level;

/** A service that runs in a control group of its own, version 1 or 2. */
final class CgroupService implements ServiceUsage.Source {
    private final SystemFiles files;
    private final Cgroups cgroups;
    private final String path;

    CgroupService(SystemFiles files, Cgroups cgroups, String path) {
        this.files = files;
        this.cgroups = cgroups;
        this.path = path;
    }

    @Override
    public ServiceUsage read(Notes notes) throws Unmeasured {
        notes.of("control group " + path);
        return new ServiceUsage(
                path, cpuSeconds(cgroups.named("cpuacct", path)), workingSet(files, cgroups.named("memory", path)));
    }

    private double cpuSeconds(Level level) throws Unmeasured {
        if (!level.v2()) {
            return files.number(level.file("cpuacct.usage")) / 1e9;
        }
        String file = level.file("cpu.stat");
        return Numbers.keyed(files.text(file), "usage_usec", file) / 1e6;
    }

    /** Usage without the inactive part of the page cache, which the kernel takes back at once. */
    static long workingSet(SystemFiles files, Level level) throws Unmeasured {
        String statFile = level.file("memory.stat");
        long usage = files.number(level.file(level.v2() ? "memory.current" : "memory.usage_in_bytes"));
        long inactive =
                Numbers.keyed(files.text(statFile), level.v2() ? "inactive_file" : "total_inactive_file", statFile);
        if (inactive > usage) {
            throw new Unmeasured(statFile + " says that more is inactive than in use");
        }
        return usage - inactive;
    }
}
