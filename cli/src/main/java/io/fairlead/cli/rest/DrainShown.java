package io.fairlead.cli.rest;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far an order to drain is, as its manager tells it.
 *
 * @param order the order that stands, or empty if there is none
 */
public record DrainShown(Optional<Order> order) {

    /**
     * An order that stands.
     *
     * @param state {@code draining}, {@code drained} or {@code overdue}
     * @param rooms the rooms that are left; empty if the instance does not count them
     * @param left time until it is overdue
     * @param then {@code report} or {@code move}
     */
    public record Order(String state, OptionalLong rooms, Duration left, String then) {}

    /** Reads the answer to an order. */
    public static DrainShown of(Document json) {
        return new DrainShown(json.object("drain")
                .map(drain -> new Order(
                        drain.text("state", "?"),
                        drain.integer("rooms_left"),
                        Duration.ofMillis(drain.integer("left_ms").orElse(0)),
                        drain.text("then", "?"))));
    }

    /** In one sentence about an instance. */
    public String words(String instance) {
        if (order.isEmpty()) {
            return instance + " is ordered to drain no more.";
        }
        Order drain = order.get();
        if (drain.state.equals("drained")) {
            return instance + " takes no new rooms and has none left: it can be ended.";
        }
        if (drain.rooms.orElse(-1) == 0) {
            return instance
                    + " takes no new rooms: it reports none, and one of its next reports shows whether some were on"
                    + " their way.";
        }
        String rooms = drain.rooms.isEmpty()
                ? "it does not count its rooms"
                : drain.rooms.getAsLong() + (drain.rooms.getAsLong() == 1 ? " room is left" : " rooms are left");
        String rest = drain.then.equals("move") ? "gets another home" : "is reported and stays";
        String time = drain.state.equals("overdue")
                ? "the time is over, and what is left " + rest
                : "what is left in " + drain.left.toSeconds() + " s " + rest;
        return instance + " takes no new rooms: " + rooms + ", " + time + ".";
    }
}
