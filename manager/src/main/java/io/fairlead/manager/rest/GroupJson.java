package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.GroupId;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HookTrouble;
import io.fairlead.manager.loop.IdConflict;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.manager.loop.Sample;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.RoleLoad;
import io.fairlead.primary.Safeguard;
import io.fairlead.primary.Standing;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups and their nodes as JSON. Loads are points 0..100; what is unknown is null, never 0. */
final class GroupJson {

    private GroupJson() {}

    /** A page of groups; what was found beyond the limit only tells that there is a next page. */
    static byte[] list(List<GroupView> found, int limit) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("groups");
            List<GroupView> page = found.subList(0, Math.min(limit, found.size()));
            for (GroupView view : page) {
                json.writeStartObject();
                json.writeStringField("group", view.group().value());
                Json.text(
                        json,
                        "primary",
                        view.primary() == null ? null : view.primary().node());
                json.writeNumberField("token", view.token());
                json.writeNumberField("nodes", view.nodes().size());
                json.writeNumberField("alive", view.alive());
                json.writeNumberField("round", view.round());
                DecisionRecord newest = view.newest();
                Json.text(
                        json,
                        "reason",
                        newest == null ? null : newest.decision().reason());
                Json.text(
                        json,
                        "words",
                        newest == null ? null : newest.decision().reason().words());
                json.writeEndObject();
            }
            json.writeEndArray();
            GroupId next = found.size() > limit ? page.get(page.size() - 1).group() : null;
            Json.text(json, "next", next);
            json.writeEndObject();
        });
    }

    static byte[] group(GroupView view) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("group", view.group().value());
            json.writeFieldName("primary");
            NodeView primary = view.primary();
            if (primary == null) {
                json.writeNull();
            } else {
                primary(json, view, primary);
            }
            json.writeNumberField("token", view.token());
            json.writeNumberField("round", view.round());
            json.writeNumberField("failed_rounds", view.failedRounds());
            json.writeNumberField("start_wait_left_ms", view.startLeft().toMillis());
            settings(json, view);
            OrdersJson.orders(json, view);
            roleLoad(json, view.roleLoad());
            HandoverJson.view(json, view.handover());
            Json.text(json, "held_by_failsafe", view.heldByFailsafe());
            DecisionJson.field(json, "decision", view.group(), view.newest());
            DecisionJson.field(json, "last_change", view.group(), view.change());
            json.writeArrayFieldStart("nodes");
            for (NodeView node : view.nodes()) {
                node(json, view, node);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static void primary(JsonGenerator json, GroupView view, NodeView primary) throws IOException {
        json.writeStartObject();
        json.writeStringField("node", primary.node().value());
        Json.text(json, "address", primary.beat().address());
        json.writeNumberField("token", view.token());
        json.writeEndObject();
    }

    private static void settings(JsonGenerator json, GroupView view) throws IOException {
        PrimarySettings primary = view.settings().primary();
        json.writeObjectFieldStart("settings");
        json.writeStringField("profile", primary.profile().label());
        json.writeNumberField("sample_interval_ms", primary.sampleInterval().toMillis());
        json.writeNumberField("window", primary.averaging().window());
        json.writeStringField("observe", view.settings().observe().name().toLowerCase(Locale.ROOT));
        json.writeBooleanField("role_load", primary.has(Safeguard.ROLE_LOAD));
        json.writeNumberField("hold_ms", view.timing().lease().toMillis());
        json.writeNumberField("failover_after_ms", view.timing().managerWait().toMillis());
        json.writeEndObject();
    }

    static void roleLoad(JsonGenerator json, RoleLoad.@Nullable Estimate estimate) throws IOException {
        json.writeFieldName("role_load");
        if (estimate == null || !estimate.isKnown()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        Json.number(json, "points", estimate.points());
        Json.number(json, "margin", estimate.margin());
        json.writeStringField("source", estimate.source().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, GroupView view, NodeView node) throws IOException {
        Heartbeat beat = node.beat();
        json.writeStartObject();
        json.writeStringField("node", node.node().value());
        json.writeStringField("state", node.life().label());
        json.writeStringField("role", node.role().label());
        Json.text(json, "reported_role", node.heardHere() ? beat.role().label() : null);
        if (node.heardHere()) {
            json.writeNumberField("reported_token", beat.token());
        } else {
            json.writeNullField("reported_token");
        }
        json.writeNumberField("heartbeat_age_ms", node.age().toMillis());
        json.writeNumberField("heartbeat_interval_ms", beat.interval().toMillis());
        Json.text(json, "address", beat.address());
        json.writeStringField("from", node.from());
        json.writeStringField("incarnation", beat.incarnation());
        json.writeNumberField("capacity", beat.capacity());
        json.writeBooleanField(
                "maintenance", view.orders().maintenance(view.settings()).contains(node.node()));
        HandoverJson.steps(json, beat.steps());
        standing(json, node.standing());
        sample(json, node.sample());
        hook(json, beat.hook());
        conflict(json, node.conflict());
        Json.millis(json, "clock_skew_ms", node.clockSkew());
        DrillJson.last(json, view.handover().drills().last(node.node()));
        json.writeEndObject();
    }

    private static void standing(JsonGenerator json, @Nullable Standing standing) throws IOException {
        if (standing == null) {
            json.writeNullField("standing");
            return;
        }
        json.writeObjectFieldStart("standing");
        json.writeBooleanField("alive", standing.alive());
        json.writeBooleanField("measured", standing.measured());
        json.writeBooleanField("eligible", standing.eligible());
        Json.text(json, "failed", standing.failed());
        Json.number(json, "average", standing.average());
        Json.number(json, "projected", standing.projected());
        Json.number(json, "newest", standing.state().average().newest());
        json.writeNumberField("rounds", standing.state().average().rounds());
        json.writeBooleanField("partial", standing.state().partial());
        json.writeEndObject();
    }

    private static void sample(JsonGenerator json, @Nullable Sample sample) throws IOException {
        if (sample == null) {
            json.writeNullField("sample");
            return;
        }
        json.writeObjectFieldStart("sample");
        json.writeNumberField("sequence", sample.sequence());
        json.writeObjectFieldStart("metrics");
        for (Map.Entry<String, Double> metric : sample.metrics().values().entrySet()) {
            json.writeNumberField(metric.getKey(), metric.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("unknown");
        for (Map.Entry<String, String> reason : sample.unknown().entrySet()) {
            json.writeStringField(reason.getKey(), reason.getValue());
        }
        json.writeEndObject();
        Json.number(json, "role_load", sample.roleLoad().orElse(Double.NaN));
        json.writeEndObject();
    }

    private static void hook(JsonGenerator json, @Nullable HookTrouble hook) throws IOException {
        if (hook == null) {
            json.writeNullField("hook");
            return;
        }
        json.writeObjectFieldStart("hook");
        json.writeStringField("failed", hook.failed());
        json.writeNumberField("attempts", hook.attempts());
        json.writeEndObject();
    }

    private static void conflict(JsonGenerator json, @Nullable IdConflict conflict) throws IOException {
        if (conflict == null) {
            json.writeNullField("conflict");
            return;
        }
        json.writeObjectFieldStart("conflict");
        json.writeStringField("holder", conflict.holder().where());
        json.writeStringField("claimant", conflict.claimant().where());
        json.writeEndObject();
    }
}
