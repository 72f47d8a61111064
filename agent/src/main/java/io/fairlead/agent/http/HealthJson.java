package io.fairlead.agent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.agent.metrics.MetricState;
import io.fairlead.agent.role.HookStatus;
import io.fairlead.client.machine.Reading;
import io.fairlead.client.role.Sample;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The body of {@code GET /health}. */
final class HealthJson {
    private HealthJson() {}

    /** Adds to what the other answers say of the role. */
    static ObjectNode of(LocalStatus now, ObjectNode role) {
        if (now.primaryOfGroup().isEmpty()) {
            role.putNull("primary");
        } else {
            role.put("primary", now.primaryOfGroup());
        }
        role.putObject("handover")
                .put("id", now.handover().id())
                .put("state", now.handover().level().word());
        role.put("failsafe", now.failsafe().word());
        role.put("managers", now.managers());
        ObjectNode hooks = role.putObject("hooks");
        now.hooks().forEach((name, hook) -> put(hooks.putObject(name), hook));
        values(now.readings(), role);
        ObjectNode readings = role.putObject("readings");
        now.readings().forEach((name, state) -> put(readings.putObject(name), state));
        return role;
    }

    /** What is known and why the rest is not, as heartbeats say it. */
    private static void values(SortedMap<String, MetricState> readings, ObjectNode json) {
        ObjectNode metrics = json.putObject("metrics");
        for (Map.Entry<String, MetricState> metric : readings.entrySet()) {
            if (metric.getValue().reading() instanceof Reading.Known known) {
                boolean role = metric.getKey().equals(Sample.ROLE_LOAD);
                (role ? json : metrics).put(metric.getKey(), known.value());
            }
        }
        ObjectNode unknown = json.putObject("unknown");
        for (Map.Entry<String, MetricState> metric : readings.entrySet()) {
            if (metric.getValue().reading() instanceof Reading.Unknown why) {
                unknown.put(metric.getKey(), why.reason());
            }
        }
    }

    private static void put(ObjectNode json, HookStatus hook) {
        json.put("state", hook.state().word())
                .put("since", hook.since().truncatedTo(ChronoUnit.MILLIS).toString())
                .put("attempts", hook.attempts())
                .put("ended", hook.ended())
                .put("said", hook.said());
    }

    private static void put(ObjectNode json, MetricState state) {
        Reading reading = state.reading();
        json.put("value", reading instanceof Reading.Known known ? (Double) known.value() : null);
        json.put("unknown", reading instanceof Reading.Unknown why ? why.reason() : null);
        json.put("age_ms", state.age().toMillis());
        Optional<Duration> known = state.sinceKnown();
        json.put("known_age_ms", known.isPresent() ? (Long) known.get().toMillis() : null);
        json.put("of", state.origin().of());
        state.origin().files().forEach(json.putArray("from")::add);
        ObjectNode leftOut = json.putObject("left_out");
        state.origin().leftOut().forEach(leftOut::put);
        state.origin().limits().forEach(json.putArray("limits")::add);
    }
}
