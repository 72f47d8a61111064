package io.fairlead.cli.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node of a group that sends heartbeats and does as it is told, with nothing of the agent but that. */
final class GroupNode implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupNode.class);
    private static final Pattern TOKEN = Pattern.compile("\"token\":([0-9]+)");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "group-node");
        thread.setDaemon(true);
        return thread;
    });
    private final URI uri;
    private final String address;
    private volatile String role = "standby";
    private volatile long token;

    GroupNode(String manager, String group, String node) {
        uri = URI.create(manager + "/v1/groups/" + group + "/nodes/" + node + "/heartbeat");
        address = node + ":8080";
        var unused = beats.scheduleWithFixedDelay(this::beat, 0, 100, TimeUnit.MILLISECONDS);
    }

    String address() {
        return address;
    }

    private void beat() {
        try {
            send(false);
        } catch (IOException away) {
            LOG.debug("the manager is away: {}", away.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(boolean goodbye) throws IOException, InterruptedException {
        String body = "{\"incarnation\":\"a1\",\"role\":\"" + role + "\",\"token\":" + token + ",\"address\":\""
                + address + "\",\"heartbeat_interval_ms\":100,\"goodbye\":" + goodbye + "}";
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(uri)
                        .timeout(Duration.ofSeconds(2))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Matcher newer = TOKEN.matcher(answer.body());
        if (answer.statusCode() == 200 && newer.find()) {
            role = answer.body().contains("\"role\":\"primary\"") ? "primary" : "standby";
            token = Long.parseLong(newer.group(1));
        }
    }

    /** Says goodbye: its role is free at once. */
    void leave() throws Exception {
        close();
        role = "standby";
        send(true);
    }

    @Override
    public void close() {
        beats.shutdown();
        try {
            if (!beats.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a heartbeat hangs");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
