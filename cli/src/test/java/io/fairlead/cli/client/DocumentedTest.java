package io.fairlead.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Allocator;
import io.fairlead.client.CallException;
import io.fairlead.client.FairleadClient;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.Place;
import io.fairlead.client.PrimaryLocator;
import io.fairlead.client.PrimaryView;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.config.ListenAddress;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/client.md: its programs compile and run, and its codes are those that there are. */
final class DocumentedTest {

    private static final Pattern SNIPPET = Pattern.compile("(?ms)^ *// snippet: [a-z]+\\n(.*?)^ *// end$");
    private static final Pattern CODE = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private static String text(String path) throws Exception {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/client.md"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("not below the repository");
            }
            folder = parent;
        }
        return Files.readString(folder.resolve(path));
    }

    private static List<String> found(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        for (MatchResult match : pattern.matcher(text).results().toList()) {
            found.add(match.group(1).stripTrailing().stripIndent());
        }
        return found;
    }

    @Test
    void thePageShowsTheProgramsThatAreCompiledHereInTheirOrder() throws Exception {
        String source = text("cli/src/test/java/io/fairlead/cli/client/Snippets.java");
        List<String> programs = found(SNIPPET, source);
        assertThat(programs).hasSize(11);
        assertThat(found(CODE, text("docs/client.md"))).isEqualTo(programs);
    }

    @Test
    void everyCodeOfTheClientStandsOnThePage() throws Exception {
        String page = text("docs/client.md");
        assertThat(List.of(
                        CallException.NO_CONNECTION,
                        CallException.CONNECTION_LOST,
                        CallException.NO_ANSWER,
                        CallException.TOO_MANY_CALLS,
                        CallException.BAD_ANSWER,
                        CallException.OLDER_TOKEN,
                        CallException.STORE_AWAY,
                        CallException.CLOSED))
                .allSatisfy(code -> assertThat(page).contains("| `" + code + "` |"));
    }

    @Test
    void theProgramsRunAgainstAManager() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Manager manager =
                Manager.start(ManagerSettings.standard().inMemory().with(new ListenAddress("127.0.0.1", 0)))) {
            Snippets.client(client -> run(client, told), manager.url());
            RoleParticipant node =
                    Snippets.node(manager.url(), folder, token -> told.add("serves"), () -> told.add("stops"));
            await().atMost(LONG).until(() -> node.standing().startsWith("answered"));
            Snippets.leave(node, token -> told.add("writes"));
        }
        assertThat(told)
                .containsSubsequence("joins ws://10.0.0.5:9000", "joins again ws://10.0.0.5:9000", "is empty", "stops")
                .doesNotContain("sorry", "serves", "writes");
    }

    private static void run(FairleadClient fairlead, List<String> told) {
        PrimaryLocator locator = Snippets.primary(fairlead, told::add, () -> told.add("none"));
        LoadReporter reporter = Snippets.report(fairlead, () -> 0, (room, epoch) -> told.add("lost " + room));
        await().atMost(LONG)
                .until(() -> reporter.registered().toCompletableFuture().isDone());
        Allocator patient = fairlead.allocator(new ServiceId("battle")).withBudget(LONG);
        Place place = patient.allocate(new RoomId("r-17"))
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        Snippets.rooms(reporter, place.claim().orElseThrow());
        await().atMost(LONG).until(() -> reporter.status().rooms() == 0);
        Snippets.allocate(
                fairlead, found -> told.add("joins " + found.instance().endpoint()), words -> told.add("sorry"));
        await().atMost(LONG).until(() -> !told.isEmpty());
        Snippets.unreachable(
                patient,
                place,
                found -> told.add("joins again " + found.instance().endpoint()));
        await().atMost(LONG).until(() -> told.size() == 2);
        Snippets.leave(reporter, () -> told.add("is empty"));
        assertThat(reporter.status().ended()).isTrue();
        assertThat(locator.current()).isInstanceOf(PrimaryView.Unknown.class);
    }
}
