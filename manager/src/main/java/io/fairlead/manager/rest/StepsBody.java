package io.fairlead.manager.rest;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import io.fairlead.config.Quoted;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.manager.loop.HandoverReport;
import io.fairlead.manager.loop.NodeSteps;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a heartbeat says about the steps of a change while it is read. */
final class StepsBody {

    static final List<String> FIELDS = List.of(
            "beat",
            "handover",
            "bound_ms",
            "bound_by",
            "promised_to",
            "health",
            "failsafe",
            "peer_address",
            "members",
            "reason",
            "cluster");
    private static final List<String> HANDOVER_FIELDS = List.of("id", "state");
    private static final List<String> LIST_FIELDS = List.of("version", "hash");

    private static final long LONGEST_BOUND_MS = Duration.ofDays(1).toMillis();
    private static final int LONGEST_ADDRESS = 255;

    private final JsonBody body;
    private long number = -1;
    private @Nullable HandoverReport handover;
    private long boundMs;
    private @Nullable NodeId promisedTo;
    private boolean unhealthy;
    private @Nullable String peer;
    private @Nullable String listHash;
    private boolean failsafe;
    private long listVersion;
    private @Nullable String reason;
    private @Nullable String cluster;

    StepsBody(JsonBody body) {
        this.body = body;
    }

    void field(String field) throws IOException {
        switch (field) {
            case "beat" -> number = body.whole(0, FencingToken.MAX);
            case "handover" -> handover = handover();
            case "bound_ms" -> boundMs = body.whole(0, LONGEST_BOUND_MS);
            case "bound_by" -> oneOf("start", "promise");
            case "promised_to" -> promisedTo = node();
            case "health" -> unhealthy = oneOf("ok", "failed").equals("failed");
            case "failsafe" -> failsafe = oneOf("on", "off").equals("on");
            case "peer_address" -> peer = address();
            case "members" -> listVersion = listVersion();
            case "reason" -> reason = matching("[A-Z_]{1,40}", "a reason in capital letters, such as \"LEASE_LOST\"");
            case "cluster" -> cluster = matching("[0-9a-f]{8,64}", "8..64 lower case hexadecimal digits");
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    NodeSteps build() {
        return new NodeSteps(
                number,
                handover,
                Duration.ofMillis(boundMs),
                promisedTo,
                unhealthy,
                peer,
                failsafe,
                listVersion,
                listHash,
                reason,
                cluster);
    }

    private HandoverReport handover() throws IOException {
        String pointer = body.pointer();
        long[] id = {-1};
        HandoverLevel[] level = {null};
        body.object(HANDOVER_FIELDS, field -> {
            if (field.equals("id")) {
                id[0] = body.whole(0, FencingToken.MAX);
            } else {
                level[0] = level(body.text());
            }
        });
        if (id[0] < 0) {
            throw JsonBody.missing(pointer, "id");
        }
        if (level[0] == null) {
            throw JsonBody.missing(pointer, "state");
        }
        return new HandoverReport(id[0], level[0]);
    }

    private HandoverLevel level(String text) {
        return HandoverLevel.of(text)
                .orElseThrow(() -> body.refuse(
                        Problem.Code.OUT_OF_RANGE,
                        "is " + Quoted.of(text) + ": use how far the node is, such as \"idle\" or \"prepared\""));
    }

    private long listVersion() throws IOException {
        String pointer = body.pointer();
        long[] version = {-1};
        body.object(LIST_FIELDS, field -> {
            if (field.equals("version")) {
                version[0] = body.whole(0, FencingToken.MAX);
            } else {
                listHash = matching("[0-9a-f]{64}", "the SHA-256 of the list, 64 lower case hexadecimal digits");
            }
        });
        if (version[0] < 0) {
            throw JsonBody.missing(pointer, "version");
        }
        return version[0];
    }

    private NodeId node() throws IOException {
        try {
            return new NodeId(body.text());
        } catch (IllegalArgumentException rule) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is no node id: " + rule.getMessage());
        }
    }

    private String address() throws IOException {
        String text = body.text();
        boolean right = !text.isEmpty()
                && text.length() <= LONGEST_ADDRESS
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f)
                && text.indexOf(':') > 0;
        if (!right) {
            throw body.refuse(
                    Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use host and port, 10.0.0.5:7403");
        }
        return text;
    }

    private String oneOf(String one, String other) throws IOException {
        String text = body.text();
        if (!text.equals(one) && !text.equals(other)) {
            throw body.refuse(
                    Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use \"" + one + "\" or \"" + other + "\"");
        }
        return text;
    }

    private String matching(String pattern, String wanted) throws IOException {
        String text = body.text();
        if (!text.matches(pattern)) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use " + wanted);
        }
        return text;
    }
}
