package io.fairlead.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML in the one narrow form that a configuration needs: one document, a mapping at the top, lists and plain
 * values below.
 *
 * <p>Refused with file and line: duplicate keys, keys without a value, anchors, aliases and tags (a file must say what
 * it means where it says it), more than one document, nesting deeper than {@value #DEEPEST}, files above {@value
 * #LARGEST} bytes and bytes that are not UTF-8. An empty file is an empty configuration.
 */
public final class StrictYaml {
    private static final int LARGEST = 1 << 20;
    private static final int DEEPEST = 20;

    private final String source;
    private final Iterator<Event> events;

    private StrictYaml(String source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    /** Reads a file; errors name it as the caller wrote it. Throws {@link ConfigException}. */
    public static Settings read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new ConfigException(file + ": is a directory, expected a YAML file");
            }
            byte[] bytes;
            try (var in = Files.newInputStream(file)) {
                bytes = in.readNBytes(LARGEST + 1);
            }
            if (bytes.length > LARGEST) {
                throw new ConfigException(file + ": is larger than " + LARGEST + " bytes, no configuration is");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(text, file.toString());
        } catch (NoSuchFileException e) {
            throw new ConfigException(file + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new ConfigException(file + ": cannot be read: permission denied", e);
        } catch (CharacterCodingException e) {
            throw new ConfigException(file + ": is not UTF-8 text", e);
        } catch (IOException e) {
            throw new ConfigException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads text; {@code source} is the name that errors give it. Throws {@link ConfigException}. */
    public static Settings parse(String text, String source) {
        LoadSettings strict =
                LoadSettings.builder().setLabel(source).setUseMarks(true).build();
        try {
            Iterator<Event> events = new Parse(strict).parseString(text).iterator();
            return new Settings(source, new StrictYaml(source, events).document());
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .or(e::getContextMark)
                    .map(m -> at(source, m))
                    .orElse(source);
            throw new ConfigException(place + ": not valid YAML: " + oneLine(e.getProblem()), e);
        } catch (YamlEngineException e) {
            throw new ConfigException(source + ": not valid YAML: " + oneLine(String.valueOf(e.getMessage())), e);
        }
    }

    private Value.Mapping document() {
        Value.Mapping top = new Value.Mapping(source, Map.of());
        boolean seen = false;
        while (events.hasNext()) {
            Event event = events.next();
            if (!(event instanceof NodeEvent node)) {
                continue;
            }
            if (seen) {
                throw refused(event, "a second document, expected one");
            }
            seen = true;
            Value value = value(node, place(event), 1);
            if (value instanceof Value.Mapping mapping) {
                top = mapping;
            } else if (!(value instanceof Value.Scalar scalar) || !scalar.empty()) {
                throw refused(event, value.kind() + ", expected keys with values such as \"group: line-1\"");
            }
        }
        return top;
    }

    /** Reads one value; {@code place} is its key's line, since the text of a nested value begins a line later. */
    private Value value(NodeEvent event, String place, int depth) {
        refuseIndirection(event);
        if (depth > DEEPEST) {
            throw refused(event, "nesting deeper than " + DEEPEST);
        }
        if (event instanceof ScalarEvent scalar) {
            return new Value.Scalar(place, scalar.getValue(), !scalar.isPlain());
        }
        return event.getEventId() == Event.ID.MappingStart ? mapping(place, depth) : items(place, depth);
    }

    private void refuseIndirection(NodeEvent event) {
        Optional<String> tag = Optional.empty();
        if (event instanceof ScalarEvent scalar) {
            tag = scalar.getTag();
        } else if (event instanceof CollectionStartEvent collection) {
            tag = collection.getTag();
        }
        if (event.getEventId() == Event.ID.Alias || event.getAnchor().isPresent()) {
            throw refused(event, "an anchor or alias, expected the value itself");
        }
        if (tag.isPresent()) {
            throw refused(event, "the tag " + Quoted.of(tag.get()) + ", expected the value without it");
        }
    }

    private Value.Mapping mapping(String place, int depth) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw refused(event, "a list or mapping as a key, expected a name");
            }
            refuseIndirection(key);
            String name = key.getValue();
            if (values.containsKey(name)) {
                throw refused(event, "key " + Quoted.of(name) + " a second time, expected each key once");
            }
            values.put(name, value((NodeEvent) events.next(), place(event), depth + 1));
        }
        return new Value.Mapping(place, values);
    }

    private Value.Items items(String place, int depth) {
        List<Value> values = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            values.add(value((NodeEvent) event, place(event), depth + 1));
        }
        return new Value.Items(place, values);
    }

    private String place(Event event) {
        return event.getStartMark().map(m -> at(source, m)).orElse(source);
    }

    private ConfigException refused(Event event, String found) {
        return new ConfigException(place(event) + ": found " + found);
    }

    private static String at(String source, Mark mark) {
        return source + ":" + (mark.getLine() + 1);
    }

    private static String oneLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
