package io.fairlead.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that a manager sent, as far as a client needs it: texts, whole numbers, objects in it and lists of texts.
 * Everything else is read over, so that a field more does not disturb.
 *
 * <p>A field that is there and is not what it should be ends with {@link IllegalArgumentException}, naming it.
 */
final class Document {

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Object> fields;

    private Document(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Reads a text that is one JSON object; throws {@link IOException} where it is anything else. */
    static Document read(String text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            Document document = object(parser);
            if (parser.nextToken() != null) {
                throw new IOException("more than one JSON document");
            }
            return document;
        }
    }

    private static Document object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            Object value = value(parser, parser.nextToken());
            if (value != null) {
                fields.put(name, value);
            }
        }
        return new Document(fields);
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> texts(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Object) parser.getLongValue();
            case VALUE_NULL -> null;
            default -> token;
        };
    }

    private static List<String> texts(JsonParser parser) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.VALUE_STRING) {
                texts.add(parser.getText());
            } else {
                parser.skipChildren();
            }
        }
        return texts;
    }

    Optional<String> text(String name) {
        return field(name, String.class, "a text");
    }

    String requiredText(String name) {
        return text(name).orElseThrow(() -> missing(name));
    }

    long whole(String name, long least, long most) {
        long number = field(name, Long.class, "a whole number").orElseThrow(() -> missing(name));
        Range.check(name, number, least, most);
        return number;
    }

    Optional<Document> object(String name) {
        return field(name, Document.class, "an object");
    }

    List<String> list(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException(name + " is not a list");
        }
        return list.stream().map(String.class::cast).toList();
    }

    private <V> Optional<V> field(String name, Class<V> type, String wanted) {
        Object value = fields.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + " is not " + wanted);
        }
        return Optional.of(type.cast(value));
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException(name + " is missing");
    }
}
