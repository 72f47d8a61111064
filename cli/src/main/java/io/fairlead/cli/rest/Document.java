package io.fairlead.cli.rest;

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
 * and a command shows what it understands. Texts are made printable: much of them came from nodes.
 */
public final class Document {

    private final Map<String, @Nullable Object> values;

    Document(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /** The values by key: texts, numbers, booleans, documents, lists of these, and null. */
    Map<String, @Nullable Object> values() {
        return values;
    }

    /** An object without any key. */
    public static Document empty() {
        return new Document(Collections.emptyMap());
    }

    /** Reads a text that is one JSON object; throws {@link IOException} where it is anything else. */
    public static Document parse(String text) throws IOException {
        return JsonText.read(text);
    }

    /** A text. */
    public Optional<String> text(String key) {
        return values.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** A text, or the other where there is none. */
    public String text(String key, String other) {
        return text(key).orElse(other);
    }

    /** The same object with one more text, which comes first. */
    public Document with(String key, String text) {
        return with(key, (Object) text);
    }

    /** The same object with one more truth, which comes first. */
    public Document with(String key, boolean truth) {
        return with(key, (Object) truth);
    }

    private Document with(String key, Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        more.put(key, value);
        values.forEach(more::putIfAbsent);
        return new Document(more);
    }

    /** The object as JSON text in one line, in ASCII. */
    public String json() {
        return JsonText.write(this);
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

    /** Whether a field is there and false. */
    public boolean isFalse(String key) {
        return Boolean.FALSE.equals(values.get(key));
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
}
