package io.fairlead.client;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How full the heap of this JVM is: what was in use after the last garbage collection, over the largest heap. So it does not
 * show garbage, nor anything outside the heap. Before the first collection it is all that is on the heap, which is at least
 * what lives: an instance whose memory is unknown gets hardly a room, so an idle one might never come to collect.
 */
final class HeapMemory {

    private HeapMemory() {}

    /** The same load with the heap as its memory and its limit, each where the JVM tells it, and else unknown. */
    static InstanceLoad in(InstanceLoad load) {
        long most = Runtime.getRuntime().maxMemory();
        if (most == Long.MAX_VALUE) {
            return load;
        }
        InstanceLoad limited = load.withMemoryLimit(most);
        OptionalDouble live = live(most);
        return live.isPresent() ? limited.withMemory(live.getAsDouble()) : limited;
    }

    private static OptionalDouble live(long most) {
        if (noneYet()) {
            return OptionalDouble.of(share(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), most));
        }
        GcInfo last = lastCollection();
        return last == null ? OptionalDouble.empty() : percent(last.getMemoryUsageAfterGc(), heapPools(), most);
    }

    /** A JVM that does not count its collections says -1. */
    private static boolean noneYet() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream().allMatch(bean -> bean.getCollectionCount() == 0);
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
        return known ? OptionalDouble.of(share(used, most)) : OptionalDouble.empty();
    }

    private static double share(long used, long most) {
        return Math.min(100, 100.0 * used / most);
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
