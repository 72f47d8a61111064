package io.fairlead.client.machine;

import io.fairlead.client.machine.Cgroups.Level;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The share of time in which at least one task had to wait for a resource, as the kernel counts it (pressure stall
 * information).
 *
 * <p>From the counter of stalled time since the last own reading: the kernel's own averages look back 10 s, whatever the
 * time between two readings is. In a container it is the container's own, else the machine's.
 */
final class PressureMetric implements Metric {
    private static final String MACHINE = "/proc/pressure";
    private static final double MICROS_OF_A_PERCENT = 10_000;

    /** The resources whose stalls a kernel counts, each with the controller of version 1 that limits it. */
    enum Resource {
        CPU("cpu", "cpu"),
        MEMORY("memory", "memory"),
        IO("io", "blkio");

        private final String word;
        private final String controller;

        Resource(String word, String controller) {
            this.word = word;
            this.controller = controller;
        }
    }

    private record Counter(String file, long nanos, long stalledMicros) {}

    private final SystemFiles files;
    private final Cgroups cgroups;
    private final ReadingPlan plan;
    private final Resource resource;
    private Optional<Counter> before = Optional.empty();

    PressureMetric(SystemFiles files, Cgroups cgroups, ReadingPlan plan, Resource resource) {
        this.files = files;
        this.cgroups = cgroups;
        this.plan = plan;
        this.resource = resource;
    }

    @Override
    public String name() {
        return resource.word + "-pressure";
    }

    @Override
    public double read(long nanos, Notes notes) throws Unmeasured {
        String file = file(notes);
        Counter now = new Counter(file, nanos, stalledMicros(files.text(file), file));
        Optional<Counter> then = before.filter(counter -> counter.file().equals(file));
        if (then.isEmpty()) {
            before = Optional.of(now);
            throw new Unmeasured("first reading");
        }
        double seconds = Span.seconds(then.get().nanos(), nanos);
        before = Optional.of(now);
        plan.checkRecent(seconds);
        long stalled = Numbers.growth(then.get().stalledMicros(), now.stalledMicros(), "stalled time");
        double percent = stalled / MICROS_OF_A_PERCENT / seconds;
        if (percent > Span.MOST_PERCENT) {
            throw new Unmeasured(String.format(Locale.ROOT, "stalled %.0f %% of the time, which cannot be", percent));
        }
        return percent;
    }

    /** A container never gets the machine's value, which tells of its neighbours. */
    private String file(Notes notes) throws Unmeasured {
        List<Level> levels = cgroups.levels("");
        Level top = levels.isEmpty() ? null : levels.get(levels.size() - 1);
        if (top != null && top.container()) {
            notes.of("this container");
            String file = top.file(resource.word + ".pressure");
            if (!files.exists(file)) {
                throw new Unmeasured("control group " + top.folder() + " counts no stalls");
            }
            return file;
        }
        List<Level> v1 = top == null ? cgroups.levels(resource.controller) : List.of();
        if (!v1.isEmpty() && v1.get(v1.size() - 1).container()) {
            throw new Unmeasured("control groups of version 1 count no stalls of this container");
        }
        notes.of("the whole machine");
        if (!files.exists(MACHINE)) {
            throw new Unmeasured("this kernel counts no stalls: " + MACHINE + " is missing");
        }
        return MACHINE + "/" + resource.word;
    }

    /** From the line {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=123}. */
    private static long stalledMicros(String text, String file) throws Unmeasured {
        for (String line : text.lines().toList()) {
            int at = line.startsWith("some ") ? line.indexOf(" total=") : -1;
            if (at >= 0) {
                return Numbers.count(line.substring(at + " total=".length()).strip(), file);
            }
        }
        throw new Unmeasured(file + " has no total of the time in which some task waited");
    }
}
