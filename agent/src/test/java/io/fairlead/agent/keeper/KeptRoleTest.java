package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.role.HookWatch;
import io.fairlead.agent.role.ProcessFamily;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a keeper is told of the role and of the hooks. */
@Execution(ExecutionMode.CONCURRENT)
class KeptRoleTest extends KeeperBench {
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
}
