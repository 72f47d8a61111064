package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A group of machines and what happens to it, in virtual time: data only, played by a {@link Run}.
 *
 * <p>The load is a closed loop: what the role costs moves with the role.
 *
 * @param machines the group, in the order of their ids
 * @param role what being primary costs
 * @param noise how loads jitter
 * @param events what happens
 * @param interval length of a round
 * @param length how long the world lasts
 */
public record World(
        List<Machine> machines,
        RoleCost role,
        Noise noise,
        List<WorldEvent> events,
        Duration interval,
        Duration length) {

    /** Checks that ids are unique, that events name machines of the group, and that a round fits. */
    public World {
        List<Machine> sorted = new ArrayList<>(machines);
        sorted.sort(Comparator.comparing(Machine::id));
        machines = List.copyOf(sorted);
        events = List.copyOf(events);
        List<NodeId> ids = machines.stream().map(Machine::id).toList();
        if (ids.isEmpty() || ids.stream().distinct().count() != ids.size()) {
            throw new IllegalArgumentException("machines are " + ids + ": use at least one, each id once");
        }
        for (WorldEvent event : events) {
            if (event.node() != null && !ids.contains(event.node())) {
                throw new IllegalArgumentException("event names " + event.node() + ": use one of " + ids);
            }
        }
        if (interval.isNegative() || interval.isZero() || length.compareTo(interval) < 0) {
            throw new IllegalArgumentException(
                    "interval is " + interval + " and length is " + length + ": use at least one whole round");
        }
    }

    /** A quiet world of equal machines {@code n01, n02, ...} at 20 points, with 5 s rounds and the usual noise. */
    public static World quiet(int k, Duration length) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 1; i <= k; i++) {
            machines.add(Machine.at((i < 10 ? "n0" : "n") + i, 20));
        }
        return of(machines, length);
    }

    /** A quiet world of the given machines with 5 s rounds, the usual noise and a role that costs nothing. */
    public static World of(List<Machine> machines, Duration length) {
        return new World(machines, RoleCost.none(), Noise.usual(), List.of(), Duration.ofSeconds(5), length);
    }

    /** The same world with another role. */
    public World with(RoleCost other) {
        return new World(machines, other, noise, events, interval, length);
    }

    /** The same world with other noise. */
    public World with(Noise other) {
        return new World(machines, role, other, events, interval, length);
    }

    /** The same world with one more event. */
    public World with(WorldEvent event) {
        List<WorldEvent> more = new ArrayList<>(events);
        more.add(event);
        return new World(machines, role, noise, more, interval, length);
    }

    /** How many rounds the world lasts. */
    public long rounds() {
        return length.toMillis() / interval.toMillis();
    }
}
