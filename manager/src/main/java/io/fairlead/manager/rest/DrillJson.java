package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.manager.loop.DrillRecord;
import io.fairlead.manager.loop.DrillSettings;
import io.fairlead.manager.loop.GroupView;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Drills as JSON: when standbys rehearse, and what came of it. */
final class DrillJson {

    private DrillJson() {}

    static byte[] list(GroupView view) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("group", view.group().value());
            settings(json, view.settings().drill());
            json.writeArrayFieldStart("drills");
            for (DrillRecord drill : view.handover().drills().records()) {
                drill(json, drill);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void settings(JsonGenerator json, @Nullable DrillSettings settings) throws IOException {
        if (settings == null) {
            json.writeNullField("settings");
            return;
        }
        json.writeObjectFieldStart("settings");
        json.writeNumberField("every_ms", settings.every().toMillis());
        json.writeStringField("window", settings.window().toString());
        json.writeStringField("zone", settings.zone().getId());
        json.writeEndObject();
    }

    /** The last drill of a node, or null. */
    static void last(JsonGenerator json, @Nullable DrillRecord drill) throws IOException {
        json.writeFieldName("last_drill");
        if (drill == null) {
            json.writeNull();
        } else {
            drill(json, drill);
        }
    }

    private static void drill(JsonGenerator json, DrillRecord drill) throws IOException {
        json.writeStartObject();
        json.writeNumberField("number", drill.number());
        json.writeStringField("time", Instant.ofEpochMilli(drill.wallMillis()).toString());
        json.writeStringField("node", drill.node().value());
        json.writeStringField("result", drill.result().label());
        Json.text(json, "step", drill.step() == null ? null : drill.step().word());
        Json.text(json, "reason", drill.why());
        json.writeStringField("words", drill.node() + " " + drill.words());
        if (drill.tookMillis() == null) {
            json.writeNullField("took_ms");
        } else {
            json.writeNumberField("took_ms", drill.tookMillis());
        }
        json.writeEndObject();
    }
}
