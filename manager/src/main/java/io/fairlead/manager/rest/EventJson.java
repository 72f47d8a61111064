package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.Check;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.PrimaryQuestion;
import io.fairlead.primary.Standing;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the events say. The fields have the names and the meaning that they have in the answers to requests. */
final class EventJson {

    private EventJson() {}

    /** Whether the role moved, or nobody has it any more. */
    static boolean isChange(DecisionRecord record) {
        boolean lost = record.decision().from() != null && record.decision().to() == null;
        return record.decision().isSwitch() || lost;
    }

    static void change(JsonGenerator json, GroupId group, DecisionRecord record) throws IOException {
        json.writeStringField("group", group.value());
        DecisionJson.head(json, record);
    }

    static void notice(JsonGenerator json, GroupId group, Alarm alarm, boolean begins) throws IOException {
        json.writeStringField("group", group.value());
        AlarmJson.fields(json, group, alarm);
        json.writeBooleanField("begins", begins);
    }

    static void round(JsonGenerator json, GroupView view, DecisionRecord record) throws IOException {
        json.writeStringField("group", view.group().value());
        Json.text(
                json, "primary", view.primary() == null ? null : view.primary().node());
        json.writeNumberField("start_wait_left_ms", view.startLeft().toMillis());
        json.writeNumberField("failed_rounds", view.failedRounds());
        DecisionJson.head(json, record);
        json.writeStringField("reason_words", record.decision().reason().words());
        DecisionJson.numbers(json, record.decision().comparison());
        cooldown(json, record);
        GroupJson.roleLoad(json, view.roleLoad());
        AlarmJson.list(json, view.group(), record.alarms());
        Map<NodeId, Check> barred = barred(record);
        json.writeArrayFieldStart("nodes");
        for (NodeView node : view.nodes()) {
            node(json, node, barred.get(node.node()));
        }
        json.writeEndArray();
    }

    /** What is left of the cooldown, or null where the round did not come to ask for it. */
    private static void cooldown(JsonGenerator json, DecisionRecord record) throws IOException {
        for (Check check : record.checks()) {
            if (check.question() == PrimaryQuestion.COOLDOWN) {
                double left = Math.max(0, check.wanted() - check.found());
                json.writeNumberField("cooldown_left_ms", Math.round(1_000 * left));
                return;
            }
        }
        json.writeNullField("cooldown_left_ms");
    }

    /** The first failed check of each node: what its standing names, with the numbers. */
    private static Map<NodeId, Check> barred(DecisionRecord record) {
        Map<NodeId, Check> barred = new HashMap<>();
        for (Check check : record.checks()) {
            if (check.node() != null && !check.passed()) {
                barred.putIfAbsent(check.node(), check);
            }
        }
        return barred;
    }

    private static void node(JsonGenerator json, NodeView node, @Nullable Check failed) throws IOException {
        Standing standing = node.standing();
        json.writeStartObject();
        json.writeStringField("node", node.node().value());
        json.writeStringField("state", node.life().label());
        json.writeStringField("role", node.role().label());
        json.writeNumberField("heartbeat_age_ms", node.age().toMillis());
        json.writeBooleanField("eligible", standing != null && standing.eligible());
        Json.number(json, "average", standing == null ? Double.NaN : standing.average());
        Json.number(json, "projected", standing == null ? Double.NaN : standing.projected());
        Json.number(
                json,
                "newest",
                standing == null ? Double.NaN : standing.state().average().newest());
        // A check that failed for the candidate and kept nobody from being one is no hindrance.
        if (failed == null || standing == null || failed.question() != standing.failed()) {
            json.writeNullField("failed");
        } else {
            json.writeFieldName("failed");
            CheckJson.write(json, "node", failed);
        }
        json.writeEndObject();
    }
}
