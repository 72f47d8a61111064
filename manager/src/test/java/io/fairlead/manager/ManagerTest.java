package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fairlead.config.ListenAddress;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a manager starts, or refuses to, and stops. */
final class ManagerTest {

    private static final ManagerSettings ANY_PORT =
            ManagerSettings.standard().inMemory().with(new ListenAddress("127.0.0.1", 0));

    @TempDir
    private static Path folder;

    private static HttpResponse<String> get(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aManagerAnswersFromTheMomentItHasStartedUntilItIsClosed() throws Exception {
        Manager manager = Manager.start(ANY_PORT);
        assertThat(manager.url()).isEqualTo("http://127.0.0.1:" + manager.port());
        assertThat(get(manager.url() + "/health/ready").statusCode()).isEqualTo(200);
        manager.close();
        try (ServerSocket free = new ServerSocket(manager.port(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.isBound()).isTrue();
        }
    }

    @Test
    void aPortInUseIsOneClearLine() throws Exception {
        try (Manager first = Manager.start(ANY_PORT)) {
            ManagerSettings same = ANY_PORT.with(new ListenAddress("127.0.0.1", first.port()));
            assertThatExceptionOfType(StartRefusedException.class)
                    .isThrownBy(() -> Manager.start(same))
                    .withMessage("listen 127.0.0.1:" + first.port() + ": another process uses this port: stop it, or"
                            + " choose another port (port 0 takes any free one)");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.0.0.0 | other machines reach this address",
                "192.0.2.1 | other machines reach this address",
                ":: | other machines reach this address",
                "no-such-host.invalid | the host is not known"
            })
    void anAddressThatOtherMachinesReachIsRefusedUnlessThatIsWanted(String host, String why) {
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> Manager.start(ANY_PORT.with(new ListenAddress(host, 0))))
                .withMessageContaining(why)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }

    @Test
    void whoWantsToBeReachedByOthersSaysSo() throws Exception {
        ManagerSettings open = reachable("0.0.0.0");
        try (Manager manager = Manager.start(open)) {
            assertThat(get("http://127.0.0.1:" + manager.port() + "/health/live")
                            .statusCode())
                    .isEqualTo(200);
        }
        ManagerSettings foreign = reachable("192.0.2.1");
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> Manager.start(foreign))
                .withMessage("listen 192.0.2.1:0: this machine does not have this address");
    }

    private static Path tokens(String mode, String text) throws Exception {
        Path file = Files.writeString(folder.resolve("tokens-" + mode), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void whoAsksForTokensMayBeReachedByOthersAndAnswersThoseWhoHaveOne() throws Exception {
        Path file = tokens("rw-------", "viewer s3cr3t-0123456789 wall\n");
        ManagerSettings asking = ANY_PORT.with(new ListenAddress("0.0.0.0", 0)).withTokensFile(file);
        try (Manager manager = Manager.start(asking)) {
            String url = "http://127.0.0.1:" + manager.port();
            assertThat(get(url + "/health/ready").statusCode()).isEqualTo(200);
            assertThat(get(url + "/v1/groups").statusCode()).isEqualTo(401);
            HttpRequest known = HttpRequest.newBuilder(URI.create(url + "/v1/groups"))
                    .header("authorization", "Bearer s3cr3t-0123456789")
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(known, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rw-r--r-- | viewer s3cr3t-0123456789 | : its mode is rw-r--r--, so others can read or change the secrets in it: chmod 600",
                "rw------- | viewr s3cr3t-0123456789 | : line 1: role \"viewr\" is not known; the nearest known role is viewer",
                "rw------- | # nobody | : there is no token in it",
            })
    void tokensThatCannotBeUsedAreRefusedAtTheStart(String mode, String text, String why) throws Exception {
        Path file = tokens(mode, text);
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> Manager.start(ANY_PORT.withTokensFile(file)))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .startsWith("auth: tokens-file " + file + why)
                        .doesNotContain("s3cr3t")
                        .doesNotContain("\n"));
    }

    private static ManagerSettings reachable(String host) {
        return new ManagerSettings(
                new ListenAddress(host, 0),
                true,
                ANY_PORT.tokensFile(),
                ANY_PORT.timing(),
                ANY_PORT.dataDir(),
                ANY_PORT.store(),
                false,
                ANY_PORT.groups(),
                ANY_PORT.services());
    }

    // Field case D12 d, at the manager
    @Test
    void theProcessSaysWhereItIsReadyStopsInOrderAndWritesNumbersWithDotsInAnyLocale() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + "/bin/java",
                        "-Duser.language=de",
                        "-Duser.country=DE",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProcessMain.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            assertThat(line).matches("manager ready on http://127\\.0\\.0\\.1:[0-9]+");
            String url = line.substring("manager ready on ".length());
            HttpResponse<String> beat = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(url + "/v1/groups/line-1/nodes/gw-1/heartbeat"))
                                    .header("content-type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(
                                            "{\"incarnation\":\"a1\",\"role\":\"standby\",\"token\":0,"
                                                    + "\"heartbeat_interval_ms\":1000,\"sample\":{\"sequence\":1,"
                                                    + "\"metrics\":{\"cpu\":12.5}}}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(beat.statusCode()).isEqualTo(200);
            assertThat(get(url + "/v1/groups/line-1").body()).contains("\"cpu\":12.5");
            process.destroy();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A process that is nothing but a manager on any free port. */
    static final class ProcessMain {
        public static void main(String[] args) throws StartRefusedException {
            ManagerProcess.run(ANY_PORT, System.out);
        }
    }
}
