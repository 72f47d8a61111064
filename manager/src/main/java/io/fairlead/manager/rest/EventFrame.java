package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.GroupId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One server-sent event as it goes over the wire; the same bytes go to every reader.
 *
 * @param kind what it tells
 * @param group the group it is about, or null if it is about the reader
 * @param bytes the event with the empty line that ends it
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these; the bytes are handed on, not kept.
record EventFrame(Kind kind, @Nullable GroupId group, byte[] bytes) {

    /** What an event tells; the names on the wire are added to, never renamed. */
    enum Kind {
        /** A group has decided; a newer one makes an older one of the same group useless. */
        ROUND,
        /** A group has another primary, or none any more. */
        CHANGE,
        /** An alarm began or ended. */
        NOTICE,
        /** Events went missing: what was read before has to be read again. */
        RESET;

        private final String label = name().toLowerCase(Locale.ROOT);
    }

    /** Writes the fields of an event's JSON object. */
    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    static EventFrame of(Kind kind, @Nullable GroupId group, String id, Fields fields) {
        byte[] data = Json.bytes(json -> {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        });
        // JSON holds no raw line break, so one line of data is enough.
        String text =
                "id: " + id + "\nevent: " + kind.label + "\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n";
        return new EventFrame(kind, group, text.getBytes(StandardCharsets.UTF_8));
    }
}
