package io.fairlead.manager.rest;

import io.fairlead.NodeId;
import io.fairlead.config.Quoted;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of an order while it is read. */
final class OrderBody {

    /** A sentence for whoever reads the audit. */
    private static final int LONGEST_REASON = 200;

    private final JsonBody body;
    private @Nullable Pause pause;
    private @Nullable Observe observe;
    private @Nullable Boolean on;
    private @Nullable NodeId to;
    private String reason = "";

    private OrderBody(JsonBody body) {
        this.body = body;
    }

    /** Reads an order of these fields and, always allowed, a {@code reason}; refuses whatever else there is. */
    static OrderBody read(byte[] bytes, List<String> fields) {
        List<String> known = new ArrayList<>(fields);
        known.add("reason");
        return JsonBody.read(bytes, body -> {
            OrderBody order = new OrderBody(body);
            body.object(known, order::field);
            return order;
        });
    }

    /** An order of which nothing is said. */
    static OrderBody empty() {
        return read("{}".getBytes(StandardCharsets.UTF_8), List.of());
    }

    private void field(String field) throws IOException {
        switch (field) {
            case "what" ->
                pause = switch (text("preference or all", "preference", "all")) {
                    case "all" -> Pause.ALL;
                    default -> Pause.PREFERENCE;
                };
            case "observe" ->
                observe = switch (text("off, preference or all", "off", "preference", "all")) {
                    case "off" -> Observe.OFF;
                    case "all" -> Observe.ALL;
                    default -> Observe.PREFERENCE;
                };
            case "on" -> on = body.truth();
            case "to" -> to = body.isNull() ? null : node();
            case "reason" -> {
                reason = body.isNull() ? "" : body.text();
                if (reason.length() > LONGEST_REASON) {
                    throw body.refuse(
                            Problem.Code.OUT_OF_RANGE,
                            "has " + reason.length() + " characters: use at most " + LONGEST_REASON);
                }
            }
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    private NodeId node() throws IOException {
        String text = body.text();
        try {
            return new NodeId(text);
        } catch (IllegalArgumentException refused) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is no node id: " + refused.getMessage());
        }
    }

    private String text(String wanted, String... known) throws IOException {
        String text = body.text();
        if (!List.of(known).contains(text)) {
            throw body.refuse(Problem.Code.OUT_OF_RANGE, "is " + Quoted.of(text) + ": use " + wanted);
        }
        return text;
    }

    Optional<Pause> pause() {
        return Optional.ofNullable(pause);
    }

    Optional<Observe> observe() {
        return Optional.ofNullable(observe);
    }

    Optional<Boolean> on() {
        return Optional.ofNullable(on);
    }

    @Nullable NodeId to() {
        return to;
    }

    String reason() {
        return reason;
    }
}
