package io.fairlead.manager.rest;

import io.fairlead.config.Quoted;
import io.fairlead.manager.access.Caller;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request, complete and bounded.
 *
 * @param method the method in capitals
 * @param target path and query as they were sent, still percent-encoded
 * @param contentType the content type, or null if none was given
 * @param body at most {@link HttpLimits#body} bytes
 * @param from the address that the connection comes from
 * @param lastEventId id of the last event that the client has seen on an earlier connection, or null
 * @param credentials what it says of whose it is
 * @param caller whose it is, or null while that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these; the bytes are handed on, not kept.
record Request(
        String method,
        String target,
        @Nullable String contentType,
        byte[] body,
        String from,
        @Nullable String lastEventId,
        Credentials credentials,
        @Nullable Caller caller) {

    /** The same, of somebody who is known. */
    Request of(Caller known) {
        return new Request(method, target, contentType, body, from, lastEventId, credentials, known);
    }

    /** The path without the query, still percent-encoded. */
    String rawPath() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Refuses a body that is not said to be JSON. */
    void requireJson() {
        String type =
                contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals(Reply.JSON)) {
            throw new Refusal(
                    Problem.Code.UNSUPPORTED_MEDIA_TYPE,
                    "the content type is " + (contentType == null ? "not given" : Quoted.of(contentType))
                            + ": use application/json");
        }
    }

    /** The query without the question mark, empty if there is none. */
    String rawQuery() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }
}
