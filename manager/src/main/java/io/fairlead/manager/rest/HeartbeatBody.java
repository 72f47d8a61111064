package io.fairlead.manager.rest;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.config.Quoted;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HookTrouble;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The body of a heartbeat while it is read. */
final class HeartbeatBody {

    private static final List<String> OWN_FIELDS = List.of(
            "incarnation",
            "role",
            "token",
            "address",
            "capacity",
            "heartbeat_interval_ms",
            "goodbye",
            "sample",
            "hook",
            "clock_ms");
    private static final List<String> FIELDS =
            Stream.concat(OWN_FIELDS.stream(), StepsBody.FIELDS.stream()).toList();
    private static final List<String> HOOK_FIELDS = List.of("failed", "attempts");
    private static final List<String> OPTIONAL = List.of("address", "sample", "goodbye", "hook", "clock_ms");
    private static final List<String> SAMPLE_FIELDS = List.of("sequence", "metrics", "unknown", "role_load");

    /** The pointer of a field that a group may refuse, too: its lease says how often a node has to beat. */
    static final String INTERVAL = "/heartbeat_interval_ms";

    private static final long SHORTEST_INTERVAL_MS = 50;

    /** Half the longest lease that there is. */
    private static final long LONGEST_INTERVAL_MS = 1_800_000;

    /** The end of the year 9999. */
    private static final long LATEST_CLOCK_MS = 253_402_300_799_999L;

    private static final int MOST_METRICS = 64;
    private static final int LONGEST_REASON = 200;

    private final JsonBody body;

    private @Nullable String incarnation;
    private @Nullable Role role;
    private long token = -1;
    private @Nullable String address;
    private double capacity = 1;
    private long intervalMs = -1;
    private boolean goodbye;
    private @Nullable Sample sample;
    private @Nullable HookTrouble hook;
    private @Nullable Long clockMillis;
    private final StepsBody steps;

    private HeartbeatBody(JsonBody body) {
        this.body = body;
        this.steps = new StepsBody(body);
    }

    /**
     * Reads a heartbeat; refuses whatever is not exactly one, naming the field.
     *
     * @param bytes the body
     * @param group the group in the path
     * @param node the node in the path
     */
    static Heartbeat read(byte[] bytes, GroupId group, NodeId node) {
        return JsonBody.read(bytes, body -> {
            HeartbeatBody heartbeat = new HeartbeatBody(body);
            body.object(FIELDS, heartbeat::field);
            return heartbeat.build(group, node);
        });
    }

    private void field(String field) throws IOException {
        boolean ofSteps = StepsBody.FIELDS.contains(field);
        if ((ofSteps || OPTIONAL.contains(field)) && body.isNull()) {
            return;
        }
        if (ofSteps) {
            steps.field(field);
            return;
        }
        switch (field) {
            case "incarnation" -> incarnation = body.text();
            case "role" -> role = role(body.text());
            case "token" -> token = body.whole(0, FencingToken.MAX);
            case "address" -> address = body.text();
            case "capacity" -> capacity = body.number("a number from 0.001 to 1000000, 1 for the usual machine");
            case "heartbeat_interval_ms" -> intervalMs = body.whole(SHORTEST_INTERVAL_MS, LONGEST_INTERVAL_MS);
            case "goodbye" -> goodbye = body.truth();
            case "sample" -> sample = sample();
            case "hook" -> hook = hook();
            case "clock_ms" -> clockMillis = clock(body.whole(Long.MIN_VALUE, Long.MAX_VALUE));
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    /** A clock that is far off is no reason to take its node for dead: what no calendar shows is unknown. */
    private static @Nullable Long clock(long millis) {
        return millis >= 0 && millis <= LATEST_CLOCK_MS ? millis : null;
    }

    private Role role(String text) {
        for (Role candidate : Role.values()) {
            if (candidate.label().equals(text)) {
                return candidate;
            }
        }
        throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use \"primary\" or \"standby\"");
    }

    private Sample sample() throws IOException {
        String pointer = body.pointer();
        SampleFields fields = new SampleFields();
        body.object(SAMPLE_FIELDS, fields::field);
        if (fields.sequence < 0) {
            throw JsonBody.missing(pointer, "sequence");
        }
        if (!fields.hasMetrics) {
            throw JsonBody.missing(pointer, "metrics");
        }
        return new Sample(fields.sequence, new Metrics(fields.metrics), fields.unknown, fields.roleLoad);
    }

    private HookTrouble hook() throws IOException {
        String pointer = body.pointer();
        HookFields fields = new HookFields();
        body.object(HOOK_FIELDS, fields::field);
        if (fields.failed == null) {
            throw JsonBody.missing(pointer, "failed");
        }
        if (fields.attempts < 0) {
            throw JsonBody.missing(pointer, "attempts");
        }
        return new HookTrouble(fields.failed, fields.attempts);
    }

    private Heartbeat build(GroupId group, NodeId node) {
        if (incarnation == null) {
            throw JsonBody.missing("", "incarnation");
        }
        if (role == null) {
            throw JsonBody.missing("", "role");
        }
        if (token < 0) {
            throw JsonBody.missing("", "token");
        }
        if (intervalMs < 0) {
            throw JsonBody.missing("", "heartbeat_interval_ms");
        }
        try {
            return new Heartbeat(
                    group,
                    node,
                    incarnation,
                    role,
                    token,
                    address,
                    capacity,
                    Duration.ofMillis(intervalMs),
                    goodbye,
                    sample,
                    hook,
                    clockMillis,
                    steps.build());
        } catch (IllegalArgumentException refused) {
            // The message of a record that checks itself begins with the key.
            String message = String.valueOf(refused.getMessage());
            String pointer = "/" + message.substring(0, message.indexOf(' '));
            throw new Refusal(Problem.Code.OUT_OF_RANGE, "/" + message, pointer);
        }
    }

    /** The fields of a hook that fails while they are read. */
    private final class HookFields {

        private @Nullable String failed;
        private long attempts = -1;

        void field(String field) throws IOException {
            switch (field) {
                case "failed" -> {
                    failed = body.text();
                    if (!failed.matches("[a-z]{1,32}")) {
                        throw body.refuse(
                                Problem.Code.OUT_OF_RANGE,
                                "is " + Quoted.of(failed) + ": use the name of a hook, 1..32 lower case letters");
                    }
                }
                case "attempts" -> attempts = body.whole(1, HookTrouble.MOST_ATTEMPTS);
                default -> throw new IllegalStateException("field " + field + " is known and not read");
            }
        }
    }

    /** The fields of the sample while they are read. */
    private final class SampleFields {

        private long sequence = -1;
        private boolean hasMetrics;
        private final SortedMap<String, Double> metrics = new TreeMap<>();
        private final SortedMap<String, String> unknown = new TreeMap<>();
        private OptionalDouble roleLoad = OptionalDouble.empty();

        void field(String field) throws IOException {
            boolean optional = field.equals("unknown") || field.equals("role_load");
            if (optional && body.isNull()) {
                return;
            }
            switch (field) {
                case "sequence" -> sequence = body.whole(0, FencingToken.MAX);
                case "metrics" -> {
                    hasMetrics = true;
                    body.openObject(this::metric);
                }
                case "unknown" -> body.openObject(this::reason);
                case "role_load" -> roleLoad = OptionalDouble.of(points("points from 0 to 100"));
                default -> throw new IllegalStateException("field " + field + " is known and not read");
            }
        }

        private void metric(String name) throws IOException {
            checkName(name, metrics.size());
            metrics.put(name, points("a number of percent from 0 to 100"));
        }

        private void reason(String name) throws IOException {
            checkName(name, unknown.size());
            String reason = body.text();
            if (reason.isBlank() || reason.length() > LONGEST_REASON) {
                throw body.refuse(
                        Problem.Code.OUT_OF_RANGE, "is no reason: use 1.." + LONGEST_REASON + " characters of text");
            }
            unknown.put(name, reason);
        }

        private double points(String wanted) throws IOException {
            double value = body.number(wanted);
            if (!(value >= 0 && value <= 100)) {
                throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + value + ": use " + wanted);
            }
            return value;
        }

        private void checkName(String name, int already) {
            if (already >= MOST_METRICS) {
                throw body.refuse(Problem.Code.OUT_OF_RANGE, "is one too many: use at most " + MOST_METRICS);
            }
            try {
                Metrics.checkName(name);
            } catch (IllegalArgumentException refused) {
                throw new Refusal(Problem.Code.OUT_OF_RANGE, String.valueOf(refused.getMessage()), body.pointer());
            }
        }
    }
}
