package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.Check;
import io.fairlead.ServiceId;
import io.fairlead.manager.services.PlacementRecord;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Offer;
import io.fairlead.placement.Placement;
import io.fairlead.store.AffinityStore.Claimed;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Placements as JSON: where a room goes, and every condition that was tested, as data and in words. */
final class PlacementJson {

    private PlacementJson() {}

    static byte[] placement(PlacementRecord record) {
        return Json.bytes(json -> write(json, record));
    }

    static byte[] list(ServiceId service, List<PlacementRecord> records) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("service", service.value());
            json.writeArrayFieldStart("placements");
            for (PlacementRecord record : records) {
                write(json, record);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, PlacementRecord record) throws IOException {
        Placement placement = record.placement();
        json.writeStartObject();
        json.writeNumberField("number", record.number());
        json.writeStringField("time", Instant.ofEpochMilli(record.wallMillis()).toString());
        json.writeStringField("service", record.request().service().value());
        Json.text(json, "room", record.room());
        json.writeNumberField("cost", record.request().cost());
        chosen(json, placement.chosen());
        json.writeStringField("basis", placement.basis().name());
        json.writeStringField("words", placement.words());
        claim(json, record.claimed());
        lot(json, "lot", placement.lot());
        second(json, placement.second());
        json.writeArrayFieldStart("checks");
        for (Check check : placement.checks()) {
            CheckJson.write(json, "instance", check);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("offers");
        for (Offer offer : placement.offers()) {
            json.writeStartObject();
            json.writeStringField("instance", offer.candidate().id().value());
            ServiceJson.offer(json, offer);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void chosen(JsonGenerator json, @Nullable Candidate chosen) throws IOException {
        Json.text(json, "instance", chosen == null ? null : chosen.id());
        Json.text(json, "incarnation", chosen == null ? null : chosen.report().incarnation());
        Json.text(json, "endpoint", chosen == null ? null : chosen.instance().endpoint());
        Json.text(json, "node", chosen == null ? null : chosen.instance().node());
    }

    private static void claim(JsonGenerator json, @Nullable Claimed claimed) throws IOException {
        if (claimed == null) {
            json.writeNullField("claim");
            return;
        }
        json.writeObjectFieldStart("claim");
        json.writeNumberField("epoch", claimed.claim().epoch());
        json.writeStringField("origin", claimed.origin().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
    }

    /** The second of two draws, with the instances that both met. */
    private static void second(JsonGenerator json, Placement.@Nullable Second second) throws IOException {
        if (second == null) {
            json.writeNullField("second");
            return;
        }
        json.writeObjectFieldStart("second");
        lot(json, "lot", second.lot());
        Json.text(json, "one", second.one().candidate().id());
        Json.text(json, "other", second.other().candidate().id());
        json.writeEndObject();
    }

    private static void lot(JsonGenerator json, String name, Placement.@Nullable Lot lot) throws IOException {
        if (lot == null) {
            json.writeNullField(name);
            return;
        }
        json.writeObjectFieldStart(name);
        json.writeNumberField("drawn", lot.drawn());
        json.writeNumberField("bound", lot.bound());
        json.writeEndObject();
    }
}
