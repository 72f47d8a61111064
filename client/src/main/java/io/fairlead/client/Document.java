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
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that a manager sent, as far as a client needs it: texts, numbers, truths, objects in it, and lists of
 * texts or of objects. Everything else is read over, so that a field more does not disturb.
 *
 * <p>A field that is there and is not what it should be ends with {@link IllegalArgumentException}, naming it.
 */
public final class Document {

    private static final JsonFactory JSON = new JsonFactory();
    private static final JsonFactory STRICT = new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final Map<String, Object> fields;

    private Document(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Reads a text that is one JSON object; throws {@link IOException} where it is anything else. */
    public static Document read(String text) throws IOException {
        return read(JSON, text);
    }

    /** The same, and a field that is there twice is refused: nobody can tell which of them was meant. */
    public static Document readStrictly(String text) throws IOException {
        return read(STRICT, text);
    }

    private static Document read(JsonFactory factory, String text) throws IOException {
        try (JsonParser parser = factory.createParser(text)) {
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
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_NULL -> null;
            default -> token;
        };
    }

    private static List<Object> elements(JsonParser parser) throws IOException {
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.VALUE_STRING) {
                elements.add(parser.getText());
            } else if (token == JsonToken.START_OBJECT) {
                elements.add(object(parser));
            } else {
                parser.skipChildren();
            }
        }
        return elements;
    }

    /** A text, if there is one. */
    public Optional<String> text(String name) {
        return field(name, String.class, "a text");
    }

    /** A text that has to be there. */
    public String requiredText(String name) {
        return text(name).orElseThrow(() -> missing(name));
    }

    /** A whole number within bounds that has to be there. */
    public long whole(String name, long least, long most) {
        long number = field(name, Long.class, "a whole number").orElseThrow(() -> missing(name));
        Range.check(name, number, least, most);
        return number;
    }

    /** A number, if there is one. */
    public OptionalDouble number(String name) {
        Optional<Number> found = field(name, Number.class, "a number");
        return found.isPresent() ? OptionalDouble.of(found.get().doubleValue()) : OptionalDouble.empty();
    }

    /** The numbers in an object by their names; none where there is no object. */
    public SortedMap<String, Double> numbers(String name) {
        SortedMap<String, Double> numbers = new TreeMap<>();
        Document object = object(name).orElse(null);
        if (object != null) {
            for (String field : object.fields.keySet()) {
                numbers.put(field, object.number(field).orElseThrow());
            }
        }
        return numbers;
    }

    /** An object, if there is one. */
    public Optional<Document> object(String name) {
        return field(name, Document.class, "an object");
    }

    /** Whether there is something of that name. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** True or false, if there is one. */
    public Optional<Boolean> truth(String name) {
        return field(name, JsonToken.class, "true or false").map(token -> switch (token) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new IllegalArgumentException(name + " is not true or false");
        });
    }

    /** The texts in a list; none where there is no list. */
    public List<String> list(String name) {
        return elements(name, String.class);
    }

    /** The objects in a list; none where there is no list. */
    public List<Document> objects(String name) {
        return elements(name, Document.class);
    }

    private <V> List<V> elements(String name, Class<V> type) {
        Object value = fields.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException(name + " is not a list");
        }
        return list.stream().filter(type::isInstance).map(type::cast).toList();
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
