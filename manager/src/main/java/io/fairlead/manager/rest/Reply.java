package io.fairlead.manager.rest;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP response.
 *
 * @param status the status code
 * @param contentType the content type
 * @param body the body
 * @param headers further headers by lower-case name
 * @param events what goes on after the headers instead of a body until one side ends the connection, or null
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these; the bytes are handed on, not kept.
record Reply(
        int status,
        String contentType,
        byte[] body,
        SortedMap<String, String> headers,
        @Nullable EventReader events) {

    static final String JSON = "application/json";

    Reply(int status, String contentType, byte[] body, SortedMap<String, String> headers) {
        this(status, contentType, body, headers, null);
    }

    static Reply json(byte[] body) {
        return new Reply(200, JSON, body, new TreeMap<>());
    }

    static Reply text(String text) {
        return new Reply(200, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), new TreeMap<>());
    }

    Reply with(String header, String value) {
        SortedMap<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Reply(status, contentType, body, more, events);
    }
}
