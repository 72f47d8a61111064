package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.agent.ManagerStub;
import io.fairlead.client.failsafe.GroupSecret;
import io.fairlead.client.role.FailsafeSettings;
import io.fairlead.client.role.FailsafeState;
import io.fairlead.client.role.Identity;
import io.fairlead.client.role.NodeMemory;
import io.fairlead.client.role.RoleCallbacks;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.client.role.RoleSettings;
import io.fairlead.client.role.Sample;
import io.fairlead.load.Metrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The whole way of a heartbeat, over real HTTP and with real hooks. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class RoleParticipantTest {
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));
    private static final HealthSettings HEALTH =
            new HealthSettings(Duration.ofMillis(200), Duration.ofMillis(100), 2, 3);

    /** As by default, in ms: the promises have a second to arrive in, also on a busy machine. */
    private static final long LEASE = 4_000;

    @TempDir
    Path folder;

    private final AtomicLong sequence = new AtomicLong(1);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private volatile OptionalDouble roleLoad = OptionalDouble.empty();
    private final NodeMemory memory = NodeMemory.untilTheProcessEnds();
    private ManagerStub manager;

    @SuppressWarnings("NullAway.Init") // each test starts them in its own way
    private Hooks hooks;

    @SuppressWarnings("NullAway.Init") // each test starts it in its own way
    private RoleParticipant node;

    @BeforeEach
    void aManager() throws IOException {
        manager = new ManagerStub();
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void close() {
        if (node != null) {
            node.close();
            hooks.close();
        }
        manager.close();
        logger().detachAppender(log);
    }

    @Test
    void whatTheRoleCostsIsSaidByThePrimaryOnly() throws IOException {
        roleLoad = OptionalDouble.of(8.5);
        start(manager.uri());
        await().until(() -> manager.received().stream().anyMatch(r -> r.body().has("sample")));
        assertThat(manager.received()).noneMatch(r -> r.body().path("sample").has("role_load"));
        manager.primary(17, 30_000);
        await().until(() -> node.role().isPrimary());
        sequence.set(2);
        await().until(() -> manager.received().stream()
                .anyMatch(r -> r.body().path("sample").path("role_load").doubleValue() == 8.5));
    }

    @Test
    void aBeatSaysEverythingAtItsPlace() throws IOException {
        start(manager.uri());
        await().until(() -> manager.received().size() > 2);
        ManagerStub.Received first = manager.received().get(0);
        assertThat(first.method()).isEqualTo("POST");
        assertThat(first.path()).isEqualTo("/v1/groups/line-1/nodes/gw-1/heartbeat");
        assertThat(first.body().path("incarnation").textValue()).matches("[0-9a-f]{32}");
        assertThat(first.body().path("role").textValue()).isEqualTo("standby");
        assertThat(first.body().path("token").longValue()).isZero();
        assertThat(first.body().path("address").textValue()).isEqualTo("10.0.0.5:8080");
        assertThat(first.body().path("capacity").doubleValue()).isEqualTo(2);
        assertThat(first.body().path("heartbeat_interval_ms").intValue()).isEqualTo(100);
        assertThat(first.body().path("sample").path("metrics").path("cpu").doubleValue())
                .isEqualTo(12.5);
    }

    @Test
    void aReadingIsSentAgainUntilItIsAnsweredAndNotAfterwards() throws IOException {
        manager.say(503, "{\"code\":\"not-active\"}");
        start(manager.uri());
        await().until(() -> manager.received().size() > 2);
        assertThat(manager.received())
                .allMatch(r -> r.body().path("sample").path("sequence").longValue() == 1);
        manager.standby(0, null);
        await().until(() -> !manager.last().has("sample"));
        sequence.set(2);
        await().until(() -> manager.received().stream()
                .anyMatch(r -> r.body().path("sample").path("sequence").longValue() == 2));
    }

    @Test
    void beforeTheFirstBeatTheDemoteHookRuns() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_GROUP $FAIRLEAD_NODE\" >> " + marks);
        start(manager.uri());
        await().until(() -> !manager.received().isEmpty());
        assertThat(Files.readAllLines(marks)).containsExactly("START line-1 gw-1");
    }

    @Test
    void aPromotedNodeRunsItsHookSaysSoAndIsPrimary() throws IOException {
        Path marks = folder.resolve("marks");
        hook("promote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_TOKEN $FAIRLEAD_FROM $FAIRLEAD_TO\" >> " + marks);
        manager.standby(16, "gw-2");
        start(manager.uri());
        await().until(() -> node.role().token() == 16);
        assertThat(node.role().isPrimary()).isFalse();
        manager.primary(17, 30_000);
        await().until(() -> manager.last().path("role").textValue().equals("primary"));
        assertThat(node.role().isPrimary()).isTrue();
        assertThat(manager.last().path("token").longValue()).isEqualTo(17);
        await().until(() -> Files.exists(marks) && !Files.readAllLines(marks).isEmpty());
        assertThat(Files.readAllLines(marks)).containsExactly("PROMOTED 17 gw-2 gw-1");
    }

    @Test
    void aPrimaryWithoutAnswersLaysItsRoleDownInTime() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_TOKEN\" >> " + marks);
        manager.primary(17, 1_000);
        start(manager.uri());
        await().until(() -> node.role().isPrimary());
        manager.close();
        long silent = System.nanoTime();
        await().until(() -> !node.role().isPrimary());
        assertThat(Duration.ofNanos(System.nanoTime() - silent))
                .isBetween(Duration.ofMillis(500), Duration.ofMillis(2_500));
        await().until(() -> Files.readAllLines(marks).size() == 2);
        assertThat(Files.readAllLines(marks)).containsExactly("START 0", "LEASE_LOST 17");
    }

    @Test
    void aRoleThatEndsLongBeforeTheNextBeatIsLaidDownWhenItEnds() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "echo \"$FAIRLEAD_REASON\" >> " + marks);
        manager.primary(17, 700);
        startEvery(Duration.ofSeconds(15), Optional.empty(), manager.uri());
        await().until(() -> Files.exists(marks) && Files.readAllLines(marks).size() == 2);
        assertThat(Files.readAllLines(marks)).containsExactly("START", "LEASE_LOST");
    }

    @Test
    void theOldTokenDoesNotBringALostRoleBackAndANewOneDoes() throws IOException {
        manager.primary(17, 600);
        start(manager.uri());
        await().until(() -> node.role().isPrimary());
        manager.say(503, "{}");
        await().until(() -> !node.role().isPrimary());
        manager.primary(17, 600);
        int before = manager.received().size();
        await().until(() -> manager.received().size() > before + 5);
        assertThat(node.role().isPrimary()).isFalse();
        assertThat(manager.last().path("token").longValue()).isEqualTo(17);
        manager.primary(18, 30_000);
        await().until(() -> node.role().isPrimary());
        assertThat(node.role().token()).isEqualTo(18);
    }

    // Field case D22: heartbeats never stop during any hook
    @Test
    void heartbeatsGoOnWhileAHookHangs() throws IOException {
        hook("promote", "sleep 20");
        manager.primary(17, 30_000);
        start(manager.uri());
        await().until(() -> node.role().isPrimary());
        int before = manager.received().size();
        await().atMost(Duration.ofSeconds(5)).until(() -> manager.received().size() > before + 8);
        assertThat(node.role().isPrimary()).isTrue();
    }

    @Test
    void aFailedPromoteLaysTheRoleDownAndUndoesIt() throws IOException {
        Path marks = folder.resolve("marks");
        hook("promote", "exit 1");
        hook("demote", "echo \"$FAIRLEAD_REASON\" >> " + marks);
        manager.primary(17, 30_000);
        start(manager.uri());
        await().until(() -> Files.exists(marks) && Files.readAllLines(marks).size() == 2);
        assertThat(Files.readAllLines(marks)).containsExactly("START", "PROMOTE_FAILED");
        assertThat(node.role().isPrimary()).isFalse();
    }

    /** They do not know of one another, so each would make somebody primary. */
    @Test
    void aSecondManagerIsRefused() {
        assertThatThrownBy(() -> start(deadAddress(), manager.uri()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "managers has 2 addresses: use one, since two managers that decide for one group would let two"
                                + " nodes be primary");
    }

    @Test
    void aReturningManagerIsFoundAgainAndEachChangeIsOneLine() throws IOException {
        int port = manager.uri().getPort();
        start(manager.uri());
        await().until(() -> manager.received().size() > 1);
        manager.close();
        await().until(() -> node.standing().startsWith("not answered"));
        await().until(() -> messages().stream().anyMatch(m -> m.startsWith("heartbeats are not answered")));
        manager = new ManagerStub(port);
        await().until(() -> manager.received().size() > 3);
        assertThat(messages())
                .filteredOn(m -> m.startsWith("heartbeats are answered"))
                .hasSize(2);
        assertThat(messages())
                .filteredOn(m -> m.startsWith("heartbeats are not answered"))
                .hasSizeBetween(1, 2);
    }

    @Test
    void manyBeatsWithoutAnAnswerAreOneLine() throws IOException {
        manager.say(503, "{}");
        start(manager.uri());
        await().until(() -> manager.received().size() > 4);
        assertThat(messages())
                .filteredOn(m -> m.startsWith("heartbeats are not answered"))
                .hasSize(1);
    }

    @Test
    void oneBeatWithoutAnAnswerIsNoTroubleWorthALine() throws IOException {
        start(manager.uri());
        await().until(() -> manager.received().size() > 1);
        manager.sayOnce(503, "{}");
        int before = manager.received().size();
        await().until(() -> manager.received().size() > before + 3);
        assertThat(messages()).noneMatch(m -> m.startsWith("heartbeats are not answered"));
    }

    @Test
    void aNodeWhoseFirstAnswersGotLostLearnsFromARefusalHowOftenItsGroupWantsToHearOfIt() throws IOException {
        manager.standby(16, "gw-2");
        manager.sayOnce(
                400,
                "{\"code\":\"out-of-range\",\"detail\":\"/heartbeat_interval_ms is 4000: use at most 500\",\"heartbeat_ms\":250}");
        startEvery(Duration.ofSeconds(4), Optional.empty(), manager.uri());
        await().until(() -> manager.received().size() > 1);
        assertThat(manager.received())
                .extracting(r -> r.body().path("heartbeat_interval_ms").intValue())
                .startsWith(4_000, 250);
        await().until(() -> node.role().token() == 16);
        assertThat(messages()).filteredOn(m -> m.contains("every 250 ms")).hasSize(1);
    }

    // Field case D13, the agent's part
    @Test
    void anIdThatAnotherMachineUsesIsSaidOnceAndTheNodeStaysStandby() throws IOException {
        manager.refuse(409, "incarnation-conflict", "gw-1 is used by 10.0.0.1:9 and 10.0.0.2:9");
        start(manager.uri());
        await().until(() -> node.standing().contains("another process uses the id of this node"));
        assertThat(node.standing()).contains("gw-1 is used by 10.0.0.1:9 and 10.0.0.2:9");
        assertThat(node.role().isPrimary()).isFalse();
        // It may be an earlier process of this node, which is over soon.
        await().until(() -> manager.received().size() > 3);
        assertThat(messages()).filteredOn(m -> m.contains("another process")).hasSize(1);
    }

    @Test
    void aGoodbyeThatIsRefusedSaysWhatWasAnswered() throws IOException {
        start(manager.uri());
        await().until(() -> manager.received().size() > 1);
        manager.refuse(409, "incarnation-conflict", "gw-1 is used by 10.0.0.1:9");
        node.close();
        assertThat(messages())
                .contains(
                        "the goodbye was refused: another process uses the id of this node, perhaps its own earlier one (incarnation-conflict: gw-1 is"
                                + " used by 10.0.0.1:9)")
                .noneMatch(m -> m.contains("no manager answered"));
        assertThat(manager.received()).filteredOn(r -> r.body().has("goodbye")).hasSize(1);
    }

    @Test
    void aGoodbyeThatNobodyAnswersSaysWhy() throws IOException {
        start(deadAddress());
        await().until(() -> node.standing().contains("connection refused"));
        node.close();
        assertThat(messages())
                .anyMatch(m -> m.startsWith("the goodbye was not answered: ") && m.contains("connection refused"));
    }

    @Test
    void answersThatMakeNoSenseGiveNoRole() throws IOException {
        manager.say(200, "{\"role\":\"primary\",\"token\":1e400,\"hold_ms\":30000,\"group\":\"line-1\"}");
        start(manager.uri());
        await().until(() -> manager.received().size() > 2);
        assertThat(node.role().isPrimary()).isFalse();
        assertThat(node.standing()).contains("its answer makes no sense: token is not a whole number");
    }

    @Test
    void anEndlessAnswerIsNotRead() throws IOException {
        manager.say(200, "x".repeat(10 << 20));
        start(manager.uri());
        await().until(() -> node.standing().contains("larger than 65536 bytes"));
        assertThat(node.role().isPrimary()).isFalse();
    }

    @Test
    void aPrimaryThatStopsRunsDemoteAndThenSaysGoodbye() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "echo \"$FAIRLEAD_REASON\" >> " + marks);
        manager.primary(17, 30_000);
        start(manager.uri());
        await().until(() -> node.role().isPrimary());
        node.close();
        assertThat(Files.readAllLines(marks)).containsExactly("START", "STOPPING");
        JsonNode last = manager.last();
        assertThat(last.path("goodbye").booleanValue()).isTrue();
        assertThat(last.path("role").textValue()).isEqualTo("standby");
        assertThat(last.path("token").longValue()).isEqualTo(17);
    }

    @Test
    void withoutASuccessfulDemoteNoGoodbyeIsSaid() throws IOException {
        hook("demote", "[ $FAIRLEAD_REASON = START ]");
        manager.primary(17, 30_000);
        start(manager.uri());
        await().until(() -> node.role().isPrimary());
        node.close();
        assertThat(manager.received()).noneMatch(r -> r.body().has("goodbye"));
    }

    @Test
    void aDemoteThatFailsIsSaidWithTheBeatsAndTriedOnceMoreAtTheEnd() throws IOException {
        Path ready = folder.resolve("ready");
        hook("demote", "[ -e " + ready + " ]");
        start(manager.uri());
        await().until(() -> manager.received().stream()
                .anyMatch(r -> r.body().path("hook").path("attempts").intValue() >= 2));
        assertThat(manager.last().path("hook").path("failed").textValue()).isEqualTo("demote");
        assertThat(hooks.statuses())
                .hasEntrySatisfying(
                        "demote", status -> assertThat(status.state()).isEqualTo(HookStatus.State.FAILED));
        assertThat(messages()).filteredOn(m -> m.startsWith("step demote")).hasSize(1);
        Files.createFile(ready);
        node.close();
        assertThat(manager.last().path("goodbye").booleanValue()).isTrue();
        assertThat(manager.last().has("hook")).isFalse();
    }

    @Test
    void aStandbyThatStopsSaysGoodbyeToo() throws IOException {
        start(manager.uri());
        await().until(() -> !manager.received().isEmpty());
        node.close();
        // A beat that was under way may come in after it.
        assertThat(manager.received())
                .anyMatch(beat -> beat.body().path("goodbye").booleanValue());
    }

    /** A node whose start wait is over, led by a manager with a lease of 2 s. */
    private void startTold() throws IOException {
        manager.steps(new ManagerStub.Step("none", 0, 0, 2_000, "overlap"));
        start(manager.uri());
        await().until(() -> manager.received().size() > 2);
    }

    /** The same, and waits until the node takes a role. */
    private void startLed() throws IOException {
        startTold();
        await().until(() -> !manager.last().has("bound_ms"));
    }

    private void tell(String directive, long id, long token) {
        manager.steps(new ManagerStub.Step(directive, id, token, 2_000, "overlap"));
    }

    private void awaitState(String state, long id) {
        await().until(() -> manager.received().stream()
                .map(r -> r.body().path("handover"))
                .anyMatch(h -> h.path("state").textValue().equals(state)
                        && h.path("id").longValue() == id));
    }

    @Test
    void aWholeChangeRunsEachHookOnceAndSaysHowFarItIs() throws IOException {
        Path marks = folder.resolve("marks");
        for (String hook : List.of("prepare", "promote", "demote", "drain-status", "cleanup")) {
            hook(hook, "echo \"" + hook + " $FAIRLEAD_TOKEN $FAIRLEAD_REASON $FAIRLEAD_CAUSE\" >> " + marks);
        }
        startLed();
        tell("prepare", 3, 0);
        awaitState("prepared", 3);
        tell("promote", 6, 6);
        awaitState("promoted", 6);
        assertThat(node.isPrimary()).isTrue();
        tell("demote", 6, 6);
        awaitState("stopped", 6);
        assertThat(node.isPrimary()).isFalse();
        awaitState("drained", 6);
        tell("cleanup", 9, 6);
        awaitState("cleaned", 9);
        assertThat(Files.readAllLines(marks))
                .containsExactly(
                        "demote 0 START ",
                        "prepare 0 PREPARE PREFERENCE",
                        "promote 6 PROMOTED PREFERENCE",
                        "demote 6 DEMOTED PREFERENCE",
                        "drain-status 6 DEMOTED PREFERENCE",
                        "cleanup 6 CLEANUP PREFERENCE");
        assertThat(manager.last().path("reason").textValue()).isEqualTo("DEMOTED");
        assertThat(manager.last().path("cluster").textValue()).isEqualTo("00c0ffee");
        assertThat(memory.token()).isEqualTo(6);
        assertThat(memory.cluster()).contains("00c0ffee");
    }

    @Test
    void beatsAreNumberedAndAStandbyLetsTheManagerWaitWithItsAnswer() throws IOException {
        startLed();
        List<Long> numbers = manager.received().stream()
                .map(r -> r.body().path("beat").longValue())
                .toList();
        assertThat(numbers).isSorted().doesNotHaveDuplicates().startsWith(1L);
        assertThat(manager.received().get(0).query()).isNull();
        await().until(() -> manager.received().stream().anyMatch(r -> "wait_ms=50".equals(r.query())));
        tell("promote", 6, 6);
        await().until(() -> manager.last().path("role").textValue().equals("primary"));
        assertThat(manager.received().get(manager.received().size() - 1).query())
                .isNull();
    }

    @Test
    void aNodeThatHasJustStartedSaysForHowLongItAcceptsNoRole() throws IOException {
        tell("promote", 6, 6);
        start(manager.uri());
        awaitState("promote_failed", 6);
        assertThat(node.isPrimary()).isFalse();
        assertThat(manager.received())
                .anySatisfy(
                        r -> assertThat(r.body().path("bound_by").textValue()).isEqualTo("start"));
        await().until(() -> !manager.last().has("bound_ms"));
        tell("promote", 7, 7);
        await().until(() -> node.isPrimary());
    }

    // Field case D03, from the outside: silence for longer than the lease, then the old manager's renewals again
    @Test
    void aPrimaryWithoutAnswersHasStoppedBeforeItsLeaseEndsAndNothingButANewTokenBringsItBack() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "echo \"$FAIRLEAD_REASON $FAIRLEAD_TOKEN\" >> " + marks);
        startLed();
        tell("promote", 6, 6);
        await().until(() -> node.isPrimary());
        manager.say(503, "{}");
        await().until(() -> Files.readAllLines(marks).contains("LEASE_LOST 6"));
        assertThat(node.isPrimary()).isFalse();
        tell("promote", 6, 6);
        awaitState("stopped", 6);
        int before = manager.received().size();
        await().until(() -> manager.received().size() > before + 3);
        assertThat(node.isPrimary()).isFalse();
        assertThat(manager.last().path("reason").textValue()).isEqualTo("LEASE_LOST");
        assertThat(Files.readAllLines(marks)).containsExactly("START 0", "LEASE_LOST 6");
        tell("promote", 7, 7);
        await().until(() -> node.isPrimary());
    }

    // Field case D22 (f): the newest order wins, and the promote's effect is undone
    @Test
    void aDemoteKillsAHangingPromoteAndIsConfirmed() throws IOException {
        hook("promote", "trap '' TERM\nsleep 30");
        startLed();
        tell("promote", 6, 6);
        awaitState("promoting", 6);
        tell("demote", 6, 6);
        awaitState("stopped", 6);
    }

    // Field case D22 (d): a pre-hook that fails
    @Test
    void aPrepareThatFailsIsSaidAndTheHookHasItsReason() throws IOException {
        hook("prepare", "echo no disk; exit 1");
        startLed();
        tell("prepare", 3, 0);
        awaitState("prepare_failed", 3);
        assertThat(hooks.statuses())
                .hasEntrySatisfying(
                        "prepare", status -> assertThat(status.said()).isEqualTo("no disk"));
        assertThat(messages()).anyMatch(m -> m.contains("hook prepare: exit code 1; it said: no disk"));
    }

    // The manager's limit begins before the agent's does, so its next order is what ends a hook that hangs
    @Test
    void aPrepareThatANewerOrderEndsIsSeenInTheHealthAndTheLogSaysByWhat() throws IOException {
        hook("prepare", "echo waiting for the database; exec sleep 337");
        startLed();
        tell("prepare", 3, 0);
        awaitState("preparing", 3);
        tell("cleanup", 4, 0);
        awaitState("cleaned", 4);
        await().until(() -> hooks.statuses().containsKey("prepare"));
        assertThat(hooks.statuses().get("prepare"))
                .extracting(HookStatus::state, HookStatus::said)
                .containsExactly(HookStatus.State.INTERRUPTED, "waiting for the database");
        assertThat(messages())
                .contains(
                        "step prepare (token 0, PREPARE) was ended before it was done, because cleanup (token 0, CLEANUP) was ordered");
    }

    @Test
    void whereDemoteFailsAtTheEndItsFenceIsWaitedForAndTheGoodbyeIsSaid() throws IOException {
        hook("demote", "[ $FAIRLEAD_REASON = START ]");
        Path ended = folder.resolve("ended");
        hook("fence", "echo \"$FAIRLEAD_REASON\" > " + ended);
        startLed();
        tell("promote", 6, 6);
        await().until(() -> node.isPrimary());
        node.close();
        assertThat(Files.readAllLines(ended)).containsExactly("DEMOTE_FAILED");
        assertThat(manager.last().path("goodbye").booleanValue()).isTrue();
        assertThat(messages())
                .contains(
                        "step demote (token 6, STOPPING) failed: hook demote: exit code 1; it is not tried again, because"
                                + " this node stops",
                        "step fence (token 6, DEMOTE_FAILED) succeeded");
    }

    @Test
    void whereDemoteAndFenceFailAtTheEndTheLogSaysWhatHappenedAndNothingElse() throws IOException {
        hook("demote", "[ $FAIRLEAD_REASON = START ]");
        hook("fence", "exit 3");
        startLed();
        tell("promote", 6, 6);
        await().until(() -> node.isPrimary());
        node.close();
        assertThat(manager.received()).noneMatch(r -> r.body().has("goodbye"));
        assertThat(messages())
                .filteredOn(line -> line.startsWith("step ") || line.startsWith("no goodbye"))
                .containsExactly(
                        "step demote (token 6, STOPPING) failed: hook demote: exit code 1; it is not tried again, because"
                                + " this node stops",
                        "step fence (token 6, DEMOTE_FAILED) failed: hook fence: exit code 3",
                        "no goodbye is said, because neither demote nor fence has succeeded");
    }

    @Test
    void aDemoteThatFailsIsFencedBeforeItIsConfirmed() throws IOException {
        Path marks = folder.resolve("marks");
        hook("demote", "[ $FAIRLEAD_REASON = START ]");
        hook("fence", "echo \"$FAIRLEAD_REASON\" >> " + marks);
        startLed();
        tell("promote", 6, 6);
        await().until(() -> node.isPrimary());
        tell("demote", 6, 6);
        awaitState("stopped", 6);
        assertThat(Files.readAllLines(marks)).containsExactly("DEMOTE_FAILED");
    }

    @Test
    void theHealthIsSaidWithTheBeats() throws IOException {
        Path sick = folder.resolve("sick");
        hook("health", "[ ! -e " + sick + " ]");
        startTold();
        await().until(() -> manager.last().path("health").asText().equals("ok"));
        Files.createFile(sick);
        await().until(() -> manager.last().path("health").asText().equals("failed"));
    }

    @Test
    void withoutAHealthHookNothingIsSaidOfTheHealth() throws IOException {
        startTold();
        assertThat(node.failsafe()).isEqualTo(FailsafeState.OFF);
        assertThat(manager.received()).noneMatch(r -> r.body().has("health"));
    }

    @Test
    void aManagerOfAnOlderVersionIsToldWhatItKnows() throws IOException {
        manager.sayOnce(400, "{\"code\":\"unknown-field\"}");
        start(manager.uri());
        await().until(() -> manager.received().size() > 2);
        assertThat(manager.received().get(0).body().has("handover")).isTrue();
        assertThat(manager.received().get(1).body().has("handover")).isFalse();
        manager.primary(17, 30_000);
        await().until(() -> node.isPrimary());
        tell("promote", 17, 17);
        await().until(() -> manager.last().has("handover"));
    }

    @Test
    void theAnswerOfAnotherStoreIsRefusedAndNamed() throws IOException {
        startTold();
        manager.say(
                200,
                new ManagerStub.Step("promote", 9, 9, 2_000, "overlap")
                        .json(new com.fasterxml.jackson.databind.ObjectMapper())
                        .replace("00c0ffee", "deadbeef"));
        await().until(() -> node.standing().contains("cluster-mismatch"));
        assertThat(node.standing()).contains("deadbeef", "00c0ffee");
        assertThat(node.isPrimary()).isFalse();
        assertThat(node.token()).isZero();
    }

    private static FailsafeSettings failsafe(int port) {
        return new FailsafeSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                "127.0.0.1:" + port,
                new GroupSecret("a secret of the group line-1".getBytes(StandardCharsets.UTF_8)));
    }

    /** The answer of a manager that has told its nodes of one another. */
    private static String withMembers(ManagerStub.Step step, int port1, int port2) throws Exception {
        String nodes = "gw-1=127.0.0.1:" + port1 + "\ngw-2=127.0.0.1:" + port2 + "\n";
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(("1\n" + nodes).getBytes(StandardCharsets.UTF_8));
        String members =
                "\"members\":{\"version\":1,\"hash\":\"" + HexFormat.of().formatHex(hash)
                        + "\",\"nodes\":[{\"node\":\"gw-1\",\"peer_address\":\"127.0.0.1:" + port1
                        + "\"},{\"node\":\"gw-2\",\"peer_address\":\"127.0.0.1:" + port2 + "\"}]},";
        return step.json(new com.fasterxml.jackson.databind.ObjectMapper())
                .replace("\"directive\"", members + "\"directive\"");
    }

    @FunctionalInterface
    private interface Course {
        void run(ManagerStub others, RoleParticipant peer) throws Exception;
    }

    /** Lets this node become primary beside another one that promises, and then leaves it without a manager. */
    private void withoutAManager(Course course) throws Exception {
        int port1 = deadAddress().getPort();
        int port2 = deadAddress().getPort();
        String none = withMembers(new ManagerStub.Step("none", 0, 0, LEASE, "overlap"), port1, port2);
        try (ManagerStub others = new ManagerStub()) {
            others.say(200, none);
            manager.say(200, none);
            Identity other = new Identity(SELF.group(), new NodeId("gw-2"));
            RoleSettings settings = RoleSettings.of(other.group(), other.node())
                    .withManager(others.uri())
                    .withHeartbeatInterval(Duration.ofMillis(100))
                    .withFailsafe(failsafe(port2));
            try (RoleParticipant peer = RoleParticipant.join(settings, new RoleCallbacks() {})) {
                start(failsafe(port1), manager.uri());
                await().atMost(Duration.ofSeconds(40))
                        .until(() ->
                                !others.received().isEmpty() && !others.last().has("bound_ms"));
                await().atMost(Duration.ofSeconds(40))
                        .until(() ->
                                manager.last().has("members") && !manager.last().has("bound_ms"));
                manager.say(200, withMembers(new ManagerStub.Step("promote", 6, 6, LEASE, "overlap"), port1, port2));
                await().atMost(Duration.ofSeconds(40)).until(() -> node.isPrimary());
                assertThat(node.failsafe()).isEqualTo(FailsafeState.ON);
                manager.say(503, "{}");
                course.run(others, peer);
            }
        }
    }

    @Test
    void withoutAManagerAPrimaryKeepsItsRoleAsLongAsTheOtherNodePromises() throws Exception {
        withoutAManager((others, peer) -> {
            long silent = System.nanoTime();
            await().atMost(Duration.ofSeconds(40))
                    .until(() -> System.nanoTime() - silent
                                    > Duration.ofMillis(2 * LEASE).toNanos()
                            || !node.isPrimary());
            assertThat(node.isPrimary()).isTrue();
            assertThat(others.received()).anySatisfy(beat -> {
                assertThat(beat.body().path("bound_by").textValue()).isEqualTo("promise");
                assertThat(beat.body().path("promised_to").textValue()).isEqualTo("gw-1");
            });
            assertThat(peer.isPrimary()).isFalse();
            assertThat(node.failsafe()).isEqualTo(FailsafeState.HOLDING);
            assertThat(peer.failsafe()).isEqualTo(FailsafeState.ON);
        });
        await().atMost(Duration.ofSeconds(40)).until(() -> !node.isPrimary());
        assertThat(node.failsafe()).isEqualTo(FailsafeState.ON);
        assertThat(manager.received()).noneMatch(beat -> beat.body().has("goodbye"));
    }

    @Test
    void aPrimaryThatIsNotAbleToWorkAsksNobodyForItsRoleAndLaysItDown() throws Exception {
        Path sick = folder.resolve("sick");
        hook("health", "test ! -e " + sick);
        withoutAManager((others, peer) -> {
            Files.createFile(sick);
            await().atMost(Duration.ofSeconds(40)).until(() -> !node.isPrimary());
            await().atMost(Duration.ofSeconds(40))
                    .until(() -> manager.last().path("reason").asText().equals("LEASE_LOST"));
            int before = others.received().size();
            await().until(() -> others.received().size() > before + 1);
            assertThat(manager.received()).anySatisfy(beat -> {
                assertThat(beat.body().path("role").textValue()).isEqualTo("primary");
                assertThat(beat.body().path("health").textValue()).isEqualTo("failed");
            });
            assertThat(others.received()).noneMatch(beat -> beat.body().has("promised_to"));
        });
    }

    private void start(URI... managers) throws IOException {
        startEvery(Duration.ofMillis(100), Optional.empty(), managers);
    }

    private void start(FailsafeSettings failsafe, URI... managers) throws IOException {
        startEvery(Duration.ofMillis(100), Optional.of(failsafe), managers);
    }

    private void startEvery(Duration interval, Optional<FailsafeSettings> failsafe, URI... managers)
            throws IOException {
        RoleSettings settings = new RoleSettings(
                SELF, List.of(managers), Optional.empty(), Optional.of("10.0.0.5:8080"), 2, interval, memory, failsafe);
        hooks = new Hooks(SELF, HookFolder.at(folder), HEALTH);
        hooks.start();
        node = RoleParticipant.join(settings, hooks, this::sample);
    }

    private Optional<Sample> sample() {
        return Optional.of(new Sample(sequence.get(), Metrics.ofCpu(12.5), new TreeMap<>(), roleLoad));
    }

    private void hook(String name, String body) throws IOException {
        HookRunTest.script(folder.resolve(name), body);
    }

    private static URI deadAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }

    private List<String> messages() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.fairlead.client.role");
    }
}
