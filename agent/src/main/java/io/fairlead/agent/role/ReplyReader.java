package io.fairlead.agent.role;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Reads the manager's replies; an answer that is not exactly what it should be is no answer. */
final class ReplyReader {
    private static final long LONGEST_HOLD_MS = Duration.ofHours(1).toMillis();
    private static final String ROUND = "sample_interval_ms";
    private static final int LONGEST_DETAIL = 500;
    private static final ObjectMapper JSON = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final Identity self;

    ReplyReader(Identity self) {
        this.self = self;
    }

    Reply read(int status, byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            if (status == 200) {
                return new Reply.Answered(answer(json));
            }
            if (isRefusal(status)) {
                return new Reply.Refused(status, text(json, "code", "http-" + status), text(json, "detail", ""));
            }
            return new Reply.Silent("HTTP status " + status + ", " + text(json, "code", "without a code"));
        } catch (IOException e) {
            return notJson(status);
        } catch (IllegalArgumentException e) {
            return new Reply.Silent("its answer makes no sense: " + e.getMessage());
        }
    }

    /** What the same request will meet again; 429 passes like any trouble of the server's. */
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && status != 429;
    }

    /** Something answers there, but it is not a manager. */
    private static Reply notJson(int status) {
        return isRefusal(status)
                ? new Reply.Refused(status, "http-" + status, "what answers there does not speak JSON")
                : new Reply.Silent("HTTP status " + status + " with a body that is not JSON");
    }

    private HeartbeatAnswer answer(JsonNode json) {
        String role = text(json, "role", "");
        if (!role.equals("primary") && !role.equals("standby")) {
            throw new IllegalArgumentException("role is neither primary nor standby");
        }
        String group = text(json, "group", "");
        if (!group.equals(self.group().value())) {
            throw new IllegalArgumentException("it is for another group");
        }
        return new HeartbeatAnswer(
                role.equals("primary") ? Role.PRIMARY : Role.STANDBY,
                whole(json, "token", 0, FencingToken.MAX),
                Duration.ofMillis(whole(json, "hold_ms", 1, LONGEST_HOLD_MS)),
                primary(json),
                round(json));
    }

    private static Optional<NodeId> primary(JsonNode json) {
        JsonNode primary = json.path("primary");
        return primary.isTextual() ? Optional.of(new NodeId(primary.textValue())) : Optional.empty();
    }

    /** A manager of an older version does not say it. */
    private static Optional<Duration> round(JsonNode json) {
        return json.has(ROUND)
                ? Optional.of(Duration.ofMillis(whole(json, ROUND, 1, LONGEST_HOLD_MS)))
                : Optional.empty();
    }

    private static long whole(JsonNode json, String key, long least, long most) {
        JsonNode value = json.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(key + " is no whole number");
        }
        long number = value.longValue();
        if (number < least || number > most) {
            throw new IllegalArgumentException(key + ": found " + number + ", allowed " + least + ".." + most);
        }
        return number;
    }

    private static String text(JsonNode json, String key, String otherwise) {
        JsonNode value = json.path(key);
        if (!value.isTextual()) {
            return otherwise;
        }
        String line = value.textValue().lines().findFirst().orElse("");
        return line.length() <= LONGEST_DETAIL ? line : line.substring(0, LONGEST_DETAIL) + "...";
    }
}
