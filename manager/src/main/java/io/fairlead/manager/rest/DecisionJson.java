package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.Check;
import io.fairlead.GroupId;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.primary.Decision;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decisions as JSON: every condition that was tested, as data and in words. */
final class DecisionJson {

    private DecisionJson() {}

    static byte[] list(GroupId group, List<DecisionRecord> records) {
        return Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("group", group.value());
            json.writeArrayFieldStart("decisions");
            for (DecisionRecord record : records) {
                decision(json, group, record);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static void field(JsonGenerator json, String name, GroupId group, @Nullable DecisionRecord record)
            throws IOException {
        json.writeFieldName(name);
        if (record == null) {
            json.writeNull();
        } else {
            decision(json, group, record);
        }
    }

    private static void decision(JsonGenerator json, GroupId group, DecisionRecord record) throws IOException {
        json.writeStartObject();
        head(json, record);
        numbers(json, record.decision().comparison());
        AlarmJson.list(json, group, record.alarms());
        json.writeArrayFieldStart("checks");
        for (Check check : record.checks()) {
            CheckJson.write(json, "node", check);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** What was decided, when and why. */
    static void head(JsonGenerator json, DecisionRecord record) throws IOException {
        Decision decision = record.decision();
        json.writeNumberField("round", record.round());
        json.writeBooleanField("between_rounds", record.moment() != DecisionRecord.Moment.ROUND);
        json.writeStringField("time", Instant.ofEpochMilli(record.wallMillis()).toString());
        json.writeStringField("kind", decision.kind().name().toLowerCase(Locale.ROOT));
        json.writeStringField("reason", decision.reason().name());
        Json.text(json, "cause", decision.cause());
        Json.text(json, "from", decision.from());
        Json.text(json, "to", decision.to());
        json.writeStringField("words", record.words());
        Json.text(json, "held", held(record));
        json.writeNumberField("token", record.token());
    }

    /** Why a change was only shown, or null. */
    private static @Nullable String held(DecisionRecord record) {
        return record.decision().kind() == Decision.Kind.WOULD_SWITCH
                ? record.held().name().toLowerCase(Locale.ROOT)
                : null;
    }

    /** What was compared. */
    static void numbers(JsonGenerator json, Decision.Comparison comparison) throws IOException {
        Json.text(json, "candidate", comparison.candidate());
        Json.number(json, "advantage", comparison.advantage());
        Json.number(json, "hysteresis", comparison.hysteresis());
        json.writeNumberField("k", comparison.k());
        json.writeNumberField("streak", comparison.streak());
        json.writeNumberField("confirmations", comparison.confirmations());
    }
}
