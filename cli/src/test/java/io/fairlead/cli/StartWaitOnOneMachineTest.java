package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An agent that is killed and started again, with a manager whose lease was lowered meanwhile, as processes of their own. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
class StartWaitOnOneMachineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void anAgentThatIsKilledAndStartsUnderALoweredLeaseWaitsByTheLongerOne() throws IOException {
        Path kept = folder.resolve("state").resolve("node.lease");
        try (Child manager = manager("60s");
                Child agent = agent(manager)) {
            await().atMost(PATIENCE).until(() -> Files.exists(kept));
            assertThat(Files.readString(kept)).contains("\n60000\n");
            agent.kill();
            assertThat(manager.terminate()).isZero();
        }
        try (Child manager = manager("3s");
                Child agent = agent(manager)) {
            String url = manager.awaitLine("manager ready on ");
            // By the present lease alone it would be 3.25 s.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(boundMillis(url)).isBetween(20_000L, 63_100L));
            assertThat(Files.readString(kept)).contains("\n60000\n");
            assertThat(agent.isAlive()).isTrue();
        }
    }

    private Child manager(String lease) throws IOException {
        Path config = Files.writeString(
                folder.resolve("manager.yaml"),
                "timing: {lease: " + lease + "}\ngroups: { line-1: { sample-interval: 500ms } }\n");
        return Child.start(folder, "manager", "--listen", "127.0.0.1:0", "--config", config.toString());
    }

    private Child agent(Child manager) {
        String url = manager.awaitLine("manager ready on ");
        String state = folder.resolve("state").toString();
        Child agent = Child.start(folder, AgentChild.command(url, "gw-1", "--state-dir", state));
        agent.awaitLine("agent ready on ");
        return agent;
    }

    /** For how long the node takes no role, as it tells the manager; 0 where it is not heard of. */
    private static long boundMillis(String url) throws IOException {
        Called status = Called.with("status", "line-1", "--json", "--manager", url);
        JsonNode group = new ObjectMapper().readTree(status.out());
        return group.path("nodes").path(0).path("steps").path("bound_ms").longValue();
    }
}
