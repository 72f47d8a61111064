package io.fairlead.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** JSON in the making. */
public final class JsonText {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** Writes the fields of an object. */
    public interface Fields {
        /** Writes them between the braces. */
        void write(JsonGenerator json) throws IOException;
    }

    /** The text of an object. */
    public static String object(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException never) {
            // A text in memory does not fail; a fault of the writer itself is a bug.
            throw new UncheckedIOException(never);
        }
        return text.toString();
    }
}
