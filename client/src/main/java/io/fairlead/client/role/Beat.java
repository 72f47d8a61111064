package io.fairlead.client.role;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.client.JsonText;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One heartbeat as it is sent.
 *
 * @param incarnation random name of this process
 * @param role what the node is now
 * @param token the highest fencing token it knows
 * @param address what clients of the group are told while it is primary
 * @param capacity size of this node relative to the others of its group
 * @param interval time between two heartbeats
 * @param sample a reading that no manager has answered yet
 * @param trouble a step that fails, if one does
 * @param goodbye whether the node leaves for good
 * @param clockMillis this machine's wall clock at sending, in ms since 1970; it is shown, and nothing follows from it
 * @param steps what a manager that leads its nodes step by step has to know
 */
record Beat(
        String incarnation,
        Role role,
        long token,
        Optional<String> address,
        double capacity,
        Duration interval,
        Optional<Sample> sample,
        Optional<StepTrouble> trouble,
        boolean goodbye,
        long clockMillis,
        Steps steps) {
    /** Reasons are for people; a manager need not take a novel. */
    private static final int LONGEST_REASON = 200;

    /**
     * What a beat says of steps.
     *
     * @param cluster id of the manager's store that the node remembers
     * @param number grows by 1 with each beat of an incarnation
     * @param point how far the node is with what it was told
     * @param bound for how long it accepts no role, with why; zero for not at all
     * @param health whether it is able to work
     * @param peers what it says of failsafe
     * @param laidDown why it laid down the role that it last had
     */
    record Steps(
            Optional<String> cluster,
            long number,
            HandoverPoint point,
            Bound bound,
            NodeHealth health,
            Peers peers,
            Optional<RoleReason> laidDown) {}

    /**
     * For how long a node accepts no role.
     *
     * @param left zero if it does
     * @param promisedTo to whom it was promised, empty where it is the start
     */
    record Bound(Duration left, Optional<String> promisedTo) {}

    /**
     * What a node says of failsafe.
     *
     * @param on whether it takes part
     * @param address where it is asked, if it is
     * @param members the list that it has taken over
     */
    record Peers(boolean on, Optional<String> address, Optional<MemberList> members) {
        static final Peers NONE = new Peers(false, Optional.empty(), Optional.empty());
    }

    /** The same with a step that fails. */
    Beat with(Optional<StepTrouble> failing) {
        return new Beat(
                incarnation, role, token, address, capacity, interval, sample, failing, goodbye, clockMillis, steps);
    }

    /** The same as the last one. */
    Beat asGoodbye() {
        return new Beat(
                incarnation, role, token, address, capacity, interval, sample, trouble, true, clockMillis, steps);
    }

    /**
     * The heartbeat as JSON; numbers have a dot in every locale, and none is ever NaN.
     *
     * @param plain leaves out what a manager of an older version refuses
     */
    String toJson(boolean plain) {
        return JsonText.object(json -> {
            write(json);
            if (!plain) {
                write(json, steps);
            }
        });
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeStringField("incarnation", incarnation);
        json.writeStringField("role", role.word());
        json.writeNumberField("token", token);
        json.writeNumberField("capacity", capacity);
        json.writeNumberField("heartbeat_interval_ms", interval.toMillis());
        json.writeNumberField("clock_ms", clockMillis);
        if (address.isPresent()) {
            json.writeStringField("address", address.get());
        }
        if (sample.isPresent()) {
            write(json, sample.get());
        }
        if (trouble.isPresent()) {
            json.writeObjectFieldStart("hook");
            json.writeStringField("failed", trouble.get().failed().word());
            json.writeNumberField("attempts", trouble.get().attempts());
            json.writeEndObject();
        }
        if (goodbye) {
            json.writeBooleanField("goodbye", true);
        }
    }

    private static void write(JsonGenerator json, Steps steps) throws IOException {
        if (steps.cluster().isPresent()) {
            json.writeStringField("cluster", steps.cluster().get());
        }
        json.writeNumberField("beat", steps.number());
        json.writeObjectFieldStart("handover");
        json.writeNumberField("id", steps.point().id());
        json.writeStringField("state", steps.point().level().word());
        json.writeEndObject();
        if (!steps.bound().left().isZero()) {
            Optional<String> to = steps.bound().promisedTo();
            json.writeNumberField(
                    "bound_ms", steps.bound().left().plusNanos(999_999).toMillis());
            json.writeStringField("bound_by", to.isPresent() ? "promise" : "start");
            if (to.isPresent()) {
                json.writeStringField("promised_to", to.get());
            }
        }
        if (steps.health() != NodeHealth.UNKNOWN) {
            json.writeStringField("health", steps.health().word());
        }
        write(json, steps.peers());
        if (steps.laidDown().isPresent()) {
            json.writeStringField("reason", steps.laidDown().get().name());
        }
    }

    private static void write(JsonGenerator json, Peers peers) throws IOException {
        json.writeStringField("failsafe", peers.on() ? "on" : "off");
        if (peers.address().isPresent()) {
            json.writeStringField("peer_address", peers.address().get());
        }
        if (peers.members().isPresent()) {
            json.writeObjectFieldStart("members");
            json.writeNumberField("version", peers.members().get().version());
            json.writeStringField("hash", peers.members().get().hash());
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, Sample sample) throws IOException {
        json.writeObjectFieldStart("sample");
        json.writeNumberField("sequence", sample.sequence());
        json.writeObjectFieldStart("metrics");
        for (Map.Entry<String, Double> metric : sample.metrics().values().entrySet()) {
            json.writeNumberField(metric.getKey(), rounded(metric.getValue()));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("unknown");
        for (Map.Entry<String, String> reason : sample.unknown().entrySet()) {
            json.writeStringField(reason.getKey(), shortened(reason.getValue()));
        }
        json.writeEndObject();
        if (sample.roleLoad().isPresent()) {
            json.writeNumberField("role_load", rounded(sample.roleLoad().getAsDouble()));
        }
        json.writeEndObject();
    }

    /** A thousandth of a point is far below any noise. */
    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON - 3) + "...";
    }
}
