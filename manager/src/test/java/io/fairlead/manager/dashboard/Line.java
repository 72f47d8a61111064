package io.fairlead.manager.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Machines of one group that send real heartbeats, with loads that follow the role and what a test sets. */
final class Line implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What being primary costs, in points. */
    private static final double ROLE = 18;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor();
    private final ConcurrentMap<String, Machine> machines = new ConcurrentHashMap<>();
    private final SplittableRandom random = new SplittableRandom(7);
    private final String base;
    private final String group;
    private final Duration every;

    private static final class Machine {
        volatile double load;
        volatile Map<String, String> unknown = Map.of();
        volatile boolean paused;
        String role = "standby";
        long token;
        long sequence;
        double roleShare;

        Machine(double load) {
            this.load = load;
        }
    }

    private Line(String base, String group, Duration every) {
        this.base = base;
        this.group = group;
        this.every = every;
    }

    /** Starts a group; a load below 0 stands for a machine that measures nothing. */
    static Line start(String base, String group, Duration every, Map<String, Double> loads) {
        Line line = new Line(base, group, every);
        loads.forEach((node, load) -> line.machines.put(node, new Machine(load)));
        Future<?> unused = line.heart.scheduleAtFixedRate(line::beat, 0, every.toMillis(), TimeUnit.MILLISECONDS);
        return line;
    }

    /** What the machine is busy with by itself, in points. */
    void load(String node, double points) {
        machine(node).load = points;
    }

    /** A machine says that it cannot measure something, and why. */
    void unmeasured(String node, String metric, String why) {
        machine(node).unknown = Map.of(metric, why);
    }

    /** A machine stands still, and later goes on with the role that it had then. */
    void pause(String node, boolean paused) {
        machine(node).paused = paused;
    }

    private Machine machine(String node) {
        Machine machine = machines.get(node);
        if (machine == null) {
            throw new IllegalArgumentException("no machine " + node);
        }
        return machine;
    }

    private void beat() {
        machines.forEach((node, machine) -> {
            try {
                if (!machine.paused) {
                    beat(node, machine);
                }
            } catch (IOException away) {
                // The test has stopped the manager; the next beat tries again.
                machine.role = "standby";
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void beat(String node, Machine machine) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(base + "/v1/groups/" + group + "/nodes/" + node + "/heartbeat"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body(machine).toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        JsonNode said = MAPPER.readTree(answer.body());
        if (answer.statusCode() == 200) {
            machine.role = said.get("role").textValue();
            machine.token = said.get("token").longValue();
        }
    }

    private ObjectNode body(Machine machine) {
        ObjectNode beat = MAPPER.createObjectNode()
                .put("incarnation", "a1")
                .put("role", machine.role)
                .put("token", machine.token)
                .put("heartbeat_interval_ms", Math.max(50, every.toMillis()));
        boolean primary = machine.role.equals("primary");
        machine.roleShare += 0.5 * ((primary ? 1 : 0) - machine.roleShare);
        if (machine.load < 0) {
            return beat;
        }
        double points = Math.min(100, machine.load + ROLE * machine.roleShare + random.nextDouble(-1.5, 1.5));
        ObjectNode sample = beat.putObject("sample").put("sequence", ++machine.sequence);
        ObjectNode metrics = sample.putObject("metrics");
        for (String metric : List.of("cpu", "memory", "disk", "network")) {
            if (!machine.unknown.containsKey(metric)) {
                metrics.put(metric, Math.max(0, points));
            }
        }
        ObjectNode unknown = sample.putObject("unknown");
        machine.unknown.forEach(unknown::put);
        if (primary) {
            sample.put("role_load", ROLE * machine.roleShare);
        }
        return beat;
    }

    @Override
    public void close() {
        heart.shutdownNow();
    }
}
