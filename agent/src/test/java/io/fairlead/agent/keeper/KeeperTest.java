package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.keeper.KeeperLine.Times;
import io.fairlead.agent.role.ProcessFamily;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Keepers in processes of their own, whose agents are killed and stopped. */
@Execution(ExecutionMode.CONCURRENT)
class KeeperTest extends KeeperBench {
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
}
