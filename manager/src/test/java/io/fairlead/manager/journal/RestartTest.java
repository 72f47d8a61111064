package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a manager that is killed and started again knows of its nodes, their roles and their silence. */
final class RestartTest {

    private static final Duration WAIT = Timing.of(Duration.ofSeconds(30)).managerWait();
    private static final Duration HOLD = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Site site;

    @BeforeEach
    void start() throws Exception {
        site = new Site(folder.resolve("data"));
    }

    @AfterEach
    void end() {
        site.kill();
    }

    private HeartbeatAnswer standby(String node) {
        return site.send(Site.beat(node, "a1", Role.STANDBY, 0, null));
    }

    private HeartbeatAnswer primary(String node, long token) {
        return site.send(Site.beat(node, "a1", Role.PRIMARY, token, null));
    }

    /** Two nodes that beat every five seconds, of which gw-1 has become primary; returns its token. */
    private long running() {
        for (Duration past = Duration.ZERO; past.compareTo(WAIT) <= 0; past = past.plus(Site.ROUND)) {
            standby("gw-1");
            standby("gw-2");
            site.advance(Site.ROUND);
        }
        assertThat(site.primary()).isEqualTo("gw-1");
        long token = site.memory().token();
        both(token);
        return token;
    }

    private void both(long token) {
        primary("gw-1", token);
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token, null));
    }

    private void onlySecond(Duration span, long token) {
        for (Duration past = Duration.ZERO; past.compareTo(span) < 0; past = past.plusSeconds(1)) {
            site.send(Site.beat("gw-2", "a1", Role.STANDBY, token, null));
            site.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void aPrimaryThatWasAnsweredJustBeforeTheEndIsNotReplacedWithinTheHoldItWasGranted() throws Exception {
        long token = running();
        // Its last heartbeat but one is nearly as old as the hold in the last round, and that is all the journal knows.
        onlySecond(Duration.ofSeconds(24), token);
        assertThat(primary("gw-1", token))
                .isInstanceOfSatisfying(
                        HeartbeatAnswer.Accepted.class,
                        answer -> assertThat(answer.role()).isEqualTo(Role.PRIMARY));
        site.killAndRestart();
        onlySecond(HOLD, token);
        assertThat(site.primary()).isEqualTo("gw-1");
        onlySecond(WAIT.minus(HOLD).plus(Groups.TICK), token);
        assertThat(site.primary()).isEqualTo("gw-2");
    }

    @Test
    void aManagerThatCannotBeReachedForLongAfterItsStartTakesNobodyForSilent() throws Exception {
        long token = running();
        site.killAndRestart();
        site.advance(WAIT.minusSeconds(1));
        site.groups.opened().toCompletableFuture().join();
        onlySecond(WAIT.minusSeconds(1), token);
        assertThat(site.primary()).isEqualTo("gw-1");
        assertThat(site.view().primary()).isNotNull();
        primary("gw-1", token);
        onlySecond(Duration.ofSeconds(2), token);
        assertThat(site.primary()).isEqualTo("gw-1");
        assertThat(site.memory().token()).isEqualTo(token);
    }

    @Test
    void aPrimaryThatDiesWhileNoManagerRunsIsReplacedAfterTheUsualSilence() throws Exception {
        long token = running();
        site.kill();
        site.clock.advance(Duration.ofMinutes(2));
        site.restart();
        onlySecond(WAIT.minusSeconds(1), token);
        assertThat(site.primary()).isEqualTo("gw-1");
        onlySecond(Duration.ofSeconds(2), token);
        assertThat(site.primary()).isEqualTo("gw-2");
        assertThat(site.memory().token()).isGreaterThan(token);
    }

    @Test
    void aSwitchoverOutlivesARestartAndSoDoesItsPlaceInTheAudit() throws Exception {
        running();
        site.groups
                .act(Site.LINE, new OperatorAct.SwitchingOver(new NodeId("gw-2")), new Act.By("127.0.0.1", "new disks"))
                .toCompletableFuture()
                .join();
        long token = site.memory().token();
        site.killAndRestart();
        assertThat(site.different).isZero();
        assertThat(site.primary()).isEqualTo("gw-2");
        assertThat(site.memory().token()).isEqualTo(token);
        List<Act> acts =
                site.groups.acts(OptionalLong.empty(), 10).toCompletableFuture().join();
        assertThat(acts).singleElement().satisfies(act -> {
            assertThat(act.verb()).isEqualTo("switchover");
            assertThat(act.after()).isEqualTo("gw-2");
        });
    }

    @Test
    void aHoldThatIsLoweredDoesNotShortenWhatWasGrantedBefore() throws Exception {
        long token = running();
        site.hold = Timing.of(Duration.ofSeconds(10));
        site.killAndRestart();
        assertThat(site.memory().granted()).isEqualTo(WAIT);
        onlySecond(HOLD, token);
        assertThat(site.primary()).isEqualTo("gw-1");
        onlySecond(WAIT.minus(HOLD).plus(Groups.TICK), token);
        assertThat(site.primary()).isEqualTo("gw-2");

        onlySecond(Duration.ofSeconds(1), token);
        assertThat(site.memory().granted()).isEqualTo(site.hold.managerWait());
        site.killAndRestart();
        site.send(Site.beat("gw-1", "a2", Role.STANDBY, token, null));
        site.advance(site.hold.managerWait().plus(Groups.TICK));
        assertThat(site.view().nodes().get(1).isHeard()).isFalse();
    }

    @Test
    void aStandbyThatWasDeadIsDeadAndOneThatLeftHasLeft() throws Exception {
        long token = running();
        site.send(Site.beat("gw-3", "a1", Role.STANDBY, token, null));
        site.send(leaving("gw-4"));
        for (int i = 0; i < 8; i++) {
            both(token);
            site.advance(Site.ROUND);
        }
        site.killAndRestart();
        both(token);
        assertThat(life("gw-2")).isEqualTo(NodeView.Life.ALIVE);
        assertThat(life("gw-3")).isEqualTo(NodeView.Life.DEAD);
        assertThat(life("gw-4")).isEqualTo(NodeView.Life.GONE);
        assertThat(standby("gw-4")).isInstanceOf(HeartbeatAnswer.Ended.class);
    }

    @Test
    void anIdStillBelongsToTheProcessThatHadIt() throws Exception {
        running();
        site.killAndRestart();
        HeartbeatAnswer answer = site.send(Site.beat("gw-1", "b2", Role.STANDBY, 0, null));
        assertThat(answer).isInstanceOf(HeartbeatAnswer.Conflict.class);
        assertThat(site.primary()).isEqualTo("gw-1");
        site.advance(WAIT);
        site.advance(Groups.TICK);
        assertThat(site.send(Site.beat("gw-1", "b2", Role.STANDBY, 0, null)))
                .isInstanceOf(HeartbeatAnswer.Accepted.class);
    }

    @Test
    void aBrandNewInstallationThatIsRestartedBeforeItsWaitIsOverWaitsAnew() throws Exception {
        standby("gw-1");
        site.advance(Duration.ofSeconds(10));
        site.killAndRestart();
        standby("gw-1");
        site.advance(WAIT.minusMillis(10));
        assertThat(site.primary()).isEmpty();
        standby("gw-1");
        site.advance(Duration.ofMillis(600));
        assertThat(site.primary()).isEqualTo("gw-1");
    }

    @Test
    void aNodeThatKnowsAHigherTokenThanTheJournalIsBelievedAndAnotherIsPromotedOnlyAfterTheWholeWait()
            throws Exception {
        long token = running();
        site.killAndRestart();
        // What a manager decided whose disk was full: gw-3 is primary, and only gw-2 has been told so far.
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token + 5, null));
        assertThat(site.primary()).isEmpty();
        assertThat(site.memory().state().round()).isPositive();
        site.advance(Duration.ofSeconds(20));
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token + 5, null));
        site.advance(WAIT.minusSeconds(20).minusMillis(10));
        assertThat(site.primary()).isEmpty();
        assertThat(primary("gw-3", token + 5))
                .isInstanceOfSatisfying(
                        HeartbeatAnswer.Accepted.class,
                        answer -> assertThat(answer.role()).isEqualTo(Role.PRIMARY));
        assertThat(site.memory().token()).isEqualTo(token + 5);
    }

    @Test
    void thatWaitBeginsAnewWithAFurtherRestart() throws Exception {
        long token = running();
        site.killAndRestart();
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token + 5, null));
        site.advance(Duration.ofSeconds(20));
        site.killAndRestart();
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token + 5, null));
        site.advance(WAIT.minusMillis(10));
        assertThat(site.primary()).isEmpty();
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token + 5, null));
        site.advance(Groups.TICK.plusMillis(20));
        assertThat(site.primary()).isEqualTo("gw-2");
        assertThat(site.memory().token()).isGreaterThan(token + 5);
    }

    @Test
    void ordersStandThroughARestartWithAndWithoutASnapshot() throws Exception {
        running();
        StandingOrders orders = StandingOrders.none()
                .with(Observe.PREFERENCE)
                .with(Pause.PREFERENCE)
                .withMaintenance(new NodeId("gw-2"), true);
        assertThat(site.journal.commit(new Fact.Ordered(Site.LINE, orders, act(1))))
                .isTrue();
        site.killAndRestart();
        assertThat(site.memory().orders()).isEqualTo(orders);
        assertThat(site.view().orders()).isEqualTo(orders);
        site.advance(Site.ROUND);
        site.awaitSnapshot();
        site.killAndRestart();
        assertThat(site.memory().orders()).isEqualTo(orders);
        assertThat(site.journal.commit(new Fact.Ordered(Site.LINE, StandingOrders.none(), act(2))))
                .isTrue();
        site.killAndRestart();
        assertThat(site.memory().orders()).isEqualTo(StandingOrders.none());
    }

    private static Act act(long number) {
        return new Act(number, 0, new Act.By("127.0.0.1", ""), "observe", Site.LINE, null, "off", "preference", null);
    }

    private static Heartbeat leaving(String node) {
        Heartbeat beat = Site.beat(node, "a1", Role.STANDBY, 0, null);
        return new Heartbeat(
                beat.group(),
                beat.node(),
                beat.incarnation(),
                beat.role(),
                beat.token(),
                beat.address(),
                beat.capacity(),
                beat.interval(),
                true,
                null,
                null,
                null);
    }

    private NodeView.Life life(String node) {
        return site.view().nodes().stream()
                .filter(seen -> seen.node().value().equals(node))
                .findFirst()
                .orElseThrow()
                .life();
    }

    /** The nodes beat every five seconds, of five of which the first is primary. */
    private long runningFive() {
        for (Duration past = Duration.ZERO; past.compareTo(WAIT) <= 0; past = past.plus(Site.ROUND)) {
            for (int node = 1; node <= 5; node++) {
                standby("gw-" + node);
            }
            site.advance(Site.ROUND);
        }
        assertThat(site.primary()).isEqualTo("gw-1");
        long token = site.memory().token();
        primary("gw-1", token);
        return token;
    }

    private void lastTwo(Duration span, long token) {
        for (Duration past = Duration.ZERO; past.compareTo(span) < 0; past = past.plusSeconds(1)) {
            site.send(Site.beat("gw-4", "a1", Role.STANDBY, token, null));
            site.send(Site.beat("gw-5", "a1", Role.STANDBY, token, null));
            site.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void manyNodesThatFellSilentJustBeforeTheRestartAreWaitedForOnceMore() throws Exception {
        long token = runningFive();
        lastTwo(Duration.ofSeconds(8), token);
        site.killAndRestart();
        lastTwo(WAIT.multipliedBy(2).minusSeconds(2), token);
        assertThat(site.primary()).isEqualTo("gw-1");
        lastTwo(Duration.ofSeconds(6), token);
        assertThat(site.primary()).isEqualTo("gw-4");
    }

    @Test
    void manyNodesThatWereWaitedForOnceMoreBeforeTheRestartAreNotWaitedForSoAgain() throws Exception {
        long token = runningFive();
        lastTwo(WAIT.plusSeconds(10), token);
        assertThat(site.primary()).as("it is waited for once more").isEqualTo("gw-1");
        site.killAndRestart();
        lastTwo(WAIT.minusSeconds(2), token);
        assertThat(site.primary()).isEqualTo("gw-1");
        lastTwo(Duration.ofSeconds(6), token);
        assertThat(site.primary()).isEqualTo("gw-4");
    }

    @Test
    void aRestartAloneMakesNobodySilent() throws Exception {
        long token = runningFive();
        site.advance(Duration.ofSeconds(4));
        site.killAndRestart();
        site.advance(Duration.ofSeconds(7));
        for (int node = 2; node <= 5; node++) {
            site.send(Site.beat("gw-" + node, "a1", Role.STANDBY, token, null));
        }
        primary("gw-1", token);
        site.advance(Duration.ofSeconds(7));
        List<DecisionRecord> all = site.decisions(new Groups.DecisionPage(OptionalLong.of(-1), 1_000, false));
        assertThat(all)
                .isNotEmpty()
                .allSatisfy(decision ->
                        assertThat(decision.alarms()).noneMatch(alarm -> alarm.kind() == Alarm.Kind.MANY_SILENT));
    }
}
