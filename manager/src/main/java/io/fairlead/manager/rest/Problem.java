package io.fairlead.manager.rest;

import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was refused, as the client is told (RFC 9457).
 *
 * @param code what kind of problem it is
 * @param detail one line that names what, where, and what would be right
 * @param pointer JSON pointer of the field concerned, or null
 * @param heartbeat the time between two heartbeats that the node's group wants, where theirs is what is wrong, or null
 */
record Problem(
        Code code,
        String detail,
        @Nullable String pointer,
        @Nullable Duration heartbeat) {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** The kinds of problem. Their names on the wire are added to, never renamed: scripts compare them. */
    enum Code {
        BAD_JSON(400, "The body is not valid JSON"),
        UNKNOWN_FIELD(400, "A field is not known"),
        DUPLICATE_FIELD(400, "A field is given twice"),
        MISSING_FIELD(400, "A field is missing"),
        WRONG_TYPE(400, "A field has the wrong type"),
        OUT_OF_RANGE(400, "A value is out of range"),
        BAD_ID(400, "An id breaks the id rule"),
        BAD_PATH(400, "The path is malformed"),
        BAD_QUERY(400, "The query is malformed"),
        BAD_REQUEST(400, "The request is not valid HTTP"),
        UNAUTHORIZED(401, "A token is needed"),
        FORBIDDEN(403, "The token is of another role"),
        NOT_FOUND(404, "There is nothing at this path"),
        UNKNOWN_GROUP(404, "The group is not known"),
        UNKNOWN_ROUND(404, "The round is not known"),
        NO_HISTORY(404, "No history is kept"),
        UNKNOWN_NODE(404, "The node is not known"),
        UNKNOWN_SERVICE(404, "The service is not known"),
        UNKNOWN_INSTANCE(404, "The instance is not known"),
        UNKNOWN_ROOM(404, "The room lives nowhere"),
        METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
        REQUEST_TIMEOUT(408, "The request did not arrive in time"),
        INCARNATION_CONFLICT(409, "Another process uses this id"),
        INCARNATION_ENDED(409, "This process has said goodbye"),
        CLUSTER_MISMATCH(409, "The node belongs to another cluster"),
        ROOM_NOT_HELD(409, "The room has another home"),
        NODE_HEARD(409, "The node is heard of"),
        PROMISE_RUNNING(409, "The node goes on as primary"),
        SWITCHOVER_REFUSED(409, "The switchover is not possible"),
        DRAIN_REFUSED(409, "Nobody else would take rooms"),
        BODY_TOO_LARGE(413, "The body is too large"),
        PATH_TOO_LONG(414, "The path is too long"),
        UNSUPPORTED_MEDIA_TYPE(415, "The content type is not supported"),
        EXPECTATION_FAILED(417, "The expectation cannot be met"),
        HEADERS_TOO_LARGE(431, "The headers are too large"),
        INTERNAL_ERROR(500, "A bug"),
        NO_PRIMARY(503, "The group has no primary"),
        NO_INSTANCES(503, "No instance may take a room"),
        NO_ROOM(503, "No instance has room for a new one"),
        LEARNING_ROOMS(503, "The manager has just started and learns which rooms there are"),
        STORE_AWAY(503, "The store does not answer"),
        JOURNAL_UNWRITABLE(503, "The journal cannot be written"),
        JOURNAL_UNREADABLE(503, "The journal cannot be read"),
        LIMIT_REACHED(503, "A limit is reached"),
        OVERLOADED(503, "The manager does not answer in time");

        private final int status;
        private final String title;
        private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

        Code(int status, String title) {
            this.status = status;
            this.title = title;
        }

        int status() {
            return status;
        }

        String title() {
            return title;
        }

        /** The code on the wire, for example {@code out-of-range}. */
        String label() {
            return label;
        }
    }

    /** Keeps the detail on one line, whatever a stranger's text in it holds. */
    Problem {
        detail = CONTROL.matcher(detail).replaceAll("?");
    }

    Problem(Code code, String detail, @Nullable String pointer) {
        this(code, detail, pointer, null);
    }

    /** The same for a node that is to beat more often, and may have had no answer yet that says how often. */
    Problem wanting(Duration every) {
        return new Problem(code, detail, pointer, every);
    }

    static Problem of(Code code, String detail) {
        return new Problem(code, detail, null);
    }

    Reply reply() {
        byte[] body = Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("type", "urn:fairlead:problem:" + code.label());
            json.writeStringField("title", code.title());
            json.writeNumberField("status", code.status());
            json.writeStringField("code", code.label());
            json.writeStringField("detail", detail);
            if (pointer != null) {
                json.writeStringField("pointer", pointer);
            }
            if (heartbeat != null) {
                json.writeNumberField("heartbeat_ms", heartbeat.toMillis());
            }
            json.writeEndObject();
        });
        Reply reply = new Reply(code.status(), "application/problem+json", body, new TreeMap<>());
        return code == Code.UNAUTHORIZED ? reply.with("www-authenticate", "Bearer") : reply;
    }
}
