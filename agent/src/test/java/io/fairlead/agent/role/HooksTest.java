package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class HooksTest {
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));
    private static final HookRun.Limits LIMITS = new HookRun.Limits(Duration.ofSeconds(20), Duration.ofSeconds(1));

    private static final HookRun.Limits IMPATIENT =
            new HookRun.Limits(Duration.ofSeconds(20), Duration.ofSeconds(1), Duration.ofMillis(20));

    @TempDir
    Path folder;

    // Field case D22 (f)
    @Test
    void aDemoteEndsARunningPromoteAtOnceAndUndoesIt() throws Exception {
        Path log = folder.resolve("log");
        hook("promote", "echo promote begins >> " + log + "\nsleep 30\necho promote ends >> " + log);
        hook("demote", "echo demote >> " + log);
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), LIMITS)) {
            CompletableFuture<HookResult> promoted = order(hooks, HookOrder.Hook.PROMOTE, 1);
            await().until(() -> Files.exists(log));
            CompletableFuture<HookResult> demoted = order(hooks, HookOrder.Hook.DEMOTE, 2);
            assertThat(demoted.get(5, TimeUnit.SECONDS).succeeded()).isTrue();
            assertThat(promoted.get().end()).isEqualTo(HookResult.End.ENDED_BY_NEWER);
            assertThat(Files.readAllLines(log)).containsExactly("promote begins", "demote");
        }
    }

    // Field case D22 (f): one at a time, the newest order wins
    @Test
    void ofSeveralOrdersThatWaitOnlyTheNewestIsRun() throws Exception {
        Path log = folder.resolve("log");
        Path go = folder.resolve("go");
        hook(
                "demote",
                "echo demote begins >> " + log + "\nwhile [ ! -e " + go
                        + " ]; do sleep 0.01; done\necho demote ends >> " + log);
        hook("promote", "echo promote $FAIRLEAD_TOKEN >> " + log);
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), LIMITS)) {
            CompletableFuture<HookResult> demoted = order(hooks, HookOrder.Hook.DEMOTE, 1);
            await().until(() -> Files.exists(log));
            CompletableFuture<HookResult> second = order(hooks, HookOrder.Hook.PROMOTE, 2);
            CompletableFuture<HookResult> third = order(hooks, HookOrder.Hook.PROMOTE, 3);
            assertThat(second.get(1, TimeUnit.SECONDS).end()).isEqualTo(HookResult.End.REPLACED_BY_NEWER);
            Files.createFile(go);
            assertThat(demoted.get(5, TimeUnit.SECONDS).succeeded()).isTrue();
            assertThat(third.get(5, TimeUnit.SECONDS).succeeded()).isTrue();
            assertThat(Files.readAllLines(log)).containsExactly("demote begins", "demote ends", "promote 3");
        }
    }

    @Test
    void aDemoteThatFailsIsRunAgainUntilItSucceeds() throws Exception {
        Path log = folder.resolve("log");
        hook("demote", "echo $FAIRLEAD_TOKEN >> " + log + "\necho no way\n[ $(wc -l < " + log + ") -ge 3 ]");
        List<HookResult> results = new CopyOnWriteArrayList<>();
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), IMPATIENT)) {
            hooks.order(new HookOrder(HookOrder.Hook.DEMOTE, 7, RoleReason.LEASE_LOST, "", ""), results::add);
            await().until(() -> results.size() == 3);
            assertThat(results).extracting(HookResult::succeeded).containsExactly(false, false, true);
            assertThat(hooks.book().trouble()).isEmpty();
            assertThat(hooks.book().all())
                    .hasEntrySatisfying(
                            "demote", status -> assertThat(status.attempts()).isEqualTo(1));
            assertThat(Files.readAllLines(log)).containsExactly("7", "7", "7");
        }
    }

    @Test
    void aNewOrderEndsTheRepetitionOfAnOlderOne() throws Exception {
        Path log = folder.resolve("log");
        hook("demote", "echo demote >> " + log + "\nexit 1");
        hook("promote", "echo promote >> " + log);
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), IMPATIENT)) {
            assertThat(order(hooks, HookOrder.Hook.DEMOTE, 1)
                            .get(5, TimeUnit.SECONDS)
                            .failed())
                    .isTrue();
            await().until(() ->
                    hooks.book().trouble().filter(t -> t.attempts() > 1).isPresent());
            assertThat(order(hooks, HookOrder.Hook.PROMOTE, 2)
                            .get(5, TimeUnit.SECONDS)
                            .succeeded())
                    .isTrue();
            assertThat(order(hooks, HookOrder.Hook.PROMOTE, 3)
                            .get(5, TimeUnit.SECONDS)
                            .succeeded())
                    .isTrue();
            List<String> ran = Files.readAllLines(log);
            assertThat(ran.subList(ran.indexOf("promote"), ran.size())).containsExactly("promote", "promote");
        }
    }

    @Test
    void aPromoteThatFailsIsNotRunAgainAndIsCountedUntilOneSucceeds() throws Exception {
        Path ready = folder.resolve("ready");
        hook("promote", "echo\necho busy\n[ -e " + ready + " ]");
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), IMPATIENT)) {
            order(hooks, HookOrder.Hook.PROMOTE, 1).get(5, TimeUnit.SECONDS);
            order(hooks, HookOrder.Hook.DEMOTE, 1).get(5, TimeUnit.SECONDS);
            order(hooks, HookOrder.Hook.PROMOTE, 2).get(5, TimeUnit.SECONDS);
            assertThat(hooks.book().trouble()).contains(new HookTrouble(HookOrder.Hook.PROMOTE, 2));
            assertThat(hooks.book().all())
                    .hasEntrySatisfying(
                            "demote", status -> assertThat(status.state()).isEqualTo(HookStatus.State.ABSENT));
            assertThat(hooks.book().all())
                    .hasEntrySatisfying(
                            "promote",
                            status -> assertThat(status)
                                    .extracting(
                                            HookStatus::state,
                                            HookStatus::attempts,
                                            HookStatus::ended,
                                            HookStatus::said)
                                    .containsExactly(HookStatus.State.FAILED, 2, "exit code 1", "busy"));
            Files.createFile(ready);
            order(hooks, HookOrder.Hook.PROMOTE, 3).get(5, TimeUnit.SECONDS);
            assertThat(hooks.book().trouble()).isEmpty();
        }
    }

    @Test
    void thePausesBetweenRepetitionsGrowUpToAboutAMinute() {
        HookRun.Limits limits = HookRun.Limits.STANDARD;
        assertThat(limits.pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(limits.pauseAfter(3)).isEqualTo(Duration.ofSeconds(4));
        assertThat(limits.pauseAfter(1_000_000)).isEqualTo(Duration.ofSeconds(64));
    }

    @Test
    void hooksAreOptionalAndSoIsTheirFolder() throws Exception {
        try (Hooks hooks = new Hooks(SELF, HookFolder.none(), LIMITS)) {
            assertThat(order(hooks, HookOrder.Hook.PROMOTE, 1).get().end()).isEqualTo(HookResult.End.ABSENT);
        }
        try (Hooks hooks = new Hooks(SELF, HookFolder.at(folder), LIMITS)) {
            assertThat(order(hooks, HookOrder.Hook.DEMOTE, 1).get().succeeded()).isTrue();
        }
    }

    @Test
    void closingEndsWhateverRuns() throws Exception {
        Path log = folder.resolve("log");
        hook("promote", "echo begins > " + log + "\nsleep 30");
        Hooks hooks = new Hooks(SELF, HookFolder.at(folder), LIMITS);
        CompletableFuture<HookResult> promoted = order(hooks, HookOrder.Hook.PROMOTE, 1);
        await().until(() -> Files.exists(log));
        hooks.close();
        assertThat(promoted.get(2, TimeUnit.SECONDS).end()).isEqualTo(HookResult.End.ENDED_BY_NEWER);
    }

    @Test
    void aHookThatCannotBeExecutedIsRefusedAtTheStart() throws IOException {
        Files.writeString(folder.resolve("promote"), "#!/bin/sh\n");
        assertThatThrownBy(() -> HookFolder.at(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("hooks-dir: found \"")
                .hasMessageEndingWith(", which is not an executable file");
        Files.delete(folder.resolve("promote"));
        Files.createSymbolicLink(folder.resolve("promote"), folder.resolve("gone-with-the-upgrade"));
        assertThatThrownBy(() -> HookFolder.at(folder)).hasMessageEndingWith(", which is not an executable file");
        Files.delete(folder.resolve("promote"));
        Files.createDirectory(folder.resolve("promote"));
        assertThatThrownBy(() -> HookFolder.at(folder)).hasMessageContaining("not an executable file");
    }

    @Test
    void aFolderThatIsNotThereIsRefusedAtTheStart() {
        Path missing = folder.resolve("none");
        assertThatThrownBy(() -> HookFolder.at(missing))
                .hasMessageStartingWith("hooks-dir: found \"")
                .hasMessageEndingWith(", expected a folder that exists");
    }

    @Test
    void executablesThatAreNeverRunAreNamed() throws IOException {
        hook("promote", "true");
        hook("demote.sh", "true");
        Files.writeString(folder.resolve("README"), "text");
        assertThat(HookFolder.at(folder).neverRun()).isEqualTo(List.of("demote.sh"));
    }

    private void hook(String name, String body) throws IOException {
        HookRunTest.script(folder.resolve(name), body);
    }

    private static CompletableFuture<HookResult> order(Hooks hooks, HookOrder.Hook hook, long token) {
        CompletableFuture<HookResult> result = new CompletableFuture<>();
        hooks.order(new HookOrder(hook, token, RoleReason.PROMOTED, "", ""), result::complete);
        return result;
    }
}
