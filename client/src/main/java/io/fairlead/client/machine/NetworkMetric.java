package io.fairlead.client.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Load of the busiest network interface: its throughput over its negotiated link speed, the larger of the two
 * directions.
 *
 * <p>The worst interface speaks for the machine. Only interfaces with hardware behind them count; lo, veth, bridges,
 * bonds, tunnels and the like carry the same bytes again or none that leave the machine. One without a known link speed
 * is left out as long as another has one. While one with a speed is not known, the worst is not known either.
 */
final class NetworkMetric implements Metric {
    private static final String FOLDER = "/sys/class/net";

    private final SystemFiles files;
    private final ReadingPlan plan;
    private final boolean counters32Bit;
    private Map<String, LinkCounters> before = Map.of();

    NetworkMetric(SystemFiles files, ReadingPlan plan, boolean counters32Bit) {
        this.files = files;
        this.plan = plan;
        this.counters32Bit = counters32Bit;
    }

    @Override
    public String name() {
        return "network";
    }

    @Override
    public double read(long nanos, Notes notes) throws Unmeasured {
        Map<String, LinkCounters> next = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        List<String> noSpeed = new ArrayList<>();
        double worst = -1;
        for (String link : files.names(FOLDER)) {
            if (!files.exists(FOLDER + "/" + link + "/device")) {
                notes.leftOut(link, "no hardware behind it");
                continue;
            }
            OptionalLong speed = speed(link);
            if (speed.isEmpty()) {
                String why = whyNoSpeed(link);
                noSpeed.add(link + why);
                notes.leftOut(link, "no known link speed" + why);
                continue;
            }
            try {
                LinkCounters now = counters(link, speed.getAsLong(), nanos);
                double load = load(now, link, next);
                if (load > worst) {
                    worst = load;
                    notes.of(link + " at " + now.mbitPerSecond() + " Mbit/s" + speedBefore(link, now));
                }
            } catch (Unmeasured e) {
                keepFormer(link, next);
                unknown.add(link + ": " + e.reason());
            }
        }
        before = next;
        if (!unknown.isEmpty()) {
            throw new Unmeasured(String.join("; ", unknown));
        }
        if (worst < 0) {
            throw new Unmeasured(
                    noSpeed.isEmpty()
                            ? "no interface with hardware behind it in " + FOLDER
                            : "no physical interface has a known link speed (" + String.join(", ", noSpeed) + ")");
        }
        return worst;
    }

    private double load(LinkCounters now, String link, Map<String, LinkCounters> next) throws Unmeasured {
        LinkCounters then = before.get(link);
        if (then == null || then.index() != now.index()) {
            next.put(link, now);
            throw new Unmeasured("first reading" + (then == null ? "" : " of another interface under this name"));
        }
        double seconds = Span.seconds(then.nanos(), now.nanos());
        next.put(link, now);
        plan.checkRecent(seconds);
        return now.loadSince(then, seconds, counters32Bit);
    }

    /** A load is told in the speed of now, which is what there is; that of before is said where it was another. */
    private String speedBefore(String link, LinkCounters now) {
        LinkCounters then = before.get(link);
        return then == null || then.mbitPerSecond() == now.mbitPerSecond()
                ? ""
                : ", " + then.mbitPerSecond() + " Mbit/s at the reading before";
    }

    private String whyNoSpeed(String link) {
        try {
            String state =
                    files.textIfPresent(FOLDER + "/" + link + "/operstate").orElse("");
            return state.strip().equals("down") ? ", the link is down" : "";
        } catch (Unmeasured e) {
            return "";
        }
    }

    /** A reading that failed does not cost the next one its beginning. */
    private void keepFormer(String link, Map<String, LinkCounters> next) {
        LinkCounters then = before.get(link);
        if (then != null) {
            next.putIfAbsent(link, then);
        }
    }

    private LinkCounters counters(String link, long speed, long nanos) throws Unmeasured {
        String folder = FOLDER + "/" + link;
        return new LinkCounters(
                nanos,
                files.number(folder + "/ifindex"),
                speed,
                files.number(folder + "/statistics/rx_bytes"),
                files.number(folder + "/statistics/tx_bytes"));
    }

    /** The link speed in Mbit/s. A link that is down, wireless or virtual says -1, 0, 4294967295 or fails to say. */
    private OptionalLong speed(String link) {
        try {
            long speed = files.number(FOLDER + "/" + link + "/speed");
            return speed > 0 && speed < 0xFFFF_FFFFL ? OptionalLong.of(speed) : OptionalLong.empty();
        } catch (Unmeasured e) {
            return OptionalLong.empty();
        }
    }
}
