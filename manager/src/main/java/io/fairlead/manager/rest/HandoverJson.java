package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.Holding;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.HandoverReport;
import io.fairlead.manager.loop.HandoverView;
import io.fairlead.manager.loop.MemberList;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.StepNews;
import io.fairlead.manager.loop.StepOrder;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of primary as JSON: what a node is told, how long a role lasts, how far a change has come. */
final class HandoverJson {

    private HandoverJson() {}

    /** What a node is told. */
    static void order(JsonGenerator json, StepOrder order) throws IOException {
        json.writeObjectFieldStart("directive");
        json.writeStringField("do", word(order.what()));
        json.writeNumberField("id", order.id());
        Json.text(json, "reason", order.reason());
        Json.text(json, "from", order.from());
        Json.text(json, "to", order.to());
        json.writeEndObject();
    }

    static void timing(JsonGenerator json, Timing timing) throws IOException {
        json.writeObjectFieldStart("timing");
        json.writeNumberField("heartbeat_ms", timing.heartbeat().toMillis());
        json.writeNumberField("answer_wait_ms", timing.answerWait().toMillis());
        json.writeNumberField("failsafe_after_ms", timing.failsafeAfter().toMillis());
        json.writeNumberField("fence_lead_ms", timing.fenceLead().toMillis());
        json.writeNumberField("lease_ms", timing.lease().toMillis());
        json.writeEndObject();
    }

    /** How the group's changes happen. */
    static void settings(JsonGenerator json, HandoverSettings settings) throws IOException {
        HandoverSettings.Limits limits = settings.limits();
        json.writeObjectFieldStart("handover");
        json.writeStringField("mode", word(settings.mode()));
        json.writeBooleanField("single_writer", settings.singleWriter());
        json.writeNumberField("prepare_ms", limits.prepare().toMillis());
        json.writeNumberField("promote_ms", limits.promote().toMillis());
        json.writeNumberField("drain_ms", limits.drain().toMillis());
        json.writeNumberField("cleanup_ms", limits.clean().toMillis());
        json.writeEndObject();
    }

    /** The nodes of the group, if they are told. */
    static void members(JsonGenerator json, @Nullable MemberList list) throws IOException {
        if (list == null) {
            return;
        }
        json.writeObjectFieldStart("members");
        json.writeNumberField("version", list.version());
        json.writeStringField("hash", list.hash());
        json.writeArrayFieldStart("nodes");
        for (Map.Entry<NodeId, String> peer : list.peers().entrySet()) {
            json.writeStartObject();
            json.writeStringField("node", peer.getKey().value());
            Json.text(json, "peer_address", peer.getValue().isEmpty() ? null : peer.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** What a node says about the steps of a change; null where it knows none. */
    static void steps(JsonGenerator json, NodeSteps steps) throws IOException {
        HandoverReport said = steps.handover();
        if (said == null) {
            json.writeNullField("steps");
            return;
        }
        json.writeObjectFieldStart("steps");
        json.writeStringField("state", said.level().word());
        json.writeNumberField("id", said.id());
        json.writeNumberField("bound_ms", steps.bound().toMillis());
        Json.text(json, "promised_to", steps.promisedTo());
        json.writeBooleanField("healthy", !steps.unhealthy());
        json.writeBooleanField("failsafe", steps.failsafe());
        Json.text(json, "peer_address", steps.peer());
        json.writeEndObject();
    }

    /** How far a change of primary has come. */
    static void view(JsonGenerator json, HandoverView view) throws IOException {
        HandoverState.Course course = view.state().course();
        json.writeObjectFieldStart("handover");
        json.writeStringField("step", word(course.step()));
        json.writeNumberField("number", course.number());
        Json.text(json, "kind", view.state().isSteady() ? null : word(course.kind()));
        Json.text(json, "from", course.from());
        Json.text(json, "to", course.to());
        json.writeNumberField("since_ms", view.sinceStep().toMillis());
        json.writeArrayFieldStart("holdings");
        for (Map.Entry<NodeId, Holding> holding : view.state().holdings().entrySet()) {
            json.writeStartObject();
            json.writeStringField("node", holding.getKey().value());
            json.writeNumberField("token", holding.getValue().token());
            json.writeBooleanField("unstopped", holding.getValue().unstopped());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("barred");
        for (HandoverView.Barred barred : view.barredFor()) {
            json.writeStartObject();
            json.writeStringField("node", barred.node().value());
            json.writeNumberField("left_ms", barred.left().toMillis());
            json.writeNumberField("failures", barred.failures());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("news");
        for (StepNews news : view.news()) {
            json.writeStartObject();
            json.writeStringField(
                    "time", Instant.ofEpochMilli(news.wallMillis()).toString());
            json.writeNumberField("change", news.change());
            json.writeBooleanField("drill", news.ofDrill());
            json.writeStringField("node", news.node().value());
            json.writeStringField("what", news.what().name());
            json.writeStringField("words", news.node() + " " + news.what().words());
            json.writeBooleanField("trouble", news.what().isTrouble());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static String word(Directive directive) {
        return directive.name().toLowerCase(Locale.ROOT);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
