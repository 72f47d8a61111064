package io.fairlead.client;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The load of this JVM's process alone, on any system. {@link MachineLoad} knows more, on Linux.
 *
 * <p>CPU is the time that the process used since the last reading, over the time that passed times the processors that the JVM
 * may use ({@code availableProcessors}). Those are whole ones: of a quota of 1.5 cores the JVM says 2, so it reads 75 where all
 * of it is used. Readings less than half a second apart give the value of the longer span before; before the first such span it
 * is unknown. What other processes of the machine use is not in it.
 *
 * <p>Memory is what was in use on the heap after the last garbage collection, over the largest heap. So it does not show
 * garbage, nor anything outside the heap; before the first collection it is all that is on the heap. The memory limit is the
 * largest heap.
 *
 * <p>Where the JVM does not tell one of them, that one is unknown.
 */
public final class ProcessLoad implements LoadSource {

    /** Shorter spans say more about the clock than about the load. */
    static final Duration SHORTEST_SPAN = Duration.ofMillis(500);

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
        return HeapMemory.in(load);
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
}
