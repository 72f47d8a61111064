package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.load.Metrics;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Observe;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How heartbeats become rounds, and rounds become decisions that can be read. */
final class RoundTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final GroupSettings EVERY_SECOND = GroupSettings.of(PrimarySettings.of(Profile.STEADY, SECOND));

    private final Scene scene = new Scene(Timing.safe(), EVERY_SECOND);

    private static HeartbeatAnswer beat(Scene scene, long sequence, double cpu) {
        Sample sample = new Sample(sequence, Metrics.ofCpu(cpu), new TreeMap<>(), OptionalDouble.empty());
        return Scene.now(scene.groups.heartbeat(
                new Heartbeat(
                        Scene.LINE,
                        new NodeId("gw-1"),
                        "a1",
                        Role.STANDBY,
                        0,
                        null,
                        1,
                        SECOND,
                        false,
                        sample,
                        null,
                        null),
                "127.0.0.1"));
    }

    @Test
    void oneOverloadedPrimaryLeadsToOneSwitchThatSaysWhy() {
        Scene.Node a = scene.node("gw-1").cpu(20).start();
        scene.node("gw-2").cpu(20).start();
        scene.node("gw-3").cpu(20).start();
        scene.run(Duration.ofMinutes(10));
        assertThat(scene.primary()).isEqualTo("gw-1");
        a.cpu(90);
        scene.run(Duration.ofMinutes(10));
        assertThat(scene.changes()).hasSize(2);
        DecisionRecord change = scene.changes().get(1);
        assertThat(change.decision().cause()).isEqualTo(Cause.PREFERENCE);
        assertThat(change.decision().reason()).isEqualTo(Reason.LESS_LOADED_STANDBY);
        assertThat(change.checks())
                .isNotEmpty()
                .allSatisfy(check -> assertThat(check.words()).isNotBlank());
        assertThat(scene.view().change()).isEqualTo(change);
        assertThat(a.role).isEqualTo(Role.STANDBY);
    }

    @Test
    void aSampleCountsOnceHoweverOftenItIsSent() {
        beat(scene, 1, 40);
        scene.run(SECOND);
        for (int i = 0; i < 9; i++) {
            beat(scene, 1, 40);
            scene.run(SECOND);
        }
        assertThat(scene.standing("gw-1").state().average().coverage(10)).isEqualTo(0.1);
    }

    @Test
    void ofTwoSamplesInOneRoundTheNewerCounts() {
        beat(scene, 1, 40);
        beat(scene, 2, 60);
        scene.run(SECOND);
        assertThat(scene.standing("gw-1").average()).isEqualTo(60);
    }

    @Test
    void aRoundWithoutASampleIsAMissingSampleAndNotAZero() {
        beat(scene, 1, 40);
        scene.run(SECOND.multipliedBy(3));
        assertThat(scene.standing("gw-1").average()).isEqualTo(40);
        assertThat(scene.standing("gw-1").state().average().newest()).isNaN();
    }

    @Test
    void aBugInARoundEndsThatRoundOnlyAndIsCounted() {
        scene.node("gw-1").start();
        scene.run(Duration.ofMillis(500));
        scene.timeline.breakWallClock(true);
        scene.run(Duration.ofSeconds(5));
        scene.timeline.breakWallClock(false);
        assertThat(scene.view().failedRounds()).isPositive();
        assertThat(scene.primary()).isNull();
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    @Test
    void aGroupThatHasBeenSilentForADayIsForgottenAndMayBeginAgain() {
        Scene.Node node = scene.node("gw-1").start();
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary()).isEqualTo("gw-1");
        node.kill();
        scene.run(Duration.ofHours(23));
        assertThat(Scene.now(scene.groups.ids())).containsExactly(Scene.LINE);
        scene.run(Duration.ofHours(2));
        assertThat(Scene.now(scene.groups.ids())).isEmpty();

        node.restart("b2");
        scene.run(Duration.ofMinutes(1));
        assertThat(scene.primary()).isEqualTo("gw-1");
    }

    @Test
    void theLastThousandDecisionsAreKeptAndPagedInOrder() {
        scene.node("gw-1").start();
        scene.run(Duration.ofMinutes(25));
        assertThat(scene.decisions()).hasSize(DecisionLog.DECISIONS);
        var page = Scene.now(
                scene.groups.decisions(Scene.LINE, new Groups.DecisionPage(OptionalLong.of(1_000), 3, false)));
        assertThat(page).extracting(DecisionRecord::round).containsExactly(1_001L, 1_002L, 1_003L);
        var newest =
                Scene.now(scene.groups.decisions(Scene.LINE, new Groups.DecisionPage(OptionalLong.empty(), 2, false)));
        assertThat(newest).extracting(DecisionRecord::round).containsExactly(1_499L, 1_500L);
        // The first change is older than what is kept of the rounds, and is still there.
        assertThat(scene.changes()).hasSize(1);
        assertThat(Scene.now(scene.groups.decisionsOf(
                        Scene.LINE, scene.changes().get(0).round())))
                .hasSize(1);
    }

    @Test
    void observeModeShowsWhatItWouldDoAndDoesNothing() {
        Scene observed = new Scene(Timing.safe(), EVERY_SECOND.with(Observe.ALL));
        observed.node("gw-1").start();
        observed.run(Duration.ofSeconds(60));
        assertThat(observed.primary()).isNull();
        assertThat(observed.changes()).isEmpty();
        assertThat(observed.decisions()).hasSize(60).last().satisfies(record -> {
            assertThat(record.decision().kind()).isEqualTo(Decision.Kind.WOULD_SWITCH);
            assertThat(record.words()).endsWith("(held back: observe mode)");
        });
    }

    @Test
    void aNodeInMaintenanceIsShownAndNeverPrimary() {
        Scene kept = new Scene(Timing.safe(), EVERY_SECOND.withMaintenance(Set.of(new NodeId("gw-1"))));
        kept.node("gw-1").start();
        kept.node("gw-2").start();
        kept.run(Duration.ofSeconds(60));
        assertThat(kept.primary()).isEqualTo("gw-2");
        assertThat(kept.view("gw-1").life()).isEqualTo(NodeView.Life.ALIVE);
    }

    @Test
    void aGroupTakesAThousandNodesAndSaysSoToTheNext() {
        for (int i = 0; i < Roster.MAX_NODES; i++) {
            assertThat(scene.node("gw-" + i).beat()).isInstanceOf(HeartbeatAnswer.Accepted.class);
        }
        assertThat(scene.node("one-more").beat()).isEqualTo(new HeartbeatAnswer.Full("nodes in group line-1", 1_000));
    }

    @Test
    void aNodeThatHasBeenSilentForADayIsForgotten() {
        Scene slow =
                new Scene(Timing.safe(), GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofHours(1))));
        slow.node("gw-1").beat();
        slow.run(Duration.ofMinutes(90));
        slow.node("gw-2").beat();
        slow.run(Duration.ofHours(24));
        assertThat(slow.view().nodes())
                .hasSize(1)
                .extracting(node -> node.node().value())
                .containsExactly("gw-2");
    }
}
