package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.Check;
import java.io.IOException;
import java.util.Locale;

/** A check as JSON: as data, and in words. */
final class CheckJson {

    private CheckJson() {}

    /**
     * Writes a check.
     *
     * @param json where to
     * @param subject what those are that it may be asked of: {@code node} or {@code instance}
     * @param check the check
     */
    static void write(JsonGenerator json, String subject, Check check) throws IOException {
        json.writeStartObject();
        json.writeStringField("question", check.question().name());
        Json.text(json, subject, check.subject());
        Json.number(json, "found", check.found());
        json.writeStringField("relation", check.question().relation().name().toLowerCase(Locale.ROOT));
        Json.number(json, "wanted", check.wanted());
        json.writeStringField("unit", check.question().unit().name().toLowerCase(Locale.ROOT));
        json.writeBooleanField("passed", check.passed());
        json.writeStringField("words", check.words());
        json.writeEndObject();
    }
}
