package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.GroupId;
import io.fairlead.primary.Alarm;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Alarms as JSON: what should be known, and the command that helps where there is just one. */
final class AlarmJson {

    private AlarmJson() {}

    static void list(JsonGenerator json, GroupId group, List<Alarm> alarms) throws IOException {
        json.writeArrayFieldStart("alarms");
        for (Alarm alarm : alarms) {
            json.writeStartObject();
            fields(json, group, alarm);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void fields(JsonGenerator json, GroupId group, Alarm alarm) throws IOException {
        String command = command(group, alarm);
        String words = alarm.kind().words();
        json.writeStringField("kind", alarm.kind().name());
        Json.text(json, "node", alarm.node());
        json.writeStringField("words", command == null ? words : words + ": " + command);
        Json.text(json, "command", command);
    }

    private static @Nullable String command(GroupId group, Alarm alarm) {
        return alarm.kind() == Alarm.Kind.NEEDS_OPERATOR ? "fairlead remove " + group + " " + alarm.node() : null;
    }
}
