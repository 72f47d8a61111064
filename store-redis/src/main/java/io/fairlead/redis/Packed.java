package io.fairlead.redis;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.SafetyMargin;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * One report as it stands in Redis: {@code arrived began left incarnation sequence body}, of which the scripts read all but
 * the body. What is unknown is a dash. Numbers are written so that reading gives back the same ones.
 */
final class Packed {

    private static final String UNKNOWN = "-";
    /** The form of the body. A reader that does not know it leaves the instance out and says so. */
    private static final String FORM = "1";

    private static final int PARTS = 17;

    private Packed() {}

    /**
     * What was read.
     *
     * @param instance the instance
     * @param report what it reported
     */
    record Unpacked(Instance instance, LoadReport report) {}

    /** A sequence number as text that orders as the numbers do: a script's numbers would lose the last digits of large ones. */
    static String sequence(long number) {
        return String.format(Locale.ROOT, "%019d", number);
    }

    /** The body of a report. */
    static String body(Instance instance, LoadReport report) {
        Occupancy size = report.occupancy();
        SafetyMargin own = report.ceilings();
        return String.join(
                " ",
                FORM,
                instance.node().value(),
                instance.endpoint(),
                report.sampleAge().toString(),
                report.uptime().toString(),
                report.state().name(),
                numbers(report.metrics().values()),
                own == null ? UNKNOWN : numbers(own.ceilings()),
                size.capacity().isPresent() ? Double.toString(size.capacity().getAsDouble()) : UNKNOWN,
                size.memoryLimit().isPresent()
                        ? Long.toString(size.memoryLimit().getAsLong())
                        : UNKNOWN,
                size.rooms().isPresent() ? Long.toString(size.rooms().getAsLong()) : UNKNOWN,
                size.growth().isPresent() ? Double.toString(size.growth().getAsDouble()) : UNKNOWN);
    }

    /**
     * Reads a whole value. Anything that is not one is refused with {@link IllegalArgumentException}: another program, or
     * another version of this one, wrote it.
     */
    static Unpacked read(String id, String value) {
        String[] parts = value.split(" ", -1);
        if (parts.length != PARTS || !parts[5].equals(FORM)) {
            throw new IllegalArgumentException("a report in a form that this version does not know");
        }
        try {
            Instance instance = new Instance(new InstanceId(id), new NodeId(parts[6]), parts[7]);
            Occupancy size = new Occupancy(real(parts[13]), whole(parts[14]), whole(parts[15]), real(parts[16]));
            return new Unpacked(
                    instance,
                    new LoadReport(
                            new Incarnation(parts[3]),
                            Long.parseLong(parts[4]),
                            Duration.parse(parts[8]),
                            Duration.parse(parts[9]),
                            InstanceState.valueOf(parts[10]),
                            new Metrics(numbers(parts[11])),
                            parts[12].equals(UNKNOWN) ? null : new SafetyMargin(numbers(parts[12])),
                            size));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("a time that is none: " + e.getMessage(), e);
        }
    }

    private static String numbers(SortedMap<String, Double> values) {
        if (values.isEmpty()) {
            return UNKNOWN;
        }
        StringJoiner joined = new StringJoiner(",");
        values.forEach((name, value) -> joined.add(name + "=" + value));
        return joined.toString();
    }

    private static SortedMap<String, Double> numbers(String text) {
        SortedMap<String, Double> values = new TreeMap<>();
        if (!text.equals(UNKNOWN)) {
            for (String pair : text.split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("a number without a name");
                }
                values.put(pair.substring(0, equals), Double.valueOf(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    private static OptionalDouble real(String text) {
        return text.equals(UNKNOWN) ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    private static OptionalLong whole(String text) {
        return text.equals(UNKNOWN) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }
}
