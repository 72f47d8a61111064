package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How this package reads and writes JSON. */
final class Json {

    /** Bounds for what strangers send; nothing that is understood comes near them. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(16)
                    .maxNumberLength(100)
                    .maxNameLength(256)
                    .maxStringLength(4_096)
                    .build())
            .build();

    private Json() {}

    /** Writes a document. */
    interface Writer {
        void write(JsonGenerator json) throws IOException;
    }

    static byte[] bytes(Writer writer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            writer.write(json);
        } catch (IOException never) {
            // A byte array does not fail; a fault of the writer itself is a bug.
            throw new UncheckedIOException(never);
        }
        return out.toByteArray();
    }

    /** A number, or null where it is unknown or has no bound: JSON knows neither NaN nor infinity. */
    static void number(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }

    /** A span in ms, or null where it is unknown. */
    static void millis(JsonGenerator json, String name, @Nullable Duration span) throws IOException {
        if (span == null) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, span.toMillis());
        }
    }

    static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, value.toString());
        }
    }
}
