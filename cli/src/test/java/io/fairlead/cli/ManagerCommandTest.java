package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagerCommandTest {

    @TempDir
    Path folder;

    @Test
    void aManagerSaysWhereItIsReadyAndStopsInOrder() {
        try (Child manager = Child.start(folder, "manager", "--listen", "127.0.0.1:0")) {
            String url = manager.awaitLine("manager ready on ");
            assertThat(Called.with("status", "--manager", url).out()).startsWith("No group yet");
            assertThat(manager.terminate()).isZero();
            assertThat(manager.err()).isEmpty();
            assertThat(manager.out()).doesNotContain("\tat ");
        }
    }

    @Test
    void aManagerStopsWithTheProcessThatItWasToldOf() {
        try (Child first = Child.start(folder, "manager", "--listen", "127.0.0.1:0")) {
            first.awaitLine("manager ready on ");
            String pid = Long.toString(first.pid());
            try (Child second = Child.start(
                    folder, "manager", "--listen", "127.0.0.1:0", "--store", "memory", "--stop-with", pid)) {
                second.awaitLine("manager ready on ");
                first.kill();
                assertThat(second.awaitEnd()).isZero();
            }
        }
    }

    @Test
    void aPortInUseIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            assertRefused(
                    Called.with("manager", "--store", "memory", "--listen", listen),
                    1,
                    "fairlead manager: listen " + listen
                            + ": another process uses this port: stop it, or choose another port (port 0 takes any free one)");
        }
    }

    @Test
    void anAddressThatOthersReachIsRefusedUnlessAskedFor() {
        Called called = Called.with("manager", "--listen", "0.0.0.0:0");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err()).contains("--insecure").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --listen nowhere    | 2 | --listen: listen: found "nowhere", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535
            --listen 1.2.3.4:99999 | 2 | --listen: listen: found "1.2.3.4:99999", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535
            --listen -5         | 2 | --listen: listen: found "-5", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535
            --listen no.such.host.invalid:0 | 1 | listen no.such.host.invalid:0: the host is not known: use a name or address of this machine
            --config /no/such.yaml | 1 | /no/such.yaml: there is no such file
            --stop-with x       | 2 | Invalid value for option '--stop-with': "x" is not a whole number: use one such as 30
            --lisen 127.0.0.1:0 | 2 | unknown option "--lisen"; the nearest known option is --listen
            extra               | 2 | one argument too many: "extra"
            """)
    void whatIsWrongWithAFlagIsOneLine(String arguments, int code, String message) {
        String see = code == 2 && !message.startsWith("--") ? " (see fairlead manager --help)" : "";
        assertRefused(Called.with(("manager " + arguments).split(" ")), code, "fairlead manager: " + message + see);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lisen: 127.0.0.1:0            | :1: unknown key "lisen"; the nearest known key is "listen"
            listen: 5                     | :1: listen: found "5"
            listen: [a]                   | :1: listen: found a list
            timing: {lease: 5}            | :1: lease: found "5", expected a duration
            timing: {lease: -1s}          | :1: lease: found "-1s", expected a duration
            groups: {a b: {}}             | group id "a b" is not an id
            groups: {a: {window: NaN}}    | :1: window: found "NaN", expected a whole number
            groups: {a: {window: 1e400}}  | :1: window: found "1e400", expected a whole number
            groups: {a: {window: 4}}      | :1: window is 4: use 5 to 60 rounds
            groups: {a: {maintenance: [x, a b]}} | :1: maintenance: node id "a b" is not an id
            groups: {a: {preferred: a b}} | :1: preferred: node id "a b" is not an id
            groups: {a: {without: [foo]}} | :1: without: found "foo", expected some of role-load
            groups: {a: {role-load: ""}}  | :1: role-load: found "" in quotes, expected auto, off or points from 0 to 100
            groups: {a: }                 | :1: a: found no value, expected keys with values below it
            groups: {a: {profile: bold}}  | :1: profile is "bold": use classic or steady
            'groups: {a: {}, a: {}}'      | :1: found key "a" a second time
            '{'                           | not valid YAML
            """)
    void whatIsWrongInTheFileIsOneLineWithItsPlace(String yaml, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("m.yaml"), yaml);
        Called called = Called.with("manager", "--config", file.toString());
        assertThat(called.err())
                .startsWith("fairlead manager: " + file)
                .contains(message)
                .hasLineCount(1);
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(1);
    }

    @Test
    void aManagerThatWouldWaitForItselfOrForNobodyIsRefused() {
        long own = ProcessHandle.current().pid();
        Called called = Called.with("manager", "--stop-with", Long.toString(own));
        assertThat(called.err())
                .contains("--stop-with is " + own + ", which is this manager itself")
                .hasLineCount(1);
        assertThat(called.code()).isEqualTo(2);
        assertThat(Called.with("manager", "--stop-with", "999999999").err())
                .startsWith("fairlead manager: --stop-with is 999999999: there is no such process (any more)")
                .hasLineCount(1);
    }

    @Test
    void aManagerThatIsInterruptedAtTheKeyboardLeavesWithZeroToo() throws IOException {
        try (Child manager = Child.start(folder, Map.of(), List.of(), "manager", "--listen", "127.0.0.1:0")) {
            manager.awaitLine("manager ready on ");
            new ProcessBuilder("kill", "-INT", Long.toString(manager.pid())).start();
            await().atMost(Duration.ofSeconds(30)).until(() -> !manager.isAlive());
            assertThat(manager.awaitEnd()).isZero();
        }
    }

    private static void assertRefused(Called called, int code, String line) {
        assertThat(called.err()).isEqualTo(line + "\n");
        assertThat(called.out()).isEmpty();
        assertThat(called.code()).isEqualTo(code);
    }
}
