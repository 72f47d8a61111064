package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.manager.services.DrainEnd;
import io.fairlead.manager.services.DrainShown;
import io.fairlead.store.Drain;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Orders to drain as JSON. */
final class DrainJson {

    private DrainJson() {}

    /** A field {@code drain}: the order that stands for an instance, or null. */
    static void field(JsonGenerator json, @Nullable DrainShown shown) throws IOException {
        json.writeFieldName("drain");
        if (shown == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringField("state", shown.state().name().toLowerCase(Locale.ROOT));
        if (shown.roomsLeft().isPresent()) {
            json.writeNumberField("rooms_left", shown.roomsLeft().getAsLong());
        } else {
            json.writeNullField("rooms_left");
        }
        times(json, shown.drain());
        json.writeNumberField("left_ms", shown.drain().left().toMillis());
        json.writeEndObject();
    }

    private static void times(JsonGenerator json, Drain drain) throws IOException {
        json.writeNumberField("age_ms", drain.age().toMillis());
        json.writeNumberField("within_ms", drain.wish().within().toMillis());
        json.writeStringField("then", drain.wish().then().name().toLowerCase(Locale.ROOT));
    }

    /** A field {@code drains_ended}: the last orders that have ended. */
    static void ended(JsonGenerator json, List<DrainEnd> ends) throws IOException {
        json.writeArrayFieldStart("drains_ended");
        for (DrainEnd end : ends) {
            json.writeStartObject();
            json.writeStringField("instance", end.drain().process().instance().value());
            json.writeStringField(
                    "incarnation", end.drain().process().incarnation().value());
            json.writeStringField("how", end.how().name().toLowerCase(Locale.ROOT));
            json.writeStringField("words", end.how().words());
            times(json, end.drain());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
