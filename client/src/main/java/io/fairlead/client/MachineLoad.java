package io.fairlead.client;

import io.fairlead.client.machine.MachineReader;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.load.Metrics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load of what this process may use: of its control group (version 1 or 2) where that has a limit, as in a container or a
 * systemd unit, else of its machine. Linux only; on another system what is read here is unknown, and {@link ProcessLoad} is
 * there.
 *
 * <p>CPU is the time that was used since the last reading, over the quota times the time that passed, and 100 as soon as more
 * than 5 % of the scheduler's periods were throttled; without a quota it is the busy share of the usable cores, by whomever. Of
 * several levels with a quota the worst counts. Capacity is the least quota in cores, such as 1.5, or the usable cores.
 *
 * <p>Memory is one of two, see {@link #withHeap} and {@link #withWorkingSet}.
 *
 * <p>Readings less than half a second apart give what the one before gave, so that CPU speaks of a longer span; before the first
 * such span CPU is unknown. What cannot be read is unknown, and a file that is missing or makes no sense is never an exception:
 * the log names it once, and says when the value is known again.
 */
public final class MachineLoad implements LoadSource {

    private static final Logger LOG = LoggerFactory.getLogger(MachineLoad.class);

    /** Where the memory comes from. */
    enum Memory {
        HEAP,
        WORKING_SET
    }

    private final MachineReader reader;
    private final LongSupplier nanos;
    private final Memory memory;
    private final List<String> metrics;
    private final Set<String> missing = new HashSet<>();
    private InstanceLoad newest;
    private long newestAt;

    MachineLoad(MachineReader reader, LongSupplier nanos, Memory memory) {
        this.reader = reader;
        this.nanos = nanos;
        this.memory = memory;
        this.metrics = memory == Memory.HEAP ? List.of(Metrics.CPU) : List.of(Metrics.CPU, Metrics.MEMORY);
        this.newestAt = nanos.getAsLong();
        this.newest = load(reader.read(newestAt));
    }

    /**
     * Readings from now on, whose memory is this JVM's heap: what was in use after the last garbage collection, over the largest
     * heap; before the first collection, all that is on it. It does not show garbage, which a JVM keeps for as long as it may,
     * nor anything outside the heap. The memory limit is the largest heap.
     */
    public static MachineLoad withHeap() {
        return new MachineLoad(MachineReader.ofThisProcess(), System::nanoTime, Memory.HEAP);
    }

    /**
     * Readings from now on, whose memory is all that the control group uses without the inactive part of the page cache, over its
     * limit or the machine's memory, whichever is less; without a limit, outside of a container, what of the machine's memory is
     * not available, over all of it. The memory limit is the least of those. It shows what a heap has ever grown to, garbage
     * included.
     */
    public static MachineLoad withWorkingSet() {
        return new MachineLoad(MachineReader.ofThisProcess(), System::nanoTime, Memory.WORKING_SET);
    }

    /**
     * Readings from now on of the whole machine, whatever limits this process has: for a program such as an agent that reports
     * what others do there. Memory is what is not available.
     */
    public static MachineLoad ofThisMachine() {
        return new MachineLoad(MachineReader.ofThisMachine(), System::nanoTime, Memory.WORKING_SET);
    }

    @Override
    public synchronized InstanceLoad read() {
        long now = nanos.getAsLong();
        if (now - newestAt >= ProcessLoad.SHORTEST_SPAN.toNanos()) {
            MachineReading reading = reader.read(now);
            newestAt = now;
            newest = load(reading);
            tell(reading.unknown());
        }
        return memory == Memory.HEAP ? HeapMemory.in(newest) : newest;
    }

    private InstanceLoad load(MachineReading reading) {
        InstanceLoad load = InstanceLoad.unknown();
        for (String metric : metrics) {
            Double percent = reading.known().get(metric);
            load = percent == null ? load : load.with(metric, percent);
        }
        var size = reader.size();
        if (size.cores().isPresent()) {
            load = load.withCapacity(size.cores().getAsDouble());
        }
        boolean limited = memory == Memory.WORKING_SET && size.bytes().isPresent();
        return limited ? load.withMemoryLimit(size.bytes().getAsLong()) : load;
    }

    private void tell(Map<String, String> unknown) {
        for (String metric : metrics) {
            String why = unknown.get(metric);
            if (why != null && missing.add(metric)) {
                LOG.warn("{} of this instance is unknown, so hardly a room comes here: {}", metric, why);
            } else if (why == null && missing.remove(metric)) {
                LOG.info("{} of this instance is known again", metric);
            }
        }
    }
}
