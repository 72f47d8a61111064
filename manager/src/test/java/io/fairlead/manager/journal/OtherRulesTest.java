package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.load.LoadAverage;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.primary.ByGroupSize;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Cooldown;
import io.fairlead.primary.Hysteresis;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.SwitchRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart after which the same observations would be decided differently: under other settings, or by another program. */
final class OtherRulesTest {

    /** Under these the role hardly ever moves for load. */
    private static final SwitchRule STRICTER =
            SwitchRule.floored().with(new Hysteresis(90, 60, 2.6)).withConfirmations(new ByGroupSize(20, 20, 20));

    /** Under these it moves all the time. */
    private static final SwitchRule LOOSER = SwitchRule.floored()
            .with(new Hysteresis(1, 0, 0))
            .with(new Cooldown(Duration.ZERO, Duration.ZERO, 0))
            .withConfirmations(new ByGroupSize(1, 1, 1))
            .withWarmUpWindows(new ByGroupSize(0, 0, 0));

    private static final PrimarySettings STANDARD = PrimarySettings.of(Profile.STEADY, Site.ROUND);

    @TempDir
    Path folder;

    private Plant plant() throws Exception {
        Plant plant = new Plant(folder.resolve("data"), 5, 5);
        plant.rounds(500);
        assertThat(plant.site.changes().stream()
                        .filter(change -> change.decision().cause() == Cause.PREFERENCE))
                .as("changes for load, without which this shows nothing")
                .hasSizeGreaterThan(1);
        return plant;
    }

    private static void restartUnder(Site site, SwitchRule rule) throws Exception {
        site.kill();
        site.settings = GroupSettings.of(STANDARD.with(rule));
        site.restart();
    }

    @Test
    void whatWouldNotBeDecidedAnyMoreStandsWithItsCooldown() throws Exception {
        Plant plant = plant();
        standsUnder(plant.site, STRICTER);
    }

    @Test
    void whatWouldBeDecidedNowDidNotHappenAndLeavesNoCooldown() throws Exception {
        Plant plant = plant();
        standsUnder(plant.site, LOOSER);
        assertThat(plant.site.different).isGreaterThan(50);
    }

    private static void standsUnder(Site site, SwitchRule rule) throws Exception {
        GroupMemory before = site.memory();
        List<DecisionRecord> changes = site.changes();
        restartUnder(site, rule);
        GroupMemory after = site.memory();
        assertThat(site.different).isPositive();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.at()).isEqualTo(before.at());
        assertThat(after.state().primary()).isEqualTo(before.state().primary()).isNotNull();
        assertThat(after.state().primaryIncarnation()).isEqualTo(before.state().primaryIncarnation());
        assertThat(after.state().round()).isEqualTo(before.state().round());
        assertThat(after.state().lastSwitch())
                .isEqualTo(before.state().lastSwitch())
                .isNotNull();
        assertThat(after.state().lastShown()).isEqualTo(before.state().lastShown());
        assertThat(after.state().lastChangeRound()).isEqualTo(before.state().lastChangeRound());
        assertThat(after.state().streak()).isBetween(0, rule.confirmations().at(5));
        // No move that never was has shifted a load from one node to another.
        assertThat(averages(after)).isEqualTo(averages(before));
        assertThat(after.state().roleLoad()).isEqualTo(before.state().roleLoad());
        // It is shown as it was decided; what was tested then is not known to the rules of today.
        List<DecisionRecord> shown = site.changes();
        assertThat(shown.stream().map(DecisionRecord::decision))
                .isEqualTo(changes.stream().map(DecisionRecord::decision).toList());
        assertThat(shown.stream().map(DecisionRecord::words))
                .isEqualTo(changes.stream().map(DecisionRecord::words).toList());
        for (int i = 0; i < shown.size(); i++) {
            if (!shown.get(i).equals(changes.get(i))) {
                assertThat(shown.get(i).checks()).isEmpty();
            }
        }
    }

    @Test
    void theWayBackToTheOldRulesFindsEverythingAsItWas() throws Exception {
        Plant plant = plant();
        GroupMemory before = plant.site.memory();
        restartUnder(plant.site, LOOSER);
        restartUnder(plant.site, STANDARD.rule());
        assertThat(plant.site.different).isZero();
        assertThat(plant.site.memory().state()).isEqualTo(before.state());
    }

    @Test
    void onceASnapshotIsTakenThePastIsNotJudgedAgain() throws Exception {
        Plant plant = plant();
        restartUnder(plant.site, STRICTER);
        assertThat(plant.site.different).isPositive();
        plant.round();
        plant.site.awaitSnapshot();
        plant.site.killAndRestart();
        assertThat(plant.site.different).isZero();
    }

    private static List<LoadAverage> averages(GroupMemory memory) {
        return memory.state().nodes().values().stream()
                .map(node -> node.average())
                .toList();
    }
}
