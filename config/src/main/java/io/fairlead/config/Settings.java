package io.fairlead.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The keys and values of one configuration, or of one section of it, with typed questions.
 *
 * <p>An absent key answers empty; a value of another type than asked throws {@link ConfigException} with its place. The
 * usual order is {@link #known} first, then the questions inside {@link #build}.
 */
public final class Settings {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");

    private final String source;
    private final Value.Mapping mapping;

    Settings(String source, Value.Mapping mapping) {
        this.source = source;
        this.mapping = mapping;
    }

    /** A configuration without any key, for a process that was given no file. */
    public static Settings none() {
        return new Settings("configuration", new Value.Mapping("configuration", Map.of()));
    }

    /** These settings with the given flags laid over them; flag {@code group} is written {@code --group} in errors. */
    public Settings withFlags(Map<String, String> flags) {
        Map<String, Value> merged = new LinkedHashMap<>(mapping.values());
        flags.forEach((key, text) -> merged.put(key, flag(key, text)));
        return new Settings(source, new Value.Mapping(mapping.place(), merged));
    }

    /**
     * These settings with a flag laid over a key of a section; key {@code tokens-file} of section {@code auth} is flag
     * {@code --auth-tokens-file}.
     */
    public Settings withFlag(String section, String key, String text) {
        Map<String, Value> merged = new LinkedHashMap<>(mapping.values());
        Value below = merged.getOrDefault(section, new Value.Mapping("--" + section + "-" + key, Map.of()));
        // What stands in the file and is no section is refused as that, with or without the flag.
        if (below instanceof Value.Mapping found) {
            Map<String, Value> more = new LinkedHashMap<>(found.values());
            more.put(key, flag(section + "-" + key, text));
            merged.put(section, new Value.Mapping(found.place(), more));
        }
        return new Settings(source, new Value.Mapping(mapping.place(), merged));
    }

    private static Value flag(String name, String text) {
        return new Value.Scalar("--" + name, text, false);
    }

    /** Refuses every key but these, naming the nearest of them; returns this. */
    public Settings known(String... keys) {
        List<String> all = Arrays.asList(keys);
        mapping.values().forEach((key, value) -> {
            if (!all.contains(key)) {
                throw new ConfigException(value.place() + ": unknown key " + Quoted.of(key)
                        + Nearest.to(key, all)
                                .map(n -> "; the nearest known key is \"" + n + "\"")
                                .orElseGet(() -> "; the known keys are " + String.join(", ", all)));
            }
        });
        return this;
    }

    /** The keys present, in the order of the file. */
    public List<String> keys() {
        return List.copyOf(mapping.values().keySet());
    }

    /** Any plain value, as written. */
    public Optional<String> text(String key) {
        return scalar(key, "plain text").map(Value.Scalar::text);
    }

    /** A path to a file or a folder; an empty text, which would be the working directory, is refused. */
    public Optional<Path> path(String key) {
        return parsed(key, "a path", s -> s.text().isEmpty() ? Optional.empty() : Optional.of(Path.of(s.text())));
    }

    /** A finite decimal number with a dot, such as {@code 1.5}. */
    public OptionalDouble number(String key) {
        Optional<Double> number = parsed(key, "a number such as 1.5", Settings::finite);
        return number.isPresent() ? OptionalDouble.of(number.get()) : OptionalDouble.empty();
    }

    /** A whole number. */
    public OptionalLong integer(String key) {
        Optional<Long> whole = parsed(
                key,
                "a whole number such as 30",
                s -> s.quoted() || !INTEGER.matcher(s.text()).matches()
                        ? Optional.empty()
                        : Optional.of(Long.parseLong(s.text())));
        return whole.isPresent() ? OptionalLong.of(whole.get()) : OptionalLong.empty();
    }

    /** A duration such as {@code 5s}; see {@link DurationText}. */
    public Optional<Duration> duration(String key) {
        return parsed(key, DurationText.EXAMPLES, s -> DurationText.parse(s.text()));
    }

    /** One of {@code on}, {@code off}, {@code true} and {@code false}. */
    public Optional<Boolean> onOff(String key) {
        return parsed(key, "on or off", s -> switch (s.text()) {
            case "on", "true" -> Optional.of(true);
            case "off", "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    /** A list of plain values; one plain value is a list of one, and a flag separates them by commas. */
    public Optional<List<String>> texts(String key) {
        Value value = mapping.values().get(key);
        if (!(value instanceof Value.Items items)) {
            return scalar(key, "a list").map(s -> split(s));
        }
        List<String> texts = new ArrayList<>();
        for (Value item : items.values()) {
            if (!(item instanceof Value.Scalar scalar) || scalar.empty()) {
                throw wrong(item, key, "a list of plain values");
            }
            texts.add(scalar.text());
        }
        return Optional.of(List.copyOf(texts));
    }

    /** Whether there is a mapping below this key, for keys that may have one or a plain value. */
    public boolean hasSection(String key) {
        return mapping.values().get(key) instanceof Value.Mapping;
    }

    /** A mapping below this key. */
    public Optional<Settings> section(String key) {
        Value value = mapping.values().get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof Value.Mapping below)) {
            String expected = "keys with values below it, or {} for none";
            boolean empty = value instanceof Value.Scalar scalar && scalar.empty();
            throw empty ? refusedFor(key, "found no value, expected " + expected) : wrong(value, key, expected);
        }
        return Optional.of(new Settings(source, below));
    }

    /**
     * A mapping below this key, or, as a flag has it, one text with its keys and values.
     *
     * @param example such a text, for whoever gave something else
     */
    public Optional<Settings> section(String key, String example) {
        if (hasSection(key) || text(key).isEmpty()) {
            return section(key);
        }
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : texts(key).orElseThrow()) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw refused(key, "a section, or a text such as " + example);
            }
            parts.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        return Optional.of(none().withFlags(parts));
    }

    /** A refusal of this key's value in the form of all others: place, key, found, expected. */
    public ConfigException refused(String key, String expected) {
        Value value = mapping.values().get(key);
        return value == null
                ? new ConfigException(mapping.place() + ": " + key + ": missing, expected " + expected)
                : wrong(value, key, expected);
    }

    /** A refusal of this key's value for a reason in the caller's own words, after place and key. */
    public ConfigException refusedFor(String key, String reason) {
        Value value = mapping.values().get(key);
        return new ConfigException((value == null ? mapping.place() : value.place()) + ": " + key + ": " + reason);
    }

    /**
     * Makes a record that checks itself, and says where the value stands that it refuses: the {@link
     * IllegalArgumentException} of a record begins with, or at least names, the key.
     */
    public <T> T build(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (ConfigException placed) {
            throw placed;
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new ConfigException(placeNamedIn(message) + ": " + message, e);
        }
    }

    /**
     * The place of the key that the message names first. Where it begins with none, but names several, a flag goes
     * before the file: it was given for this one start, so it is what does not fit.
     */
    private String placeNamedIn(String message) {
        long first = Long.MAX_VALUE;
        String place = source;
        for (Map.Entry<String, Value> entry : mapping.values().entrySet()) {
            var word = Pattern.compile("(?<![\\w-])" + Pattern.quote(entry.getKey()) + "(?![\\w-])")
                    .matcher(message);
            if (word.find()) {
                String here = entry.getValue().place();
                boolean behindFlags = word.start() > 0 && !here.startsWith("--");
                long rank = behindFlags ? word.start() + (long) Integer.MAX_VALUE : word.start();
                if (rank < first) {
                    first = rank;
                    place = here;
                }
            }
        }
        return place;
    }

    private Optional<Value.Scalar> scalar(String key, String expected) {
        Value value = mapping.values().get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof Value.Scalar scalar)) {
            throw wrong(value, key, expected);
        }
        if (scalar.empty()) {
            throw new ConfigException(scalar.place() + ": " + key + ": found no value, expected " + expected);
        }
        return Optional.of(scalar);
    }

    private <T> Optional<T> parsed(String key, String expected, Function<Value.Scalar, Optional<T>> parser) {
        Optional<Value.Scalar> scalar = scalar(key, expected);
        if (scalar.isEmpty()) {
            return Optional.empty();
        }
        Optional<T> value = parser.apply(scalar.get());
        if (value.isEmpty()) {
            throw wrong(scalar.get(), key, expected);
        }
        return value;
    }

    private static Optional<Double> finite(Value.Scalar scalar) {
        if (scalar.quoted() || !NUMBER.matcher(scalar.text()).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(scalar.text());
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static List<String> split(Value.Scalar scalar) {
        return scalar.place().startsWith("--")
                ? Arrays.stream(scalar.text().split(",", -1)).map(String::strip).toList()
                : List.of(scalar.text());
    }

    private static ConfigException wrong(Value value, String key, String expected) {
        return new ConfigException(value.place() + ": " + key + ": found " + value.kind() + ", expected " + expected);
    }
}
