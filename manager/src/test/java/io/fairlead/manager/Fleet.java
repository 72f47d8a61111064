package io.fairlead.manager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The nodes of one group with noisy loads, a load of the role, overloads and deaths, which talk to a manager over HTTP. All
 * that they do by themselves follows from one seed and the round.
 */
final class Fleet {

    static final String GROUP = "line-1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What being primary costs, in points. */
    private static final double ROLE_LOAD = 14;

    private final List<Node> nodes = new ArrayList<>();
    private final long intervalMs;
    private final boolean restless;
    private long newestToken;
    private long highestToken;

    /** One node; it forgets its role and not its token when it dies. */
    private static final class Node {

        final String id;
        final int index;
        final Random noise;
        double own;
        String role = "standby";
        long token;
        long sequence;
        long process = 1;
        String sample = "";
        boolean down;
        long clockAheadMs;

        Node(int index, Random noise) {
            this.id = "gw-" + (index + 1);
            this.index = index;
            this.noise = noise;
        }
    }

    private Fleet(int size, Duration interval, boolean restless, long seed) {
        for (int i = 0; i < size; i++) {
            Node node = new Node(i, new Random(seed * 1_000 + i));
            node.own = restless ? 15 + node.noise.nextInt(15) : 20;
            nodes.add(node);
        }
        this.intervalMs = Math.min(5_000, interval.toMillis());
        this.restless = restless;
    }

    /** Nodes whose loads change all the time, and which die and come back. */
    static Fleet restless(int size, long seed, Duration interval) {
        return new Fleet(size, interval, true, seed);
    }

    /** Nodes that measure 20 % until they are told otherwise. */
    static Fleet steady(int size, Duration interval) {
        return new Fleet(size, interval, false, 1);
    }

    /** From now on a steady node measures this, and more while it is primary. */
    void cpu(String id, double percent) {
        node(id).own = percent;
    }

    /** A steady node falls silent, or is there again. */
    void down(String id, boolean down) {
        node(id).down = down;
        node(id).role = "standby";
    }

    /** A node's clock is that much ahead of the true time. */
    void clockAhead(String id, Duration span) {
        node(id).clockAheadMs = span.toMillis();
    }

    private Node node(String id) {
        return nodes.stream().filter(node -> node.id.equals(id)).findFirst().orElseThrow();
    }

    /** Lets a round's time pass for all nodes: each measures itself, unless it is down. */
    void live(long round) {
        if (!restless) {
            nodes.forEach(node -> measure(node, node.own));
            return;
        }
        for (Node node : nodes) {
            node.own = Math.max(5, Math.min(60, node.own + node.noise.nextGaussian()));
            double spike = node.noise.nextInt(60) == 0 ? 30 : 0;
            boolean missing = node.noise.nextInt(40) == 0;
            // Now and then one is busy for an hour, and every now and then one dies for a quarter of an hour.
            double overload = (round / 240) * 7 % nodes.size() == node.index ? 45 : 0;
            boolean wasDown = node.down;
            node.down = (round + node.index * 137L) % 1_000 >= 940;
            if (node.down) {
                node.role = "standby";
                continue;
            }
            if (wasDown) {
                node.process++;
                node.sequence = 0;
            }
            if (missing) {
                node.sample = "";
            } else {
                measure(node, node.own + spike + overload);
            }
        }
    }

    private static void measure(Node node, double own) {
        double cpu = own + (node.role.equals("primary") ? ROLE_LOAD : 0);
        node.sample = String.format(
                Locale.ROOT,
                ",\"sample\":{\"sequence\":%d,\"metrics\":{\"cpu\":%.3f,\"memory\":40.5}}",
                ++node.sequence,
                Math.max(0, Math.min(100, cpu)));
    }

    /** Every node that is not down sends a heartbeat. */
    void beat(DrivenProcess manager) throws IOException {
        beat(manager, 0, nodes.size());
    }

    /** Some of the nodes send a heartbeat, those that are not down. */
    void beat(DrivenProcess manager, int from, int to) throws IOException {
        for (Node node : nodes.subList(from, to)) {
            if (node.down) {
                continue;
            }
            String body = "{\"incarnation\":\"a" + Long.toHexString(node.process) + "\",\"role\":\"" + node.role
                    + "\",\"token\":" + node.token + ",\"address\":\"" + node.id + ":8080\",\"heartbeat_interval_ms\":"
                    + intervalMs + ",\"clock_ms\":" + (manager.wallMillis() + node.clockAheadMs) + node.sample + "}";
            JsonNode answer = MAPPER.readTree(manager.beat(GROUP, node.id, body));
            if (answer.has("role")) {
                node.role = answer.path("role").textValue();
                newestToken = answer.path("token").longValue();
                node.token = Math.max(node.token, newestToken);
                highestToken = Math.max(highestToken, node.token);
            }
        }
    }

    /** The node that takes itself for the primary and is not down, or an empty text. */
    String primary() {
        return nodes.stream()
                .filter(node -> node.role.equals("primary"))
                .map(node -> node.id)
                .findFirst()
                .orElse("");
    }

    /** The token in the newest answer. */
    long newestToken() {
        return newestToken;
    }

    long highestToken() {
        return highestToken;
    }
}
