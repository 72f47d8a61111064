package io.fairlead.manager.rest;

import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.config.Quoted;
import io.fairlead.load.Metrics;
import io.fairlead.manager.services.Report;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.SafetyMargin;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The body of an instance's report while it is read. */
final class ReportBody {

    private static final List<String> FIELDS = List.of(
            "incarnation",
            "sequence",
            "sample_age_ms",
            "uptime_ms",
            "state",
            "endpoint",
            "node",
            "metrics",
            "capacity",
            "memory_limit_bytes",
            "rooms",
            "growth",
            "ceilings",
            "renew");
    private static final Set<String> MAY_BE_NULL =
            Set.of("state", "node", "capacity", "memory_limit_bytes", "rooms", "growth", "ceilings", "renew");

    private static final int MOST_METRICS = 64;
    private static final long LONGEST_MS = Duration.ofDays(36_500).toMillis();
    private static final long MOST_ROOMS = 1_000_000_000;

    /** Of 256 rooms with the longest ids a body stays below its limit. */
    private static final int MOST_RENEWED = 256;

    private static final String PERCENT = "a number of percent from 0 to 100";
    private static final String CEILING = "percent above 0 and at most 100";

    private final JsonBody body;
    private @Nullable Incarnation incarnation;
    private long sequence = -1;
    private long sampleAgeMs = -1;
    private long uptimeMs = -1;
    private InstanceState state = InstanceState.UP;
    private @Nullable String endpoint;
    private @Nullable NodeId node;
    private boolean hasMetrics;
    private final SortedMap<String, Double> metrics = new TreeMap<>();
    private OptionalDouble capacity = OptionalDouble.empty();
    private OptionalLong memoryLimit = OptionalLong.empty();
    private OptionalLong rooms = OptionalLong.empty();
    private OptionalDouble growth = OptionalDouble.empty();
    private final SortedMap<String, Double> ceilings = new TreeMap<>();
    private final SortedMap<RoomId, Long> renewed = new TreeMap<>();
    private final SortedSet<RoomId> unclaimed = new TreeSet<>();

    private ReportBody(JsonBody body) {
        this.body = body;
    }

    /** Reads a report; refuses whatever is not exactly one, naming the field. */
    static Report read(byte[] bytes, ServiceId service, InstanceId instance) {
        return JsonBody.read(bytes, body -> {
            ReportBody report = new ReportBody(body);
            body.object(FIELDS, report::field);
            return report.build(service, instance);
        });
    }

    private void field(String field) throws IOException {
        if (MAY_BE_NULL.contains(field) && body.isNull()) {
            return;
        }
        switch (field) {
            case "incarnation" -> incarnation = body.made(Problem.Code.OUT_OF_RANGE, Incarnation::new);
            case "sequence" -> sequence = body.whole(0, FencingToken.MAX);
            case "sample_age_ms" -> sampleAgeMs = body.whole(0, LONGEST_MS);
            case "uptime_ms" -> uptimeMs = body.whole(0, LONGEST_MS);
            case "state" -> state = state(body.text());
            case "endpoint" -> endpoint = body.text();
            case "node" -> node = body.made(Problem.Code.BAD_ID, NodeId::new);
            case "metrics" -> {
                hasMetrics = true;
                body.openObject(name -> percent(metrics, name, PERCENT));
            }
            case "capacity" -> capacity = OptionalDouble.of(body.number("cores above 0 and at most 1000000"));
            case "memory_limit_bytes" -> memoryLimit = OptionalLong.of(body.whole(1, Long.MAX_VALUE));
            case "growth" -> growth = OptionalDouble.of(body.number("0 to the number of rooms"));
            case "rooms" -> rooms = OptionalLong.of(body.whole(0, MOST_ROOMS));
            case "ceilings" -> body.openObject(name -> percent(ceilings, name, CEILING));
            case "renew" -> body.list(MOST_RENEWED, this::renewal);
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    private InstanceState state(String text) {
        for (InstanceState candidate : InstanceState.values()) {
            if (ServiceJson.label(candidate).equals(text)) {
                return candidate;
            }
        }
        throw body.refuse(
                Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use \"up\", \"draining\" or \"maintenance\"");
    }

    private void percent(SortedMap<String, Double> to, String name, String wanted) throws IOException {
        if (to.size() >= MOST_METRICS) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is one too many: use at most " + MOST_METRICS);
        }
        try {
            Metrics.checkName(name);
        } catch (IllegalArgumentException refused) {
            throw new Refusal(Problem.Code.OUT_OF_RANGE, String.valueOf(refused.getMessage()), body.pointer());
        }
        double value = body.number(wanted);
        boolean tooLow = wanted.equals(CEILING) ? value <= 0 : value < 0;
        if (tooLow || value > 100) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + value + ": use " + wanted);
        }
        to.put(name, value);
    }

    private void renewal() throws IOException {
        String pointer = body.pointer();
        HeldRoom held = HeldRoom.read(body);
        boolean twice = renewed.containsKey(held.room()) || unclaimed.contains(held.room());
        if (held.epoch().isPresent()) {
            renewed.put(held.room(), held.epoch().getAsLong());
        } else {
            unclaimed.add(held.room());
        }
        if (twice) {
            throw new Refusal(
                    Problem.Code.DUPLICATE_FIELD, pointer + ": room " + held.room() + " is given twice", pointer);
        }
    }

    /**
     * A room that an instance has.
     *
     * @param room its name
     * @param epoch the epoch under which it has it, or empty (null, and not left out by mistake) if it came without a claim
     */
    private record HeldRoom(RoomId room, OptionalLong epoch) {

        static HeldRoom read(JsonBody body) throws IOException {
            String pointer = body.pointer();
            RoomId[] room = new RoomId[1];
            OptionalLong[] epoch = {OptionalLong.empty()};
            boolean[] said = {false};
            body.object(List.of("room", "epoch"), field -> {
                if (field.equals("room")) {
                    room[0] = body.made(Problem.Code.BAD_ID, RoomId::new);
                } else {
                    said[0] = true;
                    epoch[0] = body.isNull() ? OptionalLong.empty() : OptionalLong.of(body.whole(0, FencingToken.MAX));
                }
            });
            if (room[0] == null) {
                throw JsonBody.missing(pointer, "room");
            }
            if (!said[0]) {
                throw JsonBody.missing(pointer, "epoch");
            }
            return new HeldRoom(room[0], epoch[0]);
        }
    }

    private Report build(ServiceId service, InstanceId id) {
        if (incarnation == null) {
            throw JsonBody.missing("", "incarnation");
        }
        if (endpoint == null) {
            throw JsonBody.missing("", "endpoint");
        }
        require(sequence >= 0, "sequence");
        require(sampleAgeMs >= 0, "sample_age_ms");
        require(uptimeMs >= 0, "uptime_ms");
        require(hasMetrics, "metrics");
        LoadReport load = new LoadReport(
                incarnation,
                sequence,
                Duration.ofMillis(sampleAgeMs),
                Duration.ofMillis(uptimeMs),
                state,
                new Metrics(metrics),
                ceilings.isEmpty() ? null : new SafetyMargin(ceilings),
                occupancy());
        // The machine of an instance that names none counts as one of its own.
        NodeId machine = node == null ? new NodeId(id.value()) : node;
        Instance instance = checked("/endpoint", () -> new Instance(id, machine, String.valueOf(endpoint)));
        return new Report(service, instance, load, renewed, unclaimed);
    }

    private Occupancy occupancy() {
        Occupancy counted = Occupancy.unknown().withMemoryLimit(memoryLimit).withRooms(rooms);
        Occupancy sized = checked("/capacity", () -> counted.withCapacity(capacity));
        return checked("/growth", () -> sized.withGrowth(growth));
    }

    private static void require(boolean there, String field) {
        if (!there) {
            throw JsonBody.missing("", field);
        }
    }

    private static <T> T checked(String pointer, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException refused) {
            throw new Refusal(Problem.Code.OUT_OF_RANGE, pointer + ": " + refused.getMessage(), pointer);
        }
    }
}
