package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.MemberList;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.StepOrder;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is half done when a manager is killed, and whom a primary knows, is so still when it is started again. */
final class HalfDoneTest {

    private static final Timing TIMING = Timing.safe();

    @TempDir
    Path folder;

    private Site site;
    private final List<Hand> nodes = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        site = new Site(folder.resolve("data"), Snapshots.Room.standard(), TIMING);
    }

    @AfterEach
    void end() {
        site.kill();
    }

    private Hand node(String id) {
        Hand node = new Hand(id);
        nodes.add(node);
        return node;
    }

    /** One that takes part in failsafe. */
    private Hand asking(String id) {
        Hand node = node(id);
        node.asks = true;
        return node;
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            nodes.stream().filter(node -> node.up).forEach(this::beat);
            site.advance(Duration.ofSeconds(1));
        }
    }

    private void beat(Hand node) {
        HeartbeatAnswer answer = site.send(node.beat());
        assertThat(answer).isInstanceOfSatisfying(HeartbeatAnswer.Accepted.class, accepted -> {
            node.told = accepted.order();
            MemberList list = accepted.list();
            if (list != null) {
                node.listVersion = list.version();
            }
        });
    }

    /** Lets the first of the nodes become primary. */
    private Hand running() {
        Hand first = nodes.get(0);
        for (int i = 0; i < 20 && first.told.what() != Directive.PREPARE; i++) {
            seconds(1);
        }
        first.does(HandoverLevel.PREPARED);
        seconds(2);
        assertThat(site.primary()).isEqualTo(first.id);
        assertThat(first.told.what()).isEqualTo(Directive.PROMOTE);
        first.takesTheRole();
        seconds(2);
        assertThat(step()).isEqualTo(HandoverStep.STEADY);
        return first;
    }

    private HandoverState.Course course() {
        return site.memory().handover().course();
    }

    private HandoverStep step() {
        return course().step();
    }

    /** Kills the manager twice: the second start has a snapshot of what the first one read from the journal. */
    private void interrupt() throws Exception {
        HandoverState before = site.memory().handover();
        Decision wanted = Objects.requireNonNull(site.memory().wanted());
        assertThat(wanted.reason()).isEqualTo(Reason.OPERATOR_REQUEST);
        for (int kill = 0; kill < 2; kill++) {
            site.killAndRestart();
            HandoverState after = site.memory().handover();
            HandoverState.Course course = before.course();
            // Only the step's time begins anew: nobody could be told or heard meanwhile.
            assertThat(after.course())
                    .isEqualTo(new HandoverState.Course(
                            course.step(),
                            course.kind(),
                            course.from(),
                            course.to(),
                            after.course().since(),
                            course.flawed(),
                            course.number()));
            assertThat(after.primary()).isEqualTo(before.primary());
            assertThat(after.token()).isEqualTo(before.token());
            assertThat(after.holdings()).isEqualTo(before.holdings());
            assertThat(site.memory().wanted()).isEqualTo(wanted);
            site.advance(Groups.TICK);
            site.awaitSnapshot();
        }
    }

    @ParameterizedTest
    @EnumSource(HandoverMode.class)
    void aChangeOfWhichEveryStepIsCutByARestartIsTheOneThatWasBegun(HandoverMode mode) throws Exception {
        site.kill();
        site.settings = site.settings.with(HandoverSettings.of(mode));
        site.restart();
        Hand first = node("gw-1");
        Hand second = node("gw-2");
        running();
        long token = site.memory().token();
        site.groups
                .act(Site.LINE, new OperatorAct.SwitchingOver(new NodeId("gw-2")), new Act.By("127.0.0.1", "new disks"))
                .toCompletableFuture()
                .join();
        long number = course().number();
        List<HandoverStep> cut = new ArrayList<>();
        for (int turn = 0; turn < 10 && step() != HandoverStep.STEADY; turn++) {
            cut.add(step());
            interrupt();
            seconds(1);
            goOn(cut.get(cut.size() - 1), first, second, number);
        }
        assertThat(step()).isEqualTo(HandoverStep.STEADY);
        assertThat(cut).isEqualTo(steps(mode));
        assertThat(course().number()).isEqualTo(number);
        assertThat(site.primary()).isEqualTo("gw-2");
        assertThat(second.token).isGreaterThan(token).isEqualTo(site.memory().token());
        assertThat(site.changes())
                .extracting(DecisionRecord::decision)
                .filteredOn(decision -> new NodeId("gw-2").equals(decision.to()))
                .singleElement()
                .satisfies(decision -> {
                    assertThat(decision.from()).isEqualTo(new NodeId("gw-1"));
                    assertThat(decision.reason()).isEqualTo(Reason.OPERATOR_REQUEST);
                });
    }

    private static List<HandoverStep> steps(HandoverMode mode) {
        List<HandoverStep> steps = new ArrayList<>(List.of(HandoverStep.PREPARING));
        if (mode == HandoverMode.EXCLUSIVE) {
            steps.add(HandoverStep.STOPPING);
        }
        steps.addAll(
                List.of(HandoverStep.COMMITTING, HandoverStep.PROMOTING, HandoverStep.DRAINING, HandoverStep.CLEANING));
        return steps;
    }

    /** Does what a step waits for, as the manager that is new tells it. */
    private void goOn(HandoverStep step, Hand first, Hand second, long number) {
        switch (step) {
            case PREPARING -> {
                assertThat(second.told)
                        .isEqualTo(new StepOrder(
                                Directive.PREPARE,
                                number,
                                Reason.OPERATOR_REQUEST.name(),
                                new NodeId("gw-1"),
                                new NodeId("gw-2")));
                second.does(HandoverLevel.PREPARED);
                seconds(1);
            }
            case STOPPING -> {
                assertThat(first.told.what()).isEqualTo(Directive.DEMOTE);
                first.role = Role.STANDBY;
                first.does(HandoverLevel.STOPPED);
                seconds(1);
            }
            // It is written down when the manager may promote again.
            case COMMITTING -> {
                for (int i = 0; i < 10 && step() == HandoverStep.COMMITTING; i++) {
                    seconds(1);
                }
            }
            case PROMOTING -> {
                assertThat(second.told.what()).isEqualTo(Directive.PROMOTE);
                assertThat(second.told.reason()).isEqualTo(Reason.OPERATOR_REQUEST.name());
                second.takesTheRole();
                seconds(1);
            }
            case DRAINING -> {
                first.role = Role.STANDBY;
                first.token = Math.max(first.token, second.token);
                first.level = HandoverLevel.DRAINED;
                seconds(1);
            }
            case CLEANING -> {
                assertThat(first.told.what()).isEqualTo(Directive.CLEANUP);
                assertThat(first.told.id()).isEqualTo(number);
                first.does(HandoverLevel.CLEANED);
                seconds(1);
            }
            case STEADY -> throw new AssertionError("there is nothing to do");
        }
    }

    @Test
    void whoeverJoinedAfterTheLostPrimaryTookItsListOverIsNoCandidateAfterARestartEither() throws Exception {
        Hand first = asking("gw-1");
        asking("gw-2").up = false;
        running();
        assertThat(site.memory().list().primary()).isEqualTo(new NodeId("gw-1"));
        long version = first.listVersion;
        assertThat(version).isEqualTo(site.memory().list().version()).isPositive();

        first.up = false;
        nodes.get(1).up = true;
        seconds(1);
        MemberList list = site.memory().list();
        assertThat(list.version()).isGreaterThan(version);
        assertThat(list.known()).containsOnlyKeys(new NodeId("gw-1"));
        for (int kill = 0; kill < 2; kill++) {
            site.killAndRestart();
            assertThat(site.memory().list()).isEqualTo(list);
            assertThat(site.memory().list().hash()).isEqualTo(list.hash());
            site.advance(Groups.TICK);
            site.awaitSnapshot();
        }
        seconds(30);
        assertThat(nodes.get(1).told.what()).isEqualTo(Directive.NONE);
        assertThat(site.primary()).isNotEqualTo("gw-2");
        assertThat(site.memory().handover().primary()).isNotEqualTo(new NodeId("gw-2"));
        assertThat(Objects.requireNonNull(site.view().newest()).alarms())
                .contains(new Alarm(Alarm.Kind.NEEDS_OPERATOR, new NodeId("gw-1")));
    }

    @Test
    void whomTheLostPrimaryKnewFollowsItAfterARestart() throws Exception {
        Hand first = asking("gw-1");
        Hand second = asking("gw-2");
        running();
        seconds(2);
        first.up = false;
        seconds(1);
        site.killAndRestart();
        seconds(15);
        assertThat(second.told.what()).isEqualTo(Directive.PREPARE);
        second.does(HandoverLevel.PREPARED);
        seconds(2);
        assertThat(site.primary()).isEqualTo("gw-2");
        assertThat(course().kind()).isEqualTo(HandoverKind.FAILOVER);
    }
}
