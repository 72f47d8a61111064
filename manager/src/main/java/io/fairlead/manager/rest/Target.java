package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a request is about: the decoded segments of its path and the parameters of its query. */
final class Target {

    private final Request request;
    private final List<String> segments;
    private final SortedMap<String, String> parameters;

    private Target(Request request, List<String> segments, SortedMap<String, String> parameters) {
        this.request = request;
        this.segments = segments;
        this.parameters = parameters;
    }

    /** Takes a request target apart; refuses broken percent-encoding and a parameter that is given twice. */
    static Target of(Request request) {
        List<String> segments = new ArrayList<>();
        for (String segment : request.rawPath().split("/", -1)) {
            segments.add(decode(segment, Problem.Code.BAD_PATH));
        }
        // The path begins with a slash, so the first piece is what stands before it: nothing.
        segments.remove(0);
        SortedMap<String, String> parameters = new TreeMap<>();
        for (String pair : request.rawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals), Problem.Code.BAD_QUERY);
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1), Problem.Code.BAD_QUERY);
            if (!name.isEmpty() && parameters.put(name, value) != null) {
                throw new Refusal(Problem.Code.BAD_QUERY, "parameter " + Quoted.of(name) + " is given twice");
            }
        }
        return new Target(request, segments, parameters);
    }

    Request request() {
        return request;
    }

    List<String> segments() {
        return segments;
    }

    /** Refuses every parameter but these, naming the nearest. */
    void know(String... names) {
        for (String name : parameters.keySet()) {
            if (!List.of(names).contains(name)) {
                String typed = name.length() > 64 ? name.substring(0, 64) : name;
                String nearest = Nearest.to(typed, List.of(names))
                        .map(known -> "; the nearest known parameter is \"" + known + "\"")
                        .orElse("; this resource has none");
                throw new Refusal(Problem.Code.BAD_QUERY, "parameter " + Quoted.of(name) + " is not known" + nearest);
            }
        }
    }

    GroupId group(int segment) {
        return id(segments.get(segment), GroupId::new);
    }

    NodeId node(int segment) {
        return id(segments.get(segment), NodeId::new);
    }

    ServiceId service(int segment) {
        return id(segments.get(segment), ServiceId::new);
    }

    InstanceId instance(int segment) {
        return id(segments.get(segment), InstanceId::new);
    }

    RoomId room(int segment) {
        return id(segments.get(segment), RoomId::new);
    }

    /** The round in a segment of the path. */
    long round(int segment) {
        return whole("round", segments.get(segment), new Range(0, Long.MAX_VALUE, Problem.Code.BAD_PATH));
    }

    /** A group id given as a parameter, or null. */
    @Nullable GroupId groupParameter(String name) {
        String text = parameters.get(name);
        return text == null ? null : id(text, GroupId::new);
    }

    /** A service id given as a parameter, or null. */
    @Nullable ServiceId serviceParameter(String name) {
        String text = parameters.get(name);
        return text == null ? null : id(text, ServiceId::new);
    }

    /** An instance id given as a parameter, or null. */
    @Nullable InstanceId instanceParameter(String name) {
        String text = parameters.get(name);
        return text == null ? null : id(text, InstanceId::new);
    }

    /** The name of a program that places rooms itself, which follows the rule for ids, or null. */
    @Nullable String schedulerParameter(String name) {
        String text = parameters.get(name);
        try {
            return text == null ? null : new InstanceId(text).value();
        } catch (IllegalArgumentException rule) {
            throw new Refusal(
                    Problem.Code.BAD_QUERY,
                    name + " is " + Quoted.of(text)
                            + ": use 1 to 128 characters of [A-Za-z0-9._-], the first a letter or digit");
        }
    }

    /** The incarnation given as a parameter, or null. */
    @Nullable Incarnation incarnationParameter(String name) {
        String text = parameters.get(name);
        try {
            return text == null ? null : new Incarnation(text);
        } catch (IllegalArgumentException rule) {
            throw new Refusal(Problem.Code.BAD_QUERY, "parameter " + rule.getMessage());
        }
    }

    /** A whole number given as a parameter, or null. */
    @Nullable Long wholeParameter(String name, long least, long most) {
        String text = parameters.get(name);
        return text == null ? null : whole("parameter " + name, text, new Range(least, most, Problem.Code.BAD_QUERY));
    }

    /** A yes/no parameter; absent means no. */
    boolean flag(String name) {
        String text = parameters.getOrDefault(name, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new Refusal(
                    Problem.Code.BAD_QUERY, "parameter " + name + " is " + Quoted.of(text) + ": use true or false");
        }
        return text.equals("true");
    }

    private static <T> T id(String text, Function<String, T> maker) {
        try {
            return maker.apply(text);
        } catch (IllegalArgumentException rule) {
            throw new Refusal(Problem.Code.BAD_ID, String.valueOf(rule.getMessage()));
        }
    }

    private static long whole(String what, String text, Range range) {
        boolean digits = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        long value = digits ? Long.parseLong(text) : -1;
        if (!digits || value < range.least() || value > range.most()) {
            throw new Refusal(range.code(), what + " is " + Quoted.of(text) + ": use a whole number, " + range.words());
        }
        return value;
    }

    /** Which numbers are allowed, and how others are refused. */
    private record Range(long least, long most, Problem.Code code) {

        String words() {
            return most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
        }
    }

    private static String decode(String text, Problem.Code code) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.put(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high >= 0 ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (low < 0) {
                throw new Refusal(code, "a percent sign in " + Quoted.of(text) + " is not followed by two hex digits");
            }
            bytes.put((byte) (high * 16 + low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException bad) {
            throw new Refusal(code, "the percent-encoding in " + Quoted.of(text) + " is not UTF-8");
        }
    }
}
