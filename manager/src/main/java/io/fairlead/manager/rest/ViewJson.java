package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.manager.services.Seen;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.ServiceView;
import io.fairlead.placement.Term;
import io.fairlead.store.Drain;
import java.io.IOException;
import java.util.Locale;

/** A service as a program reads it that places rooms itself: what was reported, and no judgement of it. */
final class ViewJson {

    private ViewJson() {}

    static byte[] view(Seen seen) {
        ServiceView view = seen.drained().view();
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("service", view.service().value());
            json.writeBooleanField("can_see", view.current());
            json.writeNumberField("age_ms", view.age().toMillis());
            json.writeNumberField("schedulers", view.schedulers());
            settings(json, seen.settings().placement());
            json.writeArrayFieldStart("instances");
            for (Candidate candidate : view.candidates()) {
                instance(json, candidate);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("drains");
            for (Drain drain : seen.drained().drains().values()) {
                drain(json, drain);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void settings(JsonGenerator json, PlacementSettings settings) throws IOException {
        json.writeObjectFieldStart("settings");
        json.writeStringField("policy", settings.policy().label());
        ServiceJson.points(json, "ceilings", settings.ceilings().ceilings());
        json.writeNumberField("sample_ttl_ms", settings.sampleTtl().toMillis());
        json.writeBooleanField("admission", settings.admission());
        json.writeNumberField("growth_reserve", settings.terms().reserve());
        json.writeNumberField("warm_up_ms", settings.terms().warmUp().toMillis());
        json.writeArrayFieldStart("without");
        for (Term term : Term.values()) {
            if (!settings.terms().has(term)) {
                json.writeString(term.label());
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void instance(JsonGenerator json, Candidate candidate) throws IOException {
        json.writeStartObject();
        ServiceJson.reported(json, candidate);
        SafetyMargin own = candidate.report().ceilings();
        if (own == null) {
            json.writeNullField("ceilings");
        } else {
            ServiceJson.points(json, "ceilings", own.ceilings());
        }
        json.writeEndObject();
    }

    private static void drain(JsonGenerator json, Drain drain) throws IOException {
        json.writeStartObject();
        json.writeStringField("instance", drain.process().instance().value());
        json.writeStringField("incarnation", drain.process().incarnation().value());
        json.writeNumberField("age_ms", drain.age().toMillis());
        json.writeNumberField("within_ms", drain.wish().within().toMillis());
        json.writeStringField("then", drain.wish().then().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
    }
}
