package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.keeper.KeeperLine.Times;
import io.fairlead.agent.role.HookWatch;
import io.fairlead.agent.role.ProcessFamily;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keepers in processes of their own, whose agents are killed and stopped. */
class KeeperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long AN_HOUR = 3_600_000;
    private static final Map<String, String> TOKEN = Map.of("FAIRLEAD_TOKEN", "7", "FAIRLEAD_REASON", "LEASE_LOST");

    @TempDir
    Path hooks;

    private final List<Process> started = new ArrayList<>();
    private final List<ProcessHandle> orphans = new ArrayList<>();
    private final List<Keeper> keepers = new ArrayList<>();

    @AfterEach
    void endWhatWasStarted() {
        for (Keeper keeper : keepers) {
            keeper.standby();
            keeper.close();
        }
        for (Process process : started) {
            process.destroyForcibly();
        }
        // One that is left has this JVM's output open, and whoever reads that waits for its end.
        orphans.forEach(ProcessHandle::destroyForcibly);
    }

    private void hook(String name, String script) throws IOException {
        Path file = Files.writeString(hooks.resolve(name), "#!/bin/sh\ncd " + hooks + "\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Leaves a line each time it runs. */
    private void demoteHook() throws IOException {
        hook("demote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_TOKEN\" >>ran");
    }

    private String ran() throws IOException {
        Path file = hooks.resolve("ran");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private void awaitRan(String what) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(ran()).isEqualTo(what));
    }

    /** An agent in a process of its own, which can be killed. */
    private final class Agent {
        final Process process;
        final BufferedReader out;
        ProcessHandle keeper;

        Agent() throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            KeeperParent.class.getName(),
                            hooks.toString(),
                            hooks.resolve("lock").toString())
                    .redirectError(Redirect.INHERIT)
                    .start();
            started.add(process);
            out = process.inputReader(StandardCharsets.UTF_8);
            keeper = process.toHandle();
        }

        /** Says it until a keeper runs. */
        Agent say(String line) {
            await().atMost(PATIENCE).until(() -> {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
                long pid = answer();
                keeper = ProcessHandle.of(pid).orElse(keeper);
                return pid > 0 || line.equals("close");
            });
            return this;
        }

        private long answer() throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.matches("\\d+")) {
                    return Long.parseLong(line);
                }
            }
            throw new IOException("the agent has ended");
        }

        void signal(String name) throws Exception {
            send(name, process.pid());
        }
    }

    private static void send(String signal, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    private static void awaitEnd(ProcessHandle process) {
        await().atMost(PATIENCE).until(() -> !process.isAlive());
    }

    private Keeper here() {
        Keeper keeper = Keeper.start(new Keeper.Place(hooks, Optional.of(hooks.resolve("lock"))));
        keepers.add(keeper);
        await().atMost(PATIENCE).until(() -> keeper.process().isPresent());
        return keeper;
    }

    @Test
    void whenAPrimarysAgentIsKilledDemoteRunsLongBeforeTheDeadlineAndTheKeeperEnds() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("primary " + AN_HOUR);
        agent.signal("KILL");
        awaitRan("LEASE_LOST 7\n");
        awaitEnd(agent.keeper);
    }

    @Test
    void whenAPrimarysAgentStandsStillDemoteRunsAtTheDeadlineAndTheKeeperStays() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("primary " + AN_HOUR).say("primary 500");
        agent.signal("STOP");
        awaitRan("LEASE_LOST 7\n");
        assertThat(agent.keeper.isAlive()).isTrue();
        agent.signal("CONT");
        agent.say("standby").signal("KILL");
        awaitEnd(agent.keeper);
        assertThat(ran()).isEqualTo("LEASE_LOST 7\n");
    }

    @Test
    void whenAStandbysAgentIsKilledNothingRuns() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("primary " + AN_HOUR).say("standby");
        agent.signal("KILL");
        awaitEnd(agent.keeper);
        assertThat(ran()).isEmpty();
    }

    @Test
    void aGoodbyeEndsTheKeeper() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("standby").say("close");
        awaitEnd(agent.keeper);
        assertThat(agent.process.isAlive()).isTrue();
        assertThat(ran()).isEmpty();
    }

    @Test
    void anAgentThatEndsInOrderWhileItsNodeIsStillPrimaryLeavesTheDemoteToTheKeeper() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("primary " + AN_HOUR).say("close");
        awaitRan("LEASE_LOST 7\n");
        awaitEnd(agent.keeper);
    }

    @Test
    void aKeeperThatIsAskedToEndStaysUntilItIsNoLongerNeeded() throws Exception {
        demoteHook();
        Agent agent = new Agent().say("primary " + AN_HOUR);
        await().atMost(PATIENCE).until(() -> readsLines(agent.keeper));
        long pid = agent.keeper.pid();
        send("TERM", pid);
        send("INT", pid);
        agent.say("primary " + AN_HOUR).signal("KILL");
        awaitRan("LEASE_LOST 7\n");
        assertThat(agent.keeper.pid()).isEqualTo(pid);
        awaitEnd(agent.keeper);
    }

    /** Its program runs, and not only its JVM. */
    private static boolean readsLines(ProcessHandle keeper) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + keeper.pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).strip().equals("reader")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void theKeeperIsInASessionOfItsOwn() throws Exception {
        Agent agent = new Agent().say("standby");
        await().atMost(PATIENCE).untilAsserted(() -> {
            String stat = Files.readString(Path.of("/proc/" + agent.keeper.pid() + "/stat"));
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            assertThat(afterName[3]).as("session of %s", stat).isEqualTo(Long.toString(agent.keeper.pid()));
        });
    }

    @Test
    void aKeeperThatDiesIsStartedAgainAndToldWhatItHasToKnow() throws Exception {
        demoteHook();
        Keeper keeper = here();
        primary(keeper, Duration.ofMillis(AN_HOUR), PATIENCE);
        ProcessHandle first = keeper.process().orElseThrow();
        send("KILL", first.pid());
        await().atMost(PATIENCE)
                .until(() -> keeper.process()
                        .filter(next -> next.pid() != first.pid())
                        .isPresent());
        assertThat(ran()).isEmpty();
        keeper.close();
        awaitRan("LEASE_LOST 7\n");
    }

    @Test
    void aHookThatStillRunsIsEndedWithItsChildrenBeforeTheDemote() throws Exception {
        demoteHook();
        ProcessBuilder promote = new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; wait");
        promote.environment().put(ProcessFamily.MARK, "mark-of-this-run");
        Process running = promote.start();
        started.add(running);
        long grandchild;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(running.getInputStream(), StandardCharsets.UTF_8))) {
            grandchild = Long.parseLong(out.readLine());
        }
        Keeper keeper = here();
        keeper.hookBegan(RunningHook.of(running.pid(), "mark-of-this-run"));
        primary(keeper, Duration.ZERO, PATIENCE);
        awaitRan("LEASE_LOST 7\n");
        assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(grandchild)
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void aProcessThatOnlyHasTheNumberOfAHookIsLeftAlone() throws Exception {
        demoteHook();
        Process stranger = new ProcessBuilder("sleep", "1000").start();
        started.add(stranger);
        Keeper keeper = here();
        keeper.hookBegan(RunningHook.of(stranger.pid(), "mark-of-this-run"));
        primary(keeper, Duration.ZERO, PATIENCE);
        awaitRan("LEASE_LOST 7\n");
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    void whereDemoteFailsFenceRuns() throws Exception {
        hook("demote", "echo \"demote $FAIRLEAD_REASON\" >>ran; exit 1");
        hook("fence", "echo \"fence $FAIRLEAD_REASON\" >>ran");
        primary(here(), Duration.ZERO, PATIENCE);
        awaitRan("demote LEASE_LOST\nfence DEMOTE_FAILED\n");
    }

    @Test
    void whatTheKeeperSaysOfItsHooksIsWhatRanAndHowItEnded() throws Exception {
        KeeperLine line = new KeeperLine(
                Said.PRIMARY, new Times(0, OptionalLong.empty(), 30_000), Optional.empty(), new TreeMap<>(TOKEN));
        DemoteRun run = new DemoteRun(hooks, "an-agent", null);
        assertThat(run.run(line)).isEqualTo(new DemoteRun.Ran("no hook", true));
        hook("demote", "true");
        assertThat(run.run(line)).isEqualTo(new DemoteRun.Ran("demote", true));
        assertThat(run.runFenced(line)).isEqualTo(new DemoteRun.Ran("demote", true));
        hook("fence", "true");
        assertThat(run.runFenced(line)).isEqualTo(new DemoteRun.Ran("demote and then fence", true));
        hook("demote", "exit 1");
        assertThat(run.run(line)).isEqualTo(new DemoteRun.Ran("demote, which failed, and then fence", true));
        assertThat(run.runFenced(line)).isEqualTo(new DemoteRun.Ran("demote, which failed, and then fence", true));
        hook("fence", "exit 1");
        assertThat(run.run(line))
                .isEqualTo(new DemoteRun.Ran("demote, which failed, and then fence, which failed", false));
        Files.delete(hooks.resolve("fence"));
        assertThat(run.run(line)).isEqualTo(new DemoteRun.Ran("demote, which failed", false));
    }

    @Test
    void aDemoteThatHangsIsEndedAndFenceRuns() throws Exception {
        hook("demote", "echo demote >>ran; sleep 1000");
        hook("fence", "echo fence >>ran");
        primary(here(), Duration.ZERO, Duration.ofMillis(500));
        awaitRan("demote\nfence\n");
    }

    private static void primary(Keeper keeper, Duration left, Duration limit) {
        keeper.until(Said.PRIMARY, left, new Keeper.Demote(limit, new TreeMap<>(TOKEN)));
    }

    /** A single writer's demote and fence leave lines in the same file. */
    private void demoteAndFenceHooks() throws IOException {
        hook("demote", "echo \"demote $FAIRLEAD_REASON\" >>ran");
        hook("fence", "echo \"fence $FAIRLEAD_REASON\" >>ran");
    }

    @Test
    void aSingleWriterWhoseAgentIsKilledWhileItDrainsIsFencedAtItsDeadline() throws Exception {
        demoteAndFenceHooks();
        Agent agent = new Agent().say("draining " + AN_HOUR).say("draining 500");
        agent.signal("KILL");
        awaitRan("demote LEASE_LOST\nfence DRAIN_CUT\n");
        awaitEnd(agent.keeper);
    }

    @Test
    void aSingleWriterWhoseAgentStandsStillWhileItDrainsIsFencedAtItsDeadlineAndTheKeeperStays() throws Exception {
        demoteAndFenceHooks();
        Agent agent = new Agent().say("draining " + AN_HOUR).say("draining 500");
        agent.signal("STOP");
        awaitRan("demote LEASE_LOST\nfence DRAIN_CUT\n");
        assertThat(agent.keeper.isAlive()).isTrue();
    }

    @Test
    void aSingleWriterWhoseAgentIsKilledBeforeItsDemoteIsDemotedAtOnceAndFencedAtItsDeadline() throws Exception {
        demoteAndFenceHooks();
        Agent agent = new Agent().say("writer 1500");
        agent.signal("KILL");
        awaitRan("demote LEASE_LOST\ndemote DRAIN_CUT\nfence DRAIN_CUT\n");
        awaitEnd(agent.keeper);
    }

    @Test
    void aDemoteThatHangsLeavesTheFenceOfASingleWriterItsTime() throws Exception {
        hook("demote", "echo demote >>ran; sleep 1000");
        hook("fence", "echo fence >>ran");
        here().until(Said.DRAINING, Duration.ZERO, new Keeper.Demote(Duration.ofSeconds(2), new TreeMap<>(TOKEN)));
        awaitRan("demote\nfence\n");
    }

    @Test
    void aDrainThatHasEndedLeavesTheKeeperNothingToDo() throws Exception {
        demoteAndFenceHooks();
        Keeper keeper = here();
        ProcessHandle process = keeper.process().orElseThrow();
        KeptRole role = new KeptRole(keeper);
        role.held(Duration.ofMillis(AN_HOUR), writer());
        role.layingDown(writer());
        role.draining(Duration.ofMillis(AN_HOUR), writer());
        role.laidDown();
        keeper.close();
        awaitEnd(process);
        assertThat(ran()).isEmpty();
    }

    @Test
    void anAgentThatEndsWhileItCutsADrainLeavesTheFenceToTheKeeperAtOnce() throws Exception {
        demoteAndFenceHooks();
        Keeper keeper = here();
        KeptRole role = new KeptRole(keeper);
        role.draining(Duration.ofMillis(AN_HOUR), writer());
        role.layingDown(writer());
        keeper.close();
        awaitRan("demote LEASE_LOST\nfence DRAIN_CUT\n");
    }

    private static HookWatch.Demote writer() {
        return new HookWatch.Demote(PATIENCE, new TreeMap<>(TOKEN), true);
    }

    private static HookWatch.Demote demote() {
        return new HookWatch.Demote(PATIENCE, new TreeMap<>(TOKEN), false);
    }

    @Test
    void aRoleThatWasLaidDownLeavesTheKeeperNothingToDo() throws Exception {
        demoteHook();
        Keeper keeper = here();
        ProcessHandle process = keeper.process().orElseThrow();
        KeptRole role = new KeptRole(keeper);
        role.held(Duration.ofMillis(AN_HOUR), demote());
        role.layingDown(demote());
        role.laidDown();
        keeper.close();
        awaitEnd(process);
        assertThat(ran()).isEmpty();
    }

    @Test
    void theEndOfAnOlderRolesDemoteLeavesTheNewerRoleToTheKeeper() throws Exception {
        demoteHook();
        Keeper keeper = here();
        KeptRole role = new KeptRole(keeper);
        role.held(Duration.ofMillis(AN_HOUR), demote());
        role.layingDown(demote());
        role.held(Duration.ofMillis(AN_HOUR), demote());
        role.laidDown();
        keeper.close();
        awaitRan("LEASE_LOST 7\n");
    }

    @Test
    void anOlderRolesDemoteThatFailsDoesNotMoveTheEndOfTheNewerRole() throws Exception {
        demoteHook();
        KeptRole role = new KeptRole(here());
        role.layingDown(demote());
        role.held(Duration.ZERO, demote());
        role.ended(run(HookWatch.Kind.DEMOTE, ""), false);
        awaitRan("LEASE_LOST 7\n");
    }

    @Test
    void aHookThatEndedIsNotLookedForAnyMoreAndOneThatBeganAfterItIs() throws Exception {
        demoteHook();
        ProcessBuilder promote = new ProcessBuilder("sleep", "1000");
        promote.environment().put(ProcessFamily.MARK, "mark-of-the-second");
        Process second = promote.start();
        started.add(second);
        KeptRole role = new KeptRole(here());
        role.runs(
                run(HookWatch.Kind.OTHER, "mark-of-the-first"),
                ProcessHandle.current().pid());
        role.runs(run(HookWatch.Kind.FENCE, "mark-of-the-second"), second.pid());
        role.ended(run(HookWatch.Kind.OTHER, "mark-of-the-first"), true);
        role.held(Duration.ZERO, demote());
        awaitRan("LEASE_LOST 7\n");
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** A run of a hook for the role of which {@link #TOKEN} speaks. */
    private static HookWatch.Run run(HookWatch.Kind kind, String mark) {
        return new HookWatch.Run(kind, 7, mark, PATIENCE);
    }

    private Process marked(String mark) throws IOException {
        ProcessBuilder hook = new ProcessBuilder("sleep", "1000");
        hook.environment().put(ProcessFamily.MARK, mark);
        Process running = hook.start();
        started.add(running);
        return running;
    }

    @Test
    void aDemoteOfTheAgentThatStillRunsAtItsEndIsEndedBeforeTheKeepersOwn() throws Exception {
        Process hanging = marked("mark-of-the-agent's");
        hook(
                "demote",
                "kill -0 " + hanging.pid() + " 2>/dev/null && ps -o stat= -p " + hanging.pid()
                        + " | grep -v Z && echo beside >>ran; echo \"$FAIRLEAD_TOKEN\" >>ran");
        KeptRole role = new KeptRole(here());
        role.held(Duration.ofMillis(AN_HOUR), demote());
        role.layingDown(demote());
        HookWatch.Run run = new HookWatch.Run(HookWatch.Kind.DEMOTE, 7, "mark-of-the-agent's", Duration.ZERO);
        role.begins(run);
        role.runs(run, hanging.pid());
        awaitRan("7\n");
        assertThat(hanging.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aHookOfTheAgentWaitsForAllThoseOfTheKeeper() throws Exception {
        hook("demote", "echo begun >>ran; while [ ! -e go ]; do sleep 0.01; done; echo ended >>ran; exit 1");
        hook("fence", "sleep 0.5; echo fenced >>ran");
        Keeper keeper = here();
        primary(keeper, Duration.ZERO, PATIENCE);
        awaitRan("begun\n");
        CompletableFuture<String> ranBefore = CompletableFuture.supplyAsync(() -> {
            try {
                new KeptRole(keeper).begins(run(HookWatch.Kind.DEMOTE, "a-mark"));
                return ran();
            } catch (InterruptedException | IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(() -> ranBefore.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        Files.writeString(hooks.resolve("go"), "");
        assertThat(ranBefore.get(60, TimeUnit.SECONDS)).isEqualTo("begun\nended\nfenced\n");
    }

    @Test
    void whatAnAgentThatWasKilledLeftRunningIsEndedBeforeTheNextOnesFirstHook() throws Exception {
        Process orphan = marked("mark-of-an-orphan");
        HookTurn before = HookTurn.ofAgent(hooks.resolve("lock"));
        assertThat(before.take()).isTrue();
        before.note(new TurnNote.Runs(RunningHook.of(orphan.pid(), "mark-of-an-orphan")));
        before.release();
        new AgentTurn(hooks.resolve("lock")).begin();
        assertThat(orphan.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatAKeeperThatWasKilledLeftRunningIsEndedBeforeTheAgentsNextHook() throws Exception {
        hook("demote", "echo $$ >>ran; exec sleep 1000");
        Keeper keeper = here();
        primary(keeper, Duration.ZERO, PATIENCE);
        await().atMost(PATIENCE).until(() -> ran().endsWith("\n"));
        ProcessHandle orphan = ProcessHandle.of(Long.parseLong(ran().strip())).orElseThrow();
        orphans.add(orphan);
        keeper.standby();
        send("KILL", keeper.process().orElseThrow().pid());
        new KeptRole(keeper).begins(run(HookWatch.Kind.DEMOTE, "a-mark"));
        awaitEnd(orphan);
    }

    @Test
    void aHookThatTheAgentDidNotTellTheKeeperOfIsFoundByTheFileOfItsTurn() throws Exception {
        demoteHook();
        Process untold = marked("mark-of-the-untold");
        Keeper keeper = here();
        keeper.turn().begin();
        keeper.turn().note(RunningHook.of(untold.pid(), "mark-of-the-untold"));
        primary(keeper, Duration.ZERO, PATIENCE);
        awaitRan("LEASE_LOST 7\n");
        assertThat(untold.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aDemoteThatFailsIsNotRunAgainByTheKeeperOnceAnotherAgentOfTheNodeIsAtWork() throws Exception {
        Path lock = hooks.resolve("lock");
        Files.writeString(lock, "");
        // As the next agent does it before anything else
        hook("demote", "echo once >>ran; echo pid " + ProcessHandle.current().pid() + " >lock; exit 1");
        Agent agent = new Agent().say("primary " + AN_HOUR);
        agent.signal("KILL");
        awaitEnd(agent.keeper);
        assertThat(ran()).isEqualTo("once\n");
    }

    /** What an agent that stood still finds when it comes back: its keeper has run this demote, and waits. */
    private KeptRole laidDownByItsKeeper() throws Exception {
        demoteHook();
        Keeper keeper = here();
        KeptRole role = new KeptRole(keeper);
        role.held(Duration.ZERO, demote());
        awaitRan("LEASE_LOST 7\n");
        return role;
    }

    @Test
    void aDemoteThatTheKeeperHasRunIsNotRunAgainByTheAgent() throws Exception {
        assertThat(laidDownByItsKeeper().begins(run(HookWatch.Kind.DEMOTE, "a-mark")))
                .isFalse();
    }

    @Test
    void aDemoteOfAnotherRoleIsRunByTheAgentWhateverTheKeeperRan() throws Exception {
        assertThat(laidDownByItsKeeper()
                        .begins(new HookWatch.Run(HookWatch.Kind.DEMOTE, 8, "a-mark", Duration.ofSeconds(1))))
                .isTrue();
    }

    @Test
    void aDemoteIsRunByTheAgentIfOneOfItsStepsBeganAfterTheKeepers() throws Exception {
        KeptRole role = laidDownByItsKeeper();
        HookWatch.Run promote = run(HookWatch.Kind.OTHER, "a-mark");
        assertThat(role.begins(promote)).isTrue();
        role.ended(promote, true);
        assertThat(role.begins(run(HookWatch.Kind.DEMOTE, "another-mark"))).isTrue();
    }

    @Test
    void aQuestionAfterTheKeepersDemoteDoesNotMakeTheAgentRunIt() throws Exception {
        KeptRole role = laidDownByItsKeeper();
        HookWatch.Run health = run(HookWatch.Kind.QUESTION, "a-mark");
        assertThat(role.begins(health)).isTrue();
        role.ended(health, true);
        assertThat(role.begins(run(HookWatch.Kind.DEMOTE, "another-mark"))).isFalse();
    }

    @Test
    void theNextAgentOfTheNodeRunsItsFirstDemoteWhateverTheKeeperOfTheLastOneRan() throws Exception {
        var unused = laidDownByItsKeeper();
        assertThat(new KeptRole(here()).begins(run(HookWatch.Kind.DEMOTE, "a-mark")))
                .isTrue();
    }

    @Test
    void aDemoteIsRunByAnAgentThatStoodStillJustBeforeItStartedAHook() throws Exception {
        demoteHook();
        Keeper keeper = here();
        keeper.turn().begin();
        keeper.turn().note(RunningHook.starting("mark-of-a-hook-to-come"));
        KeptRole role = new KeptRole(keeper);
        role.held(Duration.ZERO, demote());
        awaitRan("LEASE_LOST 7\n");
        keeper.turn().end();
        assertThat(role.begins(run(HookWatch.Kind.DEMOTE, "a-mark"))).isTrue();
    }

    @Test
    void aHookWhoseAgentWasKilledBeforeItsNumberWasWrittenDownIsFoundByItsMark() throws Exception {
        Process orphan = marked("mark-of-a-nameless-orphan");
        HookTurn before = HookTurn.ofAgent(hooks.resolve("lock"));
        assertThat(before.take()).isTrue();
        before.note(new TurnNote.Runs(RunningHook.starting("mark-of-a-nameless-orphan")));
        before.release();
        new AgentTurn(hooks.resolve("lock")).begin();
        assertThat(orphan.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
}
