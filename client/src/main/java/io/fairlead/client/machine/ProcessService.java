package io.fairlead.client.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A service known by a file with the number of its first process: that one and everything that descends from it.
 *
 * <p>A child that has ended leaves its CPU time with the parent that waited for it, so the sum over the living only
 * grows; where nobody waited it falls, and that reading is unknown. Memory is what the processes hold for themselves
 * ({@code RssAnon}) and the largest share that one of them has of what they hold together ({@code RssShmem}): to add the
 * latter up would count one segment many times.
 */
final class ProcessService implements ServiceUsage.Source {
    /** The kernel tells times in these to programs, whatever it counts in. */
    private static final double TICKS_PER_SECOND = 100;

    /** The options of a mounted {@code /proc} that keep the processes of others out of sight. */
    private static final String HIDDEN = ".*\\bhidepid=(?!0|off).*";

    private static final int MOST_NAMED = 20;

    private final SystemFiles files;
    private final String pidFile;

    ProcessService(SystemFiles files, String pidFile) {
        this.files = files;
        this.pidFile = pidFile;
    }

    /** What {@code /proc/PID/stat} says; the times include those of children that were waited for. */
    private record Stat(long pid, long parent, long ticks, long startedAt) {
        private static final int LEAST_WORDS = 20;

        static Stat parse(String text, String where) throws Unmeasured {
            // The name stands in parentheses and may contain anything, parentheses and spaces included.
            int open = text.indexOf(" (");
            int close = text.lastIndexOf(") ");
            String[] words = close < 0
                    ? new String[0]
                    : text.substring(close + 2).strip().split(" +", -1);
            if (open < 0 || words.length < LEAST_WORDS) {
                throw new Unmeasured(where + " is no line of a process");
            }
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Numbers.count(words[i], where);
            }
            return new Stat(
                    Numbers.count(text.substring(0, open), where),
                    Numbers.count(words[1], where),
                    ticks,
                    Numbers.count(words[19], where));
        }
    }

    @Override
    public ServiceUsage read(Notes notes) throws Unmeasured {
        long pid = Numbers.count(files.text(pidFile).strip(), pidFile);
        notes.of("process " + pid);
        if (hidesOthers()) {
            throw new Unmeasured("/proc hides the processes of other users (hidepid), so process " + pid
                    + " may have children that cannot be seen: measure a cgroup instead, or run this as root");
        }
        Map<Long, Stat> all = processes();
        Stat first = all.get(pid);
        if (first == null) {
            throw new Unmeasured(pidFile + " names process " + pid + ", which does not run");
        }
        Map<Long, Stat> family = family(first, all);
        notes.of(words(pid, family));
        long ticks = 0;
        long own = 0;
        long shared = 0;
        for (Stat stat : family.values()) {
            Optional<String> status = files.textIfPresent("/proc/" + stat.pid() + "/status");
            if (status.isPresent()) {
                ticks += stat.ticks();
                own += kib(status.get(), "RssAnon:", stat.pid());
                shared = Math.max(shared, kib(status.get(), "RssShmem:", stat.pid()));
            }
        }
        return new ServiceUsage(
                "process " + pid + " of tick " + first.startedAt(), ticks / TICKS_PER_SECOND, (own + shared) * 1024);
    }

    private static String words(long pid, Map<Long, Stat> family) {
        List<String> children = family.keySet().stream()
                .filter(other -> other != pid)
                .map(String::valueOf)
                .toList();
        return "process " + pid
                + (children.isEmpty()
                        ? " alone"
                        : " and what descends from it: "
                                + String.join(", ", children.subList(0, Math.min(MOST_NAMED, children.size())))
                                + (children.size() > MOST_NAMED ? " and more" : ""));
    }

    /** Whoever sees the first process of the system is let off, as root is. */
    private boolean hidesOthers() throws Unmeasured {
        for (String line :
                files.textIfPresent("/proc/self/mountinfo").orElse("").lines().toList()) {
            String[] halves = line.split(" - ", 2);
            if (halves.length == 2 && halves[0].contains(" /proc ") && halves[1].matches(HIDDEN)) {
                return !files.exists("/proc/1/stat");
            }
        }
        return false;
    }

    /** A process that has ended and was not waited for yet holds no memory, and says none. */
    private static long kib(String status, String key, long pid) throws Unmeasured {
        Optional<String> value = Numbers.keyedIfPresent(status, key);
        return value.isPresent() ? Numbers.count(value.get(), "/proc/" + pid + "/status " + key) : 0;
    }

    private Map<Long, Stat> processes() throws Unmeasured {
        Map<Long, Stat> all = new TreeMap<>();
        for (String name : files.names("/proc")) {
            if (name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                String file = "/proc/" + name + "/stat";
                Optional<String> text = textOfLiving(file);
                if (text.isPresent()) {
                    Stat stat = Stat.parse(text.get(), file);
                    all.put(stat.pid(), stat);
                }
            }
        }
        return all;
    }

    /** A process may end between its listing and its reading, which is no fault. */
    private Optional<String> textOfLiving(String file) throws Unmeasured {
        try {
            return files.textIfPresent(file);
        } catch (Unmeasured e) {
            if (files.exists(file)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static Map<Long, Stat> family(Stat first, Map<Long, Stat> all) {
        Map<Long, Stat> family = new TreeMap<>();
        Deque<Stat> next = new ArrayDeque<>();
        next.add(first);
        while (!next.isEmpty()) {
            Stat parent = next.remove();
            if (family.put(parent.pid(), parent) == null) {
                all.values().stream()
                        .filter(stat -> stat.parent() == parent.pid())
                        .forEach(next::add);
            }
        }
        return family;
    }
}
