package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.NodeId;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.primary.Pause;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** What operators ordered of groups, and what they did, as JSON. */
final class OrdersJson {

    private static final String CONFIGURED = "configuration";
    private static final String ORDERED = "ordered";

    private OrdersJson() {}

    /** What is in force in a group, and where each of it comes from. */
    static void orders(JsonGenerator json, GroupView view) throws IOException {
        json.writeObjectFieldStart("orders");
        inForce(
                json,
                "observe",
                view.orders().observe(view.settings()),
                view.orders().observe() != null);
        // Nothing configures a pause, so one that is in force was ordered.
        inForce(json, "pause", view.orders().pause(), view.orders().pause() != Pause.OFF);
        json.writeArrayFieldStart("maintenance");
        SortedSet<NodeId> named = new TreeSet<>(view.settings().maintenance());
        named.addAll(view.orders().maintenance().keySet());
        SortedSet<NodeId> out = view.orders().maintenance(view.settings());
        for (NodeId node : named) {
            json.writeStartObject();
            json.writeStringField("node", node.value());
            json.writeBooleanField("on", out.contains(node));
            json.writeStringField("source", source(view.orders().maintenance().containsKey(node)));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void inForce(JsonGenerator json, String name, Enum<?> value, boolean ordered) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("value", value.name().toLowerCase(Locale.ROOT));
        json.writeStringField("source", source(ordered));
        json.writeEndObject();
    }

    private static String source(boolean ordered) {
        return ordered ? ORDERED : CONFIGURED;
    }

    /** What came of an act: what was changed, and what is in force now. */
    static byte[] done(Act act, GroupView view) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("group", view.group().value());
            json.writeFieldName("act");
            act(json, act);
            orders(json, view);
            Json.text(
                    json,
                    "primary",
                    view.primary() == null ? null : view.primary().node());
            json.writeArrayFieldStart("notes");
            for (String note : OrderNotes.of(act, view)) {
                json.writeString(note);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** A page of the audit. */
    static byte[] audit(List<Act> acts, boolean more) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("acts");
            for (Act act : acts) {
                act(json, act);
            }
            json.writeEndArray();
            if (more) {
                json.writeNumberField("next", acts.get(acts.size() - 1).number());
            } else {
                json.writeNullField("next");
            }
            json.writeEndObject();
        });
    }

    private static void act(JsonGenerator json, Act act) throws IOException {
        json.writeStartObject();
        json.writeNumberField("number", act.number());
        json.writeStringField("time", Instant.ofEpochMilli(act.wallMillis()).toString());
        Json.text(json, "by", act.by().name());
        json.writeStringField("from", act.by().from());
        json.writeStringField("what", act.verb());
        json.writeStringField("group", act.group().value());
        Json.text(json, "node", act.node());
        json.writeStringField("old", act.before());
        json.writeStringField("new", act.after());
        json.writeStringField("result", act.refused() == null ? "done" : "refused");
        Json.text(
                json,
                "refused",
                act.refused() == null ? null : OrderResource.code(act.refused()).label());
        Json.text(json, "reason", act.by().reason().isEmpty() ? null : act.by().reason());
        json.writeEndObject();
    }
}
