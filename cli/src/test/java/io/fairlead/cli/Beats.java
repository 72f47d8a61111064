package io.fairlead.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Nodes that send real heartbeats with loads that a test sets, and take the roles that they are told. */
final class Beats implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();
    private final ScheduledExecutorService beating = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Double> loads = new ConcurrentSkipListMap<>();
    private final Map<String, Long> tokens = new ConcurrentHashMap<>();
    private final Map<String, String> roles = new ConcurrentHashMap<>();
    private final Map<String, Long> lists = new ConcurrentHashMap<>();
    private final String url;
    private final ScheduledFuture<?> beats;
    private long sequence;

    /** Nodes of group line-1 at a manager, each with a heartbeat and a sample every 250 ms. */
    Beats(String url) {
        this.url = url;
        beats = beating.scheduleAtFixedRate(this::all, 0, 250, TimeUnit.MILLISECONDS);
    }

    void load(String node, double percent) {
        loads.put(node, percent);
    }

    /** The node asks others, when no manager answers, before it lays a role down. */
    void asking(String node) {
        lists.put(node, 0L);
    }

    void silence(String node) {
        loads.remove(node);
    }

    private void all() {
        sequence++;
        loads.forEach(this::beat);
    }

    private void beat(String node, double load) {
        String body = "{\"incarnation\":\"a1\",\"role\":\"" + roles.getOrDefault(node, "standby") + "\",\"token\":"
                + tokens.getOrDefault(node, 0L) + ",\"heartbeat_interval_ms\":250,\"sample\":{\"sequence\":" + sequence
                + ",\"metrics\":{\"cpu\":" + load + ",\"memory\":" + load + ",\"disk\":" + load + ",\"queue\":7}}"
                + asks(node) + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/groups/line-1/nodes/" + node + "/heartbeat"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            JsonNode answer = mapper.readTree(
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body());
            if (answer.has("role")) {
                roles.put(node, answer.get("role").textValue());
                tokens.merge(node, answer.get("token").longValue(), Math::max);
                lists.computeIfPresent(
                        node, (id, version) -> answer.at("/members/version").longValue());
            }
        } catch (java.io.IOException noManager) {
            // The manager is away for a moment; the next beat tries again.
            roles.putIfAbsent(node, "standby");
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private String asks(String node) {
        Long version = lists.get(node);
        return version == null
                ? ""
                : ",\"failsafe\":\"on\",\"peer_address\":\"" + node + ":7403\",\"members\":{\"version\":" + version
                        + "}";
    }

    @Override
    public void close() {
        beats.cancel(true);
        beating.shutdownNow();
    }
}
