package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.role.HookWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One hook at a time, of an agent, of its keeper, and of whoever was killed before them; and none twice. */
@Execution(ExecutionMode.CONCURRENT)
class TurnsTest extends KeeperBench {
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
