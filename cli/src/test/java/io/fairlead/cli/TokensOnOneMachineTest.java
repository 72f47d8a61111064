package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager that asks for tokens, an agent and commands, each with a token of its own. */
class TokensOnOneMachineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String AGENT = "s3cr3t-agent-0123456789";
    private static final String OPERATOR = "s3cr3t-operator-0123456789";
    private static final String VIEWER = "s3cr3t-viewer-0123456789";
    private static final String STRANGER = "s3cr3t-stranger-0123456789";

    @TempDir
    Path folder;

    private Path tokens;
    private String agent = "";
    private String operator = "";
    private String viewer = "";
    private String stranger = "";

    @BeforeEach
    void files() throws IOException {
        tokens = secret(
                "tokens",
                "# who may do what\nagent " + AGENT + " gw-1\noperator " + OPERATOR + " alice\nviewer " + VIEWER
                        + "\n");
        agent = secret("agent.token", AGENT + "\n").toString();
        operator = secret("operator.token", OPERATOR + "\n").toString();
        viewer = secret("viewer.token", VIEWER + "\n").toString();
        stranger = secret("stranger.token", STRANGER + "\n").toString();
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Child agent(String url, String token) {
        return Child.start(folder, AgentChild.command(url, "gw-1", "--token-file", token));
    }

    @Test
    void eachDoesWhatItsTokenIsForAndIsToldWhatElseItWouldNeed() {
        // Every address of this machine: what is refused without tokens is not with them.
        try (Child manager =
                Child.start(folder, "manager", "--listen", "0.0.0.0:0", "--auth-tokens-file", tokens.toString())) {
            String url = manager.awaitLine("manager ready on ").replace("0.0.0.0", "127.0.0.1");
            try (Child node = agent(url, agent)) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        Called.with("status", "line-1", "--manager", url, "--token-file", viewer)
                                                .out())
                                .contains("gw-1"));
                Called none = Called.with("status", "--manager", url);
                assertThat(none.err())
                        .isEqualTo("fairlead status: this manager wants a token with each request: Authorization:"
                                + " Bearer TOKEN (so says the manager at " + url + "; none was given: use --token-file"
                                + " FILE, or the variable FAIRLEAD_TOKEN_FILE)\n");
                assertThat(none.code()).isEqualTo(1);
                Called unknown = Called.in(Map.of("FAIRLEAD_TOKEN_FILE", stranger), "status", "--manager", url);
                assertThat(unknown.err())
                        .isEqualTo("fairlead status: the token is not one that this manager knows (so says the manager"
                                + " at " + url + "; it is the token in " + stranger + ")\n");
                Called looking = Called.with("pause", "line-1", "--manager", url, "--token-file", viewer);
                assertThat(looking.err())
                        .isEqualTo("fairlead pause: a token of role viewer may not do this: use one of role operator"
                                + " (so says the manager at " + url + "; it is the token in " + viewer + ")\n");
                Called paused = Called.in(Map.of("FAIRLEAD_TOKEN_FILE", operator), "pause", "line-1", "--manager", url);
                assertThat(paused.err()).isEmpty();
                assertThat(paused.code()).isZero();
                assertThat(node.terminate()).isZero();
                assertThat(node.out() + node.err()).doesNotContain("s3cr3t");
            }
            assertThat(manager.terminate()).isZero();
            assertThat(manager.out() + manager.err())
                    .contains("each request needs a token; known are 1 agent, 1 operator, 1 viewer")
                    .containsOnlyOnce(
                            "whoever can read the traffic of this network reads what is said here, the tokens too")
                    .contains("group line-1: operator at 127.0.0.1 alice: pause")
                    .doesNotContain("s3cr3t");
        }
    }

    @Test
    void anAgentThatIsNotKnownSaysOnceWhichFileToLookAt() {
        try (Child manager = Child.start(
                        folder,
                        "manager",
                        "--listen",
                        "127.0.0.1:0",
                        "--store",
                        "memory",
                        "--auth-tokens-file",
                        tokens.toString());
                Child node = agent(manager.awaitLine("manager ready on "), stranger)) {
            node.awaitLine("agent ready on ");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(node.out() + node.err())
                            .contains(
                                    "status 401 (unauthorized: the token is not one that this manager knows; it is the"
                                            + " token in " + stranger + ")"));
            assertThat(node.terminate()).isZero();
            assertThat(node.out() + node.err()).doesNotContain("s3cr3t");
            assertThat(manager.terminate()).isZero();
            assertThat(manager.out() + manager.err())
                    .contains("from 127.0.0.1 was refused: the token is not one that this manager knows")
                    .doesNotContain("s3cr3t")
                    .doesNotContain("whoever can read the traffic");
        }
    }

    @Test
    void aFileThatDoesNotDoIsOneLineWithTheFlagThatNamesIt() throws IOException {
        Path open = secret("open.token", VIEWER);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        Called flag = Called.with("status", "--token-file", open.toString());
        assertThat(flag.err())
                .isEqualTo("fairlead status: --token-file: " + open + ": its mode is rw-r--r--, so others can read or"
                        + " change the secrets in it: chmod 600 " + open + "\n");
        assertThat(flag.code()).isEqualTo(2);
        Called variable = Called.in(Map.of("FAIRLEAD_TOKEN_FILE", folder.resolve("no") + ""), "status");
        assertThat(variable.err())
                .isEqualTo(
                        "fairlead status: FAIRLEAD_TOKEN_FILE: " + folder.resolve("no") + ": there is no such file\n");
        assertThat(variable.code()).isEqualTo(1);
        Called manager =
                Called.with("manager", "--store", "memory", "--listen", "127.0.0.1:0", "--auth-tokens-file", open + "");
        assertThat(manager.err())
                .startsWith("fairlead manager: auth: tokens-file " + open + ": its mode is rw-r--r--")
                .hasLineCount(1);
        assertThat(manager.code()).isEqualTo(1);
    }
}
