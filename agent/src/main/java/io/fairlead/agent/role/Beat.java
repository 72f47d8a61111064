package io.fairlead.agent.role;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
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
 * @param trouble a hook that fails, if one does
 * @param goodbye whether the node leaves for good
 * @param clockMillis this machine's wall clock at sending, in ms since 1970; it is shown, and nothing follows from it
 */
record Beat(
        String incarnation,
        Role role,
        long token,
        Optional<String> address,
        double capacity,
        Duration interval,
        Optional<Sample> sample,
        Optional<HookTrouble> trouble,
        boolean goodbye,
        long clockMillis) {
    /** Reasons are for people; a manager need not take a novel. */
    private static final int LONGEST_REASON = 200;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The heartbeat as JSON in UTF-8; numbers have a dot in every locale, and none is ever NaN. */
    byte[] toJson() {
        ObjectNode beat = JSON.createObjectNode()
                .put("incarnation", incarnation)
                .put("role", role.word())
                .put("token", token)
                .put("capacity", capacity)
                .put("heartbeat_interval_ms", interval.toMillis())
                .put("clock_ms", clockMillis);
        address.ifPresent(text -> beat.put("address", text));
        sample.ifPresent(s -> put(beat.putObject("sample"), s));
        trouble.ifPresent(hook ->
                beat.putObject("hook").put("failed", hook.failed().word()).put("attempts", hook.attempts()));
        if (goodbye) {
            beat.put("goodbye", true);
        }
        try {
            return JSON.writeValueAsBytes(beat);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a heartbeat cannot be written as JSON", e);
        }
    }

    private static void put(ObjectNode node, Sample sample) {
        node.put("sequence", sample.sequence());
        ObjectNode metrics = node.putObject("metrics");
        sample.metrics().values().forEach((name, value) -> metrics.put(name, rounded(value)));
        ObjectNode unknown = node.putObject("unknown");
        sample.unknown().forEach((name, reason) -> unknown.put(name, shortened(reason)));
        sample.roleLoad().ifPresent(load -> node.put("role_load", rounded(load)));
    }

    /** A thousandth of a point is far below any noise. */
    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON - 3) + "...";
    }
}
