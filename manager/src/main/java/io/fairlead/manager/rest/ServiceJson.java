package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.manager.services.ServiceShown;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Offer;
import io.fairlead.placement.Outlook;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Services and their instances as JSON. Margins are points; what is unknown is null, never 0. */
final class ServiceJson {

    private ServiceJson() {}

    /** A state on the wire. */
    static String label(InstanceState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** A page of services; what was found beyond the limit only tells that there is a next page. */
    static byte[] list(List<ServiceShown> found, int limit) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("services");
            List<ServiceShown> page = found.subList(0, Math.min(limit, found.size()));
            for (ServiceShown shown : page) {
                json.writeStartObject();
                json.writeStringField("service", shown.service().value());
                json.writeNumberField("instances", shown.offers().size());
                sums(json, shown);
                json.writeEndObject();
            }
            json.writeEndArray();
            ServiceId next = found.size() > limit ? page.get(page.size() - 1).service() : null;
            Json.text(json, "next", next);
            json.writeEndObject();
        });
    }

    /** A service with a page of its instances. */
    static byte[] service(ServiceShown shown, @Nullable InstanceId after, int limit) {
        List<Offer> rest = shown.offers().stream()
                .filter(offer -> after == null || offer.candidate().id().compareTo(after) > 0)
                .toList();
        List<Offer> page = rest.subList(0, Math.min(limit, rest.size()));
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("service", shown.service().value());
            json.writeStringField(
                    "policy", shown.settings().placement().policy().label());
            points(json, "ceilings", shown.settings().placement().ceilings().ceilings());
            json.writeNumberField(
                    "sample_ttl_ms", shown.settings().placement().sampleTtl().toMillis());
            json.writeBooleanField("can_see", shown.canSee());
            json.writeNumberField("rooms_known_in_ms", shown.roomsKnownIn().toMillis());
            json.writeNumberField("instance_count", shown.offers().size());
            sums(json, shown);
            DrainJson.ended(json, shown.drainsEnded());
            json.writeArrayFieldStart("instances");
            for (Offer offer : page) {
                instance(json, shown, offer);
            }
            json.writeEndArray();
            Json.text(
                    json,
                    "next",
                    rest.size() > limit ? page.get(page.size() - 1).candidate().id() : null);
            json.writeEndObject();
        });
    }

    private static void sums(JsonGenerator json, ServiceShown shown) throws IOException {
        json.writeNumberField("live", shown.live());
        weight(json, shown.weight());
    }

    private static void instance(JsonGenerator json, ServiceShown shown, Offer offer) throws IOException {
        Candidate candidate = offer.candidate();
        json.writeStartObject();
        reported(json, candidate);
        json.writeBooleanField("drain_ordered", shown.drained().containsKey(candidate.id()));
        DrainJson.field(json, shown.drained().get(candidate.id()));
        offer(json, offer);
        json.writeEndObject();
    }

    /** What an instance is and reported: fields of the object that is being written. */
    static void reported(JsonGenerator json, Candidate candidate) throws IOException {
        LoadReport report = candidate.report();
        json.writeStringField("instance", candidate.id().value());
        json.writeStringField("node", candidate.instance().node().value());
        json.writeStringField("endpoint", candidate.instance().endpoint());
        json.writeStringField("incarnation", report.incarnation().value());
        json.writeStringField("state", label(report.state()));
        json.writeNumberField("sequence", report.sequence());
        json.writeNumberField("sample_age_ms", candidate.sampleAge().toMillis());
        json.writeNumberField("uptime_ms", report.uptime().toMillis());
        Json.number(json, "capacity", report.occupancy().capacity().orElse(Double.NaN));
        if (report.occupancy().rooms().isPresent()) {
            json.writeNumberField("rooms", report.occupancy().rooms().getAsLong());
        } else {
            json.writeNullField("rooms");
        }
        Json.number(json, "growth", report.occupancy().growth().orElse(Double.NaN));
        if (report.occupancy().memoryLimit().isPresent()) {
            json.writeNumberField(
                    "memory_limit_bytes", report.occupancy().memoryLimit().getAsLong());
        } else {
            json.writeNullField("memory_limit_bytes");
        }
        points(json, "metrics", report.metrics().values());
    }

    /** What an instance offers: fields of the object that is being written. */
    static void offer(JsonGenerator json, Offer offer) throws IOException {
        Map<String, Double> distances = offer.distances();
        if (distances == null) {
            json.writeNullField("margins");
        } else {
            points(json, "margins", distances);
        }
        Json.number(json, "margin", offer.points());
        Json.text(json, "binding", offer.binding());
        weight(json, offer.weight());
        json.writeBooleanField("live", offer.live());
        Json.text(json, "failed", offer.failed());
        outlook(json, offer.outlook());
    }

    /** A weight: a whole number where it is one, as under {@code safety-margin}. */
    private static void weight(JsonGenerator json, double weight) throws IOException {
        if (weight == Math.rint(weight)) {
            json.writeNumberField("weight", Math.round(weight));
        } else {
            json.writeNumberField("weight", weight);
        }
    }

    /** What the margins were corrected for. */
    private static void outlook(JsonGenerator json, @Nullable Outlook outlook) throws IOException {
        if (outlook == null) {
            json.writeNullField("outlook");
            return;
        }
        json.writeObjectFieldStart("outlook");
        json.writeNumberField("growth", outlook.load().growth());
        json.writeNumberField("in_flight", outlook.load().inFlight());
        json.writeNumberField("reserve", outlook.load().reserve());
        json.writeNumberField("ramp", outlook.ramp());
        points(json, "points_per_room", outlook.perRoom());
        json.writeArrayFieldStart("left_out");
        for (Outlook.Omission omission : outlook.left()) {
            json.writeString(omission.name());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Numbers by name. */
    static void points(JsonGenerator json, String name, Map<String, Double> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Double> value : values.entrySet()) {
            json.writeNumberField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
    }
}
