package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.journal.Logged;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a primary knows is written down before anybody relies on it, also while the journal cannot be written. */
final class MembershipTest {

    private static final Timing TIMING = Timing.safe();
    private static final Duration LONG_ENOUGH = TIMING.managerWait().plusSeconds(6);

    /** A disk that can be full. */
    private static final class Disk implements Memory {

        private boolean full;

        @Override
        public boolean write(Fact fact) {
            return !full;
        }

        @Override
        public boolean commit(Fact fact) {
            return !full;
        }

        @Override
        public boolean isSnapshotDue() {
            return false;
        }

        @Override
        public String trouble() {
            return "No space left on device";
        }

        @Override
        public void snapshot(List<GroupMemory> groups, List<Act> acts) {
            throw new AssertionError("none is due");
        }
    }

    private final Disk disk = new Disk();
    private final Scene scene =
            new Scene(TIMING, GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))), disk);

    private Stepper node(String id) {
        Stepper node = new Stepper(scene, id);
        node.failsafe = true;
        node.peer = id + ":7403";
        return node.start();
    }

    private Stepper[] three() {
        Stepper[] nodes = {node("gw-1"), node("gw-2"), node("gw-3")};
        scene.run(Duration.ofSeconds(15));
        assertThat(scene.primary()).isEqualTo("gw-1");
        return nodes;
    }

    private long version() {
        return Scene.now(scene.groups.memories()).get(0).list().version();
    }

    @Test
    void whileItCannotBeWrittenTheListStandsStillAndFailoversGoOnToThoseWhomBothPrimariesKnow() {
        Stepper[] nodes = three();
        long before = version();
        try (Logged logged = new Logged(Membership.class)) {
            disk.full = true;
            node("gw-4");
            scene.run(Duration.ofSeconds(5));
            assertThat(version()).isEqualTo(before);
            assertThat(logged.lines()).singleElement().asString().contains("stands still at version " + before);
            nodes[0].kill();
            scene.run(LONG_ENOUGH);
            assertThat(scene.primary()).isEqualTo("gw-2");
            nodes[1].kill();
            nodes[2].bound = Duration.ofSeconds(4);
            scene.run(LONG_ENOUGH);
            assertThat(scene.primary()).as("gw-4 was told to nobody").isNull();
            nodes[2].bound = Duration.ZERO;
            scene.run(Duration.ofSeconds(3));
            assertThat(scene.primary()).isEqualTo("gw-3");
            disk.full = false;
            scene.run(Duration.ofSeconds(3));
            assertThat(version()).isGreaterThan(before);
            assertThat(logged.lines()).hasSize(2).last().asString().contains("can be written down again");
        }
        nodes[2].kill();
        scene.run(LONG_ENOUGH);
        assertThat(scene.primary()).as("its list was written and taken over").isEqualTo("gw-4");
    }

    @Test
    void whoeverIsNotKnownToTheNewPrimaryDoesNotFollowItThoughThatCouldNotBeWrittenDown() {
        Stepper first = node("gw-1");
        Stepper second = node("gw-2");
        scene.run(Duration.ofSeconds(15));
        assertThat(scene.primary()).isEqualTo("gw-1");
        second.listFrozen = true;
        Stepper third = node("gw-3");
        scene.run(Duration.ofSeconds(10));
        third.cpu = 90;
        disk.full = true;
        first.kill();
        scene.run(LONG_ENOUGH);
        assertThat(scene.primary()).as("it knew the list, and goes first").isEqualTo("gw-2");
        second.kill();
        scene.run(LONG_ENOUGH);
        assertThat(scene.primary()).as("gw-2 could not have asked it").isNull();
        assertThat(scene.alarms()).contains(new Alarm(Alarm.Kind.NEEDS_OPERATOR, second.id));
        assertThat(third.role).isEqualTo(Role.STANDBY);
    }

    private Set<NodeId> listed() {
        return Scene.now(scene.groups.memories()).get(0).list().peers().keySet();
    }

    @Test
    void whoeverIsSilentForTenMinutesLeavesTheListAndNobodySooner() {
        Stepper[] nodes = three();
        long before = version();
        nodes[1].kill();
        scene.run(Duration.ofMinutes(9).plusSeconds(55));
        assertThat(listed()).containsExactly(nodes[0].id, nodes[1].id, nodes[2].id);
        assertThat(version()).isEqualTo(before);
        scene.run(Duration.ofSeconds(10));
        assertThat(listed()).containsExactly(nodes[0].id, nodes[2].id);
        assertThat(version()).isEqualTo(before + 1);
        assertThat(nodes[0].listVersion).as("the primary is told").isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverComesBackAfterTenMinutesJoinsAnewAndFollowsNobodyWhoDoesNotKnowThat(boolean primaryTookTheShorterOver) {
        Stepper[] nodes = three();
        long before = version();
        nodes[0].listFrozen = !primaryTookTheShorterOver;
        nodes[1].kill();
        scene.run(Duration.ofMinutes(10).plusSeconds(5));
        nodes[0].listFrozen = true;
        nodes[1].start();
        scene.run(Duration.ofSeconds(5));
        assertThat(listed()).containsExactly(nodes[0].id, nodes[1].id, nodes[2].id);
        assertThat(version()).isEqualTo(before + 2);
        nodes[2].kill();
        nodes[0].kill();
        scene.run(LONG_ENOUGH);
        assertThat(scene.primary()).as("gw-1 does not know that it joined").isNull();
        assertThat(nodes[1].role).isEqualTo(Role.STANDBY);
        assertThat(scene.alarms()).contains(new Alarm(Alarm.Kind.NEEDS_OPERATOR, nodes[0].id));
    }

    @Test
    void whoeverComesBackSoonerIsKnownAsBefore() {
        Stepper[] nodes = three();
        long before = version();
        nodes[1].kill();
        scene.run(Duration.ofMinutes(9));
        nodes[0].listFrozen = true;
        nodes[1].start();
        scene.run(Duration.ofSeconds(5));
        assertThat(version()).isEqualTo(before);
        nodes[2].kill();
        nodes[0].kill();
        scene.run(LONG_ENOUGH);
        assertThat(scene.primary()).isEqualTo("gw-2");
    }

    @Test
    void aPrimaryThatMayGoOnWithoutAManagerStaysOnTheListHoweverLongItIsSilent() {
        Stepper alone = node("gw-1");
        scene.run(Duration.ofSeconds(15));
        assertThat(scene.primary()).isEqualTo("gw-1");
        alone.kill();
        scene.run(Duration.ofMinutes(30));
        assertThat(listed()).containsExactly(alone.id);
    }
}
