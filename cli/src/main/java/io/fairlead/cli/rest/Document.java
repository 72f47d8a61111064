package io.fairlead.cli.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object, in the order in which it was written, with typed questions.
 *
 * <p>A key that is absent, null or of another type answers empty: a newer manager may say more and an older one less,
 * and a command shows what it understands. Read with the streaming parser alone, which starts in a fifth of the time
 * of a data binding.
 */
public final class Document {

    private final Map<String, @Nullable Object> values;

    private Document(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /** An object without any key. */
    public static Document empty() {
        return new Document(Collections.emptyMap());
    }

    /** Reads a text that is one JSON object; throws {@link IOException} where it is anything else. */
    public static Document parse(String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            Document document = new Document(object(parser));
            if (parser.nextToken() != null) {
                throw new IOException("more than one JSON document");
            }
            return document;
        }
    }

    /** A text. */
    public Optional<String> text(String key) {
        return values.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** A text, or the other where there is none. */
    public String text(String key, String other) {
        return text(key).orElse(other);
    }

    /** A finite number. */
    public OptionalDouble number(String key) {
        return values.get(key) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** A number, or NaN where there is none. */
    public double numberOrUnknown(String key) {
        return number(key).orElse(Double.NaN);
    }

    /** A whole number. */
    public OptionalLong integer(String key) {
        return values.get(key) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    /** True only for a value that is true. */
    public boolean isTrue(String key) {
        return Boolean.TRUE.equals(values.get(key));
    }

    /** Whether there is a value that is not null. */
    public boolean has(String key) {
        return values.get(key) != null;
    }

    /** An object below this key. */
    public Optional<Document> object(String key) {
        return values.get(key) instanceof Document below ? Optional.of(below) : Optional.empty();
    }

    /** The objects of a list; what is not an object in it is left out. */
    public List<Document> objects(String key) {
        List<Document> objects = new ArrayList<>();
        for (Object item : items(key)) {
            if (item instanceof Document document) {
                objects.add(document);
            }
        }
        return objects;
    }

    /** The texts of a list; what is not a text in it is left out. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object item : items(key)) {
            if (item instanceof String text) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** The values that are numbers, by key. */
    public Map<String, Double> numbers() {
        Map<String, Double> numbers = new TreeMap<>();
        values.forEach((key, value) -> {
            if (value instanceof Number number) {
                numbers.put(key, number.doubleValue());
            }
        });
        return numbers;
    }

    /** The values that are texts, by key. */
    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        values.forEach((key, value) -> {
            if (value instanceof String text) {
                texts.put(key, text);
            }
        });
        return texts;
    }

    private List<?> items(String key) {
        return values.get(key) instanceof List<?> list ? list : List.of();
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            values.put(key, value(parser, parser.nextToken()));
        }
        return values;
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> new Document(object(parser));
            case START_ARRAY -> items(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> finite(parser.getDoubleValue());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Number whole(JsonParser parser) throws IOException {
        // Not a conditional expression: that would make a double of both.
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getBigIntegerValue().doubleValue();
        }
        return parser.getLongValue();
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static List<@Nullable Object> items(JsonParser parser) throws IOException {
        List<@Nullable Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(parser, token));
        }
        return items;
    }
}
