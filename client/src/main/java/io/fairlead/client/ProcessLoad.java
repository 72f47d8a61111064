package io.fairlead.client;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.OperatingSystemMXBean;
import io.fairlead.load.Metrics;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The load of this JVM's process: right where the process has its container or machine to itself.
 *
 * <p>CPU is the time that the process used since the last reading, over the time that passed times the processors that the JVM
 * may use ({@code availableProcessors}, which knows a container's limit). Readings less than half a second apart give the
 * value of the longer span before; before the first such span it is unknown. What other processes of the machine use is not
 * in it.
 *
 * <p>Memory is what was in use on the heap after the last garbage collection, over the largest heap. So it does not show
 * garbage, nor anything outside the heap; before the first collection it is unknown. The memory limit is the largest heap.
 *
 * <p>Where the JVM does not tell one of them, that one is unknown.
 */
public final class ProcessLoad implements LoadSource {

    /** Shorter spans say more about the clock than about the load. */
    private static final Duration SHORTEST_SPAN = Duration.ofMillis(500);

    private final CpuClock clock;
    private long lastCpu;
    private long lastTime;
    private OptionalDouble cpu = OptionalDouble.empty();

    /** Readings of this JVM; the first span begins now. */
    public ProcessLoad() {
        this(CpuClock.ofThisProcess());
    }

    ProcessLoad(CpuClock clock) {
        this.clock = clock;
        this.lastCpu = clock.cpuNanos();
        this.lastTime = clock.nanos();
    }

    /** Where CPU time comes from. */
    interface CpuClock {
        /** CPU time that the process has used, or a negative number where that is not known. */
        long cpuNanos();

        /** Time that has passed, since some moment. */
        long nanos();

        /** Processors that the process may use. */
        int processors();

        static CpuClock ofThisProcess() {
            return new CpuClock() {
                @Override
                public long cpuNanos() {
                    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                            ? system.getProcessCpuTime()
                            : -1;
                }

                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public int processors() {
                    return Runtime.getRuntime().availableProcessors();
                }
            };
        }
    }

    @Override
    public synchronized InstanceLoad read() {
        InstanceLoad load = InstanceLoad.unknown().withCapacity(clock.processors());
        OptionalDouble used = cpu();
        if (used.isPresent()) {
            load = load.withCpu(used.getAsDouble());
        }
        long most = Runtime.getRuntime().maxMemory();
        if (most != Long.MAX_VALUE) {
            load = load.withMemoryLimit(most);
        }
        OptionalDouble live = memory();
        return live.isPresent() ? load.with(Metrics.MEMORY, live.getAsDouble()) : load;
    }

    private OptionalDouble cpu() {
        long nowCpu = clock.cpuNanos();
        long now = clock.nanos();
        if (nowCpu < 0 || lastCpu < 0) {
            cpu = OptionalDouble.empty();
        } else if (now - lastTime < SHORTEST_SPAN.toNanos()) {
            return cpu;
        } else {
            double share = (double) (nowCpu - lastCpu) / (now - lastTime) / clock.processors();
            // The two clocks are not read at one moment, so a busy process can seem to have used a little more than
            // all.
            cpu = OptionalDouble.of(Math.max(0, Math.min(100, 100 * share)));
        }
        lastCpu = nowCpu;
        lastTime = now;
        return cpu;
    }

    private static OptionalDouble memory() {
        long most = Runtime.getRuntime().maxMemory();
        GcInfo last = lastCollection();
        if (last == null || most == Long.MAX_VALUE) {
            return OptionalDouble.empty();
        }
        return percent(last.getMemoryUsageAfterGc(), heapPools(), most);
    }

    static OptionalDouble percent(Map<String, MemoryUsage> afterCollection, Set<String> heapPools, long most) {
        long used = 0;
        boolean known = false;
        for (Map.Entry<String, MemoryUsage> pool : afterCollection.entrySet()) {
            if (heapPools.contains(pool.getKey())) {
                used += pool.getValue().getUsed();
                known = true;
            }
        }
        return known ? OptionalDouble.of(Math.min(100, 100.0 * used / most)) : OptionalDouble.empty();
    }

    private static @Nullable GcInfo lastCollection() {
        GcInfo last = null;
        for (java.lang.management.GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            GcInfo info = bean instanceof GarbageCollectorMXBean collector ? collector.getLastGcInfo() : null;
            if (info != null && (last == null || info.getEndTime() > last.getEndTime())) {
                last = info;
            }
        }
        return last;
    }

    private static Set<String> heapPools() {
        Set<String> names = new TreeSet<>();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                names.add(pool.getName());
            }
        }
        return names;
    }
}
