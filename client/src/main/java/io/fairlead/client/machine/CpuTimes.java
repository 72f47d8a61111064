package io.fairlead.client.machine;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The CPU time that {@code /proc/stat} counts for each core that may be used, in ticks since boot. */
record CpuTimes(SortedMap<Integer, Ticks> byCore) {
    private static final String FILE = "/proc/stat";

    /** How far the kernel is known to let a count of idle time slip back without having begun anew. */
    private static final long SLIP = 2;

    /**
     * One core's ticks. Time stolen by the host of a virtual machine counts as busy: it was not there to be used.
     * Guest time is already part of user time.
     */
    record Ticks(long busy, long idle, long waiting) {}

    /** Reads the lines {@code cpu0 ...}, {@code cpu1 ...} of the given cores; an empty set means every core. */
    static CpuTimes parse(String text, Set<Integer> usable) throws Unmeasured {
        SortedMap<Integer, Ticks> cores = new TreeMap<>();
        for (int at = 0; text.startsWith("cpu", at); ) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            String[] words = text.substring(at, end).strip().split(" +", -1);
            if (words[0].length() > 3) {
                int core = Math.toIntExact(Math.min(Numbers.count(words[0].substring(3), FILE), Integer.MAX_VALUE));
                if (usable.isEmpty() || usable.contains(core)) {
                    cores.put(core, ticks(words));
                }
            }
            at = end + 1;
        }
        if (cores.isEmpty()) {
            throw new Unmeasured(FILE + " names no core that may be used");
        }
        return new CpuTimes(cores);
    }

    private static Ticks ticks(String[] words) throws Unmeasured {
        if (words.length < 5) {
            throw new Unmeasured(FILE + " has a line of " + words.length + " words, expected at least 5");
        }
        long[] counts = new long[9];
        for (int i = 1; i < Math.min(words.length, counts.length); i++) {
            counts[i] = Numbers.count(words[i], FILE + " " + words[0]);
        }
        long busy = counts[1] + counts[2] + counts[3] + counts[6] + counts[7] + counts[8];
        return new Ticks(busy, counts[4], counts[5]);
    }

    int cores() {
        return byCore.size();
    }

    /** Busy share since {@code before}, in percent, over the cores that both readings know. */
    double busySince(CpuTimes before) throws Unmeasured {
        long busy = 0;
        long total = 0;
        for (Map.Entry<Integer, Ticks> entry : byCore.entrySet()) {
            Ticks then = before.byCore.get(entry.getKey());
            if (then != null) {
                Ticks now = entry.getValue();
                String core = "the time of cpu" + entry.getKey();
                long worked = Numbers.growth(then.busy(), now.busy(), core);
                long idled = Math.max(0, Numbers.growth(then.idle(), now.idle() + slip(then, now), core));
                // The kernel documents that waiting time may fall; what it loses has been counted elsewhere.
                long waited = Math.max(0, now.waiting() - then.waiting());
                busy += worked;
                total += worked + idled + waited;
            }
        }
        if (total == 0) {
            throw new Unmeasured(FILE + " did not advance since the last reading");
        }
        return 100.0 * busy / total;
    }

    private static long slip(Ticks then, Ticks now) {
        long back = then.idle() - now.idle();
        return back > 0 && back <= SLIP ? back : 0;
    }
}
