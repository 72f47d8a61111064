package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.manager.journal.History;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.primary.Decision;
import io.fairlead.primary.NodeObservation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Past rounds as JSON: what was observed, and what was decided from it. */
final class HistoryJson {

    private HistoryJson() {}

    static byte[] page(GroupId group, @Nullable GroupView view, History.Page page) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("group", group.value());
            if (view == null) {
                json.writeNullField("sample_interval_ms");
            } else {
                json.writeNumberField(
                        "sample_interval_ms",
                        view.settings().primary().sampleInterval().toMillis());
            }
            json.writeArrayFieldStart("rounds");
            List<Fact.Decided> rounds = page.rounds();
            for (Fact.Decided round : rounds) {
                round(json, round, page.isRenewal(round));
            }
            json.writeEndArray();
            json.writeArrayFieldStart("gaps");
            for (History.Gap gap : page.gaps()) {
                json.writeStartObject();
                json.writeNumberField("after", gap.after());
                json.writeNumberField("before", gap.before());
                json.writeNumberField("rounds", gap.rounds());
                json.writeEndObject();
            }
            json.writeEndArray();
            if (page.more()) {
                json.writeNumberField(
                        "next", rounds.get(rounds.size() - 1).outcome().round());
            } else {
                json.writeNullField("next");
            }
            json.writeEndObject();
        });
    }

    private static void round(JsonGenerator json, Fact.Decided fact, boolean renewed) throws IOException {
        Fact.Outcome outcome = fact.outcome();
        Decision decision = outcome.decision();
        Decision.Comparison comparison = decision.comparison();
        json.writeStartObject();
        json.writeNumberField("round", outcome.round());
        json.writeBooleanField("between_rounds", fact.moment() != DecisionRecord.Moment.ROUND);
        json.writeStringField("time", Instant.ofEpochMilli(fact.wallMillis()).toString());
        json.writeNumberField("at_s", seconds(fact.seen().at()));
        Json.text(json, "primary", outcome.primary());
        json.writeNumberField("token", outcome.token());
        json.writeStringField("kind", decision.kind().name().toLowerCase(Locale.ROOT));
        json.writeStringField("reason", decision.reason().name());
        Json.text(json, "cause", decision.cause());
        Json.text(json, "from", decision.from());
        Json.text(json, "to", decision.to());
        json.writeBooleanField("renewed", renewed);
        json.writeStringField(
                "words",
                renewed
                        ? decision.to()
                                + " stays primary under a new token: it had lost the role, or a newer token was known"
                        : fact.words());
        json.writeNumberField("k", comparison.k());
        Json.number(json, "hysteresis", comparison.hysteresis());
        Json.number(json, "advantage", comparison.advantage());
        json.writeNumberField("streak", comparison.streak());
        json.writeNumberField("confirmations", comparison.confirmations());
        Json.text(json, "candidate", comparison.candidate());
        json.writeArrayFieldStart("nodes");
        for (Map.Entry<NodeId, NodeObservation> node : fact.seen().nodes().entrySet()) {
            node(json, node.getKey(), node.getValue());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, NodeId id, NodeObservation node) throws IOException {
        json.writeStartObject();
        json.writeStringField("node", id.value());
        json.writeNumberField("heartbeat_age_ms", node.heartbeatAge().toMillis());
        json.writeBooleanField("maintenance", node.maintenance());
        Metrics metrics = node.metrics();
        if (metrics == null) {
            json.writeNullField("metrics");
        } else {
            json.writeObjectFieldStart("metrics");
            for (Map.Entry<String, Double> metric : metrics.values().entrySet()) {
                json.writeNumberField(metric.getKey(), metric.getValue());
            }
            json.writeEndObject();
        }
        Json.number(json, "role_load", node.roleLoad().orElse(Double.NaN));
        json.writeNumberField("capacity", node.capacity());
        json.writeEndObject();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
