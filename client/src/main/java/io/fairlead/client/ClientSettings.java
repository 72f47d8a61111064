package io.fairlead.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a client talks to its manager.
 *
 * @param manager where the manager is reached, {@code http://HOST:PORT} or {@code https://HOST:PORT}. One address:
 *     managers do not know of one another
 * @param budget within this time each call has its answer or its failure, repetitions included; 10 ms to 1 min
 * @param inFlight how many calls may be under way at one time, 1 to 10,000; one more is refused at once
 * @param backOff how long to wait before a call is tried again
 * @param token gives the token by which the manager knows this program, or empty where it asks for none
 */
public record ClientSettings(
        URI manager, Duration budget, int inFlight, BackOff backOff, Optional<Supplier<String>> token) {

    private static final Duration SHORTEST_BUDGET = Duration.ofMillis(10);
    private static final Duration LONGEST_BUDGET = Duration.ofMinutes(1);
    private static final int MOST_IN_FLIGHT = 10_000;

    /** Checks the address and the ranges. */
    public ClientSettings {
        checkAddress(manager);
        checkBudget(budget);
        Range.check("inFlight", inFlight, 1, MOST_IN_FLIGHT);
    }

    /**
     * What works without any configuration: a manager on this machine at its default port, 1 s for a call, since whoever
     * waits for a room is a person, and 256 calls at one time, which is far above what one manager needs to be kept busy.
     */
    public static ClientSettings standard() {
        return new ClientSettings(
                URI.create("http://127.0.0.1:7400"), Duration.ofSeconds(1), 256, BackOff.standard(), Optional.empty());
    }

    /** The same with another manager. */
    public ClientSettings withManager(String address) {
        try {
            return new ClientSettings(URI.create(address), budget, inFlight, backOff, token);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(addressRule(address), refused);
        }
    }

    /** The same with another time for each call. */
    public ClientSettings withBudget(Duration other) {
        return new ClientSettings(manager, other, inFlight, backOff, token);
    }

    /** The same with another bound on the calls under way. */
    public ClientSettings withInFlight(int other) {
        return new ClientSettings(manager, budget, other, backOff, token);
    }

    /** The same with other waits between tries. */
    public ClientSettings withBackOff(BackOff other) {
        return new ClientSettings(manager, budget, inFlight, other, token);
    }

    /** The same with a token, as it stands in the manager's file of tokens; role {@code agent} is enough. */
    public ClientSettings withToken(String text) {
        return withToken(HttpWire.checkedToken(text)::toString);
    }

    /**
     * The same with a token that may change.
     *
     * @param source is asked before each request, on the thread that keeps the client's time: it answers from memory and
     *     waits for nothing
     */
    public ClientSettings withToken(Supplier<String> source) {
        return new ClientSettings(manager, budget, inFlight, backOff, Optional.of(source));
    }

    static void checkBudget(Duration budget) {
        Range.check("budget", budget, SHORTEST_BUDGET, LONGEST_BUDGET);
    }

    private static void checkAddress(URI manager) {
        String scheme = manager.getScheme();
        boolean known = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        String path = manager.getRawPath();
        boolean bare = (path == null || path.isEmpty() || path.equals("/"))
                && manager.getRawQuery() == null
                && manager.getRawFragment() == null
                && manager.getRawUserInfo() == null;
        if (!known || !bare || manager.getHost() == null || manager.getPort() > 65_535 || manager.getPort() == 0) {
            throw new IllegalArgumentException(addressRule(manager.toString()));
        }
    }

    private static String addressRule(String address) {
        return "manager is \"" + OneLine.of(address) + "\": use http://HOST:PORT, such as http://127.0.0.1:7400";
    }
}
