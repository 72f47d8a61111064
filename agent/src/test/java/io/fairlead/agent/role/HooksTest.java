package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.role.Identity;
import io.fairlead.client.role.NodeHealth;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class HooksTest {
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));
    private static final HealthSettings QUICK =
            new HealthSettings(Duration.ofMillis(300), Duration.ofMillis(200), 2, 3);

    @TempDir
    Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @SuppressWarnings("NullAway.Init") // each test makes them when its files are there
    private Hooks hooks;

    @AfterEach
    void close() {
        if (hooks != null) {
            hooks.close();
        }
        ((Logger) LoggerFactory.getLogger(Hooks.class)).detachAppender(log);
    }

    @Test
    void aStepFindsEverythingInItsEnvironment() throws Exception {
        Path trace = folder.resolve("trace");
        hook("promote", "env | grep FAIRLEAD_ | grep -v _RUN= | sort > " + trace);
        take().promote(change(Duration.ofSeconds(20), false));
        assertThat(Files.readAllLines(trace))
                .containsExactly(
                        "FAIRLEAD_CAUSE=PREFERENCE",
                        "FAIRLEAD_FROM=gw-2",
                        "FAIRLEAD_GROUP=line-1",
                        "FAIRLEAD_NODE=gw-1",
                        "FAIRLEAD_REASON=PROMOTED",
                        "FAIRLEAD_TO=gw-1",
                        "FAIRLEAD_TOKEN=17");
    }

    @Test
    void hooksAreOptionalAndSoIsTheirFolder() throws Exception {
        RoleChange change = change(Duration.ofSeconds(20), false);
        for (Hooks none : List.of(take(), new Hooks(SELF, HookFolder.none(), QUICK))) {
            none.prepare(change);
            none.promote(change);
            none.demote(change);
            none.cleanup(change);
            assertThat(none.drainStatus(change)).isZero();
            assertThat(none.fence(change)).isFalse();
            assertThat(none.health()).isEqualTo(NodeHealth.UNKNOWN);
            none.close();
        }
    }

    @Test
    void aStepThatFailsSaysHowAndIsCounted() throws Exception {
        hook("promote", "echo; echo busy; exit 3");
        Hooks all = take();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> all.promote(change(Duration.ofSeconds(20), false)))
                    .isInstanceOf(HookFailed.class)
                    .hasMessage("hook promote: exit code 3; it said: busy");
        }
        assertThat(all.statuses().get("promote"))
                .extracting(HookStatus::state, HookStatus::attempts, HookStatus::ended, HookStatus::said)
                .containsExactly(HookStatus.State.FAILED, 2, "exit code 3", "busy");
    }

    @Test
    void whoWatchesAHookIsToldForHowLongItsFamilyMayLiveAndNotOnlyWhenItIsAskedToEnd() throws Exception {
        hook("demote", "true");
        List<String> told = new ArrayList<>();
        HookWatch watch = new HookWatch() {
            @Override
            public boolean begins(Run run) {
                told.add(run.kind() + " " + run.limit().toMillis());
                return true;
            }

            @Override
            public void ended(Run run, boolean succeeded) {
                told.add("ended");
            }
        };
        hooks = new Hooks(SELF, HookFolder.at(folder), QUICK, watch);
        hooks.demote(change(Duration.ofSeconds(20), false));
        hooks.demote(change(Duration.ofSeconds(20), true));
        assertThat(told).containsExactly("DEMOTE 22000", "ended", "DEMOTE 20000", "ended");
    }

    @Test
    void aDemoteThatTheKeeperHasRunIsNotRunAndCountsAsDone() throws Exception {
        hook("demote", "exit 1");
        hooks = new Hooks(SELF, HookFolder.at(folder), QUICK, new HookWatch() {
            @Override
            public boolean begins(Run run) {
                return false;
            }

            @Override
            public void ended(Run run, boolean succeeded) {
                throw new AssertionError("nothing began");
            }
        });
        hooks.demote(change(Duration.ofSeconds(20), false));
        assertThat(hooks.statuses().get("demote"))
                .extracting(HookStatus::state, HookStatus::ended)
                .containsExactly(HookStatus.State.SUCCEEDED, "run by the keeper while this agent stood still");
    }

    // A manager whose limit is over first, or a demote, ends the run before the agent's own limit does
    @Test
    void aStepThatIsInterruptedIsKilledAndLeavesItsLastLineAndALineInTheLog() throws Exception {
        Path begun = folder.resolve("begun");
        hook("prepare", "true");
        Hooks all = take();
        all.prepare(change(Duration.ofSeconds(20), false));
        hook(
                "prepare",
                "trap 'touch " + folder.resolve("asked") + "' TERM\necho opening; echo waiting for the database\ntouch "
                        + begun + "\nsleep 600 & wait");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread run =
                new Thread(() -> thrown.set(catchThrowable(() -> all.prepare(change(Duration.ofSeconds(20), false)))));
        run.start();
        await().until(() -> Files.exists(begun));
        run.interrupt();
        run.join(10_000);
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(all.statuses().get("prepare"))
                .extracting(HookStatus::state, HookStatus::attempts, HookStatus::ended, HookStatus::said)
                .containsExactly(HookStatus.State.INTERRUPTED, 1, "killed before it ended", "waiting for the database");
        assertThat(folder.resolve("asked")).doesNotExist();
        assertThat(log.list)
                .filteredOn(line -> line.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement(STRING)
                .matches(
                        "hook prepare \\(token 17, PROMOTED\\) was interrupted after \\d+\\.\\d s: killed before it ended;"
                                + " it said: opening \\| waiting for the database");
    }

    @Test
    void aFenceThatIsThereIsAWayAndOneThatFailsIsNone() throws Exception {
        hook("fence", "[ $FAIRLEAD_TOKEN = 17 ]");
        assertThat(take().fence(change(Duration.ofSeconds(20), false))).isTrue();
        hook("fence", "exit 1");
        assertThatThrownBy(() -> hooks.fence(change(Duration.ofSeconds(20), false)))
                .isInstanceOf(HookFailed.class);
    }

    @Test
    void whereTheOutputCannotBeTakenWhatStillRunsIsNotKnownAndAStepSucceedsAllTheSame() throws Exception {
        hook("drain-status", "echo 3");
        hook("demote", "true");
        String usual = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", folder.resolve("gone").toString());
        try {
            Hooks all = take();
            assertThatThrownBy(() -> all.drainStatus(change(Duration.ofSeconds(20), false)))
                    .isInstanceOf(HookFailed.class)
                    .hasMessage("hook drain-status: how much still runs is not known, because its output could not be"
                            + " taken");
            all.demote(change(Duration.ofSeconds(20), false));
            assertThat(all.statuses().get("demote"))
                    .extracting(HookStatus::state, HookStatus::said)
                    .containsExactly(HookStatus.State.SUCCEEDED, "[its output could not be taken]");
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    @Test
    void whatStillRunsIsTheNumberThatIsPrinted() throws Exception {
        hook("drain-status", "echo 3");
        assertThat(take().drainStatus(change(Duration.ofSeconds(20), false))).isEqualTo(3);
        hook("drain-status", "echo 0");
        assertThat(hooks.drainStatus(change(Duration.ofSeconds(20), false))).isZero();
        hook("drain-status", "echo nothing left");
        assertThat(hooks.drainStatus(change(Duration.ofSeconds(20), false))).isZero();
        hook("drain-status", "echo 0; exit 1");
        assertThatThrownBy(() -> hooks.drainStatus(change(Duration.ofSeconds(20), false)))
                .isInstanceOf(HookFailed.class);
    }

    // An exclusive demote has to be over before the lease is
    @Test
    void anExclusiveStepHasNoGraceAfterItsLimit() throws Exception {
        Path asked = folder.resolve("asked");
        Path ended = folder.resolve("ended");
        hook("demote", "trap 'touch " + asked + "; sleep 1; touch " + ended + "; exit 0' TERM\nsleep 30 & wait");
        assertThatThrownBy(() -> take().demote(change(Duration.ofMillis(300), true)))
                .hasMessageStartingWith("hook demote: ended because it was too slow");
        hook("demote", "trap 'touch " + ended + "; exit 0' TERM\nsleep 30 & wait");
        assertThat(ended).doesNotExist();
        assertThatThrownBy(() -> hooks.demote(change(Duration.ofMillis(300), false)))
                .hasMessageStartingWith("hook demote: ended because it was too slow");
        assertThat(ended).exists();
    }

    // Field case D06 (a), (d): a health hook that hangs and does not heed SIGTERM
    @Test
    void aHealthHookThatHangsIsKilledEachTimeAndAfterThreeTimesTheNodeHasFailed() throws Exception {
        Path runs = folder.resolve("runs");
        hook("health", "echo run >> " + runs + "\ntrap '' TERM\nsleep 600");
        take().start();
        await().until(() -> hooks.health() == NodeHealth.FAILED);
        assertThat(Files.readAllLines(runs)).hasSizeGreaterThanOrEqualTo(3);
        assertThat(hooks.statuses())
                .hasEntrySatisfying(
                        "health", status -> assertThat(status.ended()).isEqualTo("ended because it was too slow"));
    }

    // Field case D06 (b): the exit code decides, and what looks like a status is told once
    @Test
    void aHealthHookThatPrintsAStatusAndSucceedsCountsAsASuccessAndIsToldOnce() throws Exception {
        Path runs = folder.resolve("runs");
        hook("health", "echo run >> " + runs + "\necho 1");
        take().start();
        await().until(() -> Files.exists(runs) && Files.readAllLines(runs).size() > 3);
        assertThat(hooks.health()).isEqualTo(NodeHealth.OK);
        assertThat(log.list)
                .filteredOn(event -> event.getFormattedMessage().contains("the exit code decides"))
                .hasSize(1);
    }

    // Field case D06 (c): any exit code but 0 is a failure
    @Test
    void aHealthHookWithAnOddExitCodeIsAFailure() throws Exception {
        hook("health", "exit 3");
        take().start();
        await().until(() -> hooks.health() == NodeHealth.FAILED);
    }

    // Never two hooks at once: a question makes way for a step
    @Test
    void aStepEndsAHealthQuestionThatRuns() throws Exception {
        Path trace = folder.resolve("trace");
        hook("health", "echo $$ > " + trace + ".new\nmv " + trace + ".new " + trace + "\nexec sleep 20");
        Path found = folder.resolve("found");
        hook(
                "demote",
                "grep -q sleep /proc/$(cat " + trace + ")/cmdline && echo runs > " + found + " || echo gone > "
                        + found);
        HealthSettings patient = new HealthSettings(Duration.ofSeconds(40), Duration.ofSeconds(30), 2, 3);
        hooks = new Hooks(SELF, HookFolder.at(folder), patient);
        hooks.start();
        await().until(() -> Files.exists(trace));
        hooks.demote(change(Duration.ofSeconds(20), false));
        assertThat(Files.readAllLines(found)).containsExactly("gone");
        assertThat(hooks.statuses()).doesNotContainKey("health");
        assertThat(hooks.health()).isEqualTo(NodeHealth.UNKNOWN);
    }

    @Test
    void theNamesOfHooksAreWords() {
        assertThat(HookFolder.names()).isEqualTo("prepare, promote, demote, drain-status, cleanup, fence, health");
        assertThat(HookFolder.names()).isEqualTo(HookFolder.names().toLowerCase(Locale.ROOT));
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

    private Hooks take() {
        log.start();
        ((Logger) LoggerFactory.getLogger(Hooks.class)).addAppender(log);
        hooks = new Hooks(SELF, HookFolder.at(folder), QUICK);
        return hooks;
    }

    private void hook(String name, String body) throws IOException {
        HookRunTest.script(folder.resolve(name), body);
    }

    private static RoleChange change(Duration limit, boolean exclusive) {
        return new RoleChange(17, RoleReason.PROMOTED, "PREFERENCE", "gw-2", "gw-1", limit, exclusive);
    }
}
