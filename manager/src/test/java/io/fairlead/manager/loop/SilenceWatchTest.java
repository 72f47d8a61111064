package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.journal.Logged;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where many nodes of several groups fall silent at once, their primaries are waited for once more, and no longer. */
final class SilenceWatchTest {

    private static final Timing TIMING = Timing.safe();
    private static final Duration WAIT = TIMING.managerWait();
    private static final Duration STEP = Duration.ofMillis(100);

    /** A beat before the silence, and what follows it: a look, a prepare, a beat. */
    private static final Duration SLACK = Duration.ofMillis(1_500);

    private final Scene scene =
            new Scene(TIMING, GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))));
    private final SortedMap<String, Stepper> nodes = new TreeMap<>();

    /** Nodes named for their group and number; the first of each group is primary. */
    private void running(String... names) {
        for (String name : names) {
            Stepper node = new Stepper(scene, name);
            node.group = group(name);
            nodes.put(name, node.start());
        }
        scene.run(Duration.ofSeconds(20));
        for (String name : names) {
            assertThat(node(name).role).isEqualTo(name.endsWith("1") ? Role.PRIMARY : Role.STANDBY);
        }
    }

    private static GroupId group(String node) {
        return new GroupId("line-" + node.charAt(0));
    }

    private Stepper node(String name) {
        Stepper node = nodes.get(name);
        if (node == null) {
            throw new AssertionError("there is no node " + name);
        }
        return node;
    }

    private void kill(String... names) {
        for (String name : names) {
            node(name).kill();
        }
    }

    private GroupView view(String node) {
        GroupView view = Scene.now(scene.groups.view(group(node)));
        if (view == null) {
            throw new AssertionError("there is no group of " + node);
        }
        return view;
    }

    private boolean isShown(String node) {
        DecisionRecord newest = view(node).newest();
        return newest != null && newest.alarms().contains(new Alarm(Alarm.Kind.MANY_SILENT, null));
    }

    /** Time until a node is primary. */
    private Duration until(String successor) {
        Duration began = scene.timeline.now();
        while (node(successor).role != Role.PRIMARY) {
            scene.run(STEP);
            assertThat(scene.timeline.now().minus(began)).isLessThan(Duration.ofSeconds(30));
        }
        return scene.timeline.now().minus(began);
    }

    private static void assertOnce(Duration taken) {
        assertThat(taken).isBetween(WAIT.minusSeconds(1), WAIT.plus(SLACK));
    }

    private static void assertTwice(Duration taken) {
        assertThat(taken)
                .isBetween(
                        WAIT.multipliedBy(2).minusSeconds(1),
                        WAIT.multipliedBy(2).plus(SLACK));
    }

    @Test
    void threeOfFiveNodesOfSeveralGroupsAreManyAndTheirPrimariesAreReplacedOneLeaseLater() {
        running("a1", "a2", "b1", "b2", "c1");
        try (Logged logged = new Logged(SilenceWatch.class)) {
            kill("a1", "b1", "c1");
            assertTwice(until("a2"));
            scene.run(Duration.ofSeconds(1));
            assertThat(node("b2").role).isEqualTo(Role.PRIMARY);
            assertThat(List.of(isShown("a1"), isShown("b1"), isShown("c1"))).containsOnly(true);
            assertThat(logged.lines())
                    .containsExactly(
                            "3 of 5 nodes fell silent at once: primaries among them are waited for one more lease"
                                    + " and allowance");
            scene.run(Duration.ofSeconds(60));
            assertThat(List.of(isShown("a1"), isShown("b1"), isShown("c1"))).containsOnly(false);
            assertThat(logged.lines())
                    .hasSize(2)
                    .last()
                    .isEqualTo("3 of the nodes that fell silent at once are silent still; failover goes on");
        }
    }

    @Test
    void exactlyHalfAreNotMany() {
        running("a1", "a2", "b1", "b2", "c1", "c2");
        kill("a1", "b1", "c1");
        assertOnce(until("a2"));
        assertThat(isShown("a1")).isFalse();
    }

    @Test
    void ofFourNodesThreeAreNotMany() {
        running("a1", "a2", "b1", "c1");
        kill("a1", "b1", "c1");
        assertOnce(until("a2"));
    }

    @Test
    void aGoodbyeIsNoSilence() {
        running("a1", "a2", "b1", "b2", "c1", "c2", "d1");
        node("b1").leave();
        node("c2").leave();
        node("d1").leave();
        kill("a1");
        assertOnce(until("a2"));
    }

    @Test
    void aPrimaryThatIsNotAmongThemKeepsTheRoleAndIsNotWaitedForLater() {
        running("a1", "a2", "a3", "a4", "a5");
        kill("a3", "a4", "a5");
        scene.run(Duration.ofSeconds(4));
        assertThat(isShown("a1")).isTrue();
        scene.run(Duration.ofSeconds(4));
        assertThat(node("a1").role).isEqualTo(Role.PRIMARY);
        kill("a1");
        assertOnce(until("a2"));
    }

    @Test
    void aPrimaryThatComesBackInTheExtraTimeIsPrimaryAsBefore() {
        running("a1", "a2", "b1", "b2", "c1");
        int changes = scene.changes().size();
        long token = node("a1").token;
        kill("a1", "b1", "c1");
        scene.run(WAIT.plusSeconds(2));
        node("a1").start();
        scene.run(Duration.ofSeconds(10));
        assertThat(node("a1").role).isEqualTo(Role.PRIMARY);
        assertThat(node("a1").token).isEqualTo(token);
        assertThat(node("b2").role).isEqualTo(Role.PRIMARY);
        assertThat(scene.changes()).hasSize(changes);
    }

    @Test
    void theExtraTimeIsGivenOnceThoughTheyStaySilent() {
        running("a1", "a2", "a3", "b1", "b2", "c1", "c2");
        kill("a1", "b1", "c1", "c2");
        assertTwice(until("a2"));
        kill("a2");
        assertOnce(until("a3"));
    }

    @Test
    void aSecondTimeIsWaitedForAgain() {
        running("a1", "a2", "b1", "b2", "c1");
        kill("b1", "b2", "c1");
        scene.run(Duration.ofSeconds(20));
        for (String name : new String[] {"b1", "b2", "c1"}) {
            node(name).restart("ff0" + name.charAt(1));
        }
        scene.run(Duration.ofMinutes(2));
        assertThat(isShown("b1")).isFalse();
        kill("a1", "b1", "b2");
        assertTwice(until("a2"));
    }
}
