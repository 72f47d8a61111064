package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows 1, 2, 3, 13 and 14 of the scenario table: worlds in which little or nothing has to be done. */
class QuietScenariosTest {

    private static final Duration SIX_HOURS = Duration.ofHours(6);

    @Test
    void row01_aQuietGroupIsLeftAlone() {
        World world = Scenarios.quiet(3, 0, Scenarios.DAY);
        assertThat(Play.classic(world, 3, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(40, 100));
        assertThat(Play.steady(world, 8, Play::switches))
                .allSatisfy(n -> assertThat(n).isLessThanOrEqualTo(1));
    }

    @Test
    void row02_fiftyNodesDoNotMakeNoiseAReasonToSwitch() {
        assertThat(Play.classic(Scenarios.quiet(50, 0, Duration.ofHours(3)), 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(45, 61));
        assertThat(Play.steady(Scenarios.quiet(50, 0, Scenarios.DAY), 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isLessThanOrEqualTo(1));
    }

    @Test
    void row03_theRolesOwnLoadIsNoReasonToPassTheRoleOn() {
        assertThat(Play.classic(Scenarios.quiet(2, 25, Scenarios.DAY), 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(170, 300));
        assertThat(Play.steady(Scenarios.quiet(2, 25, Scenarios.DAY), 8, Play::switches))
                .allSatisfy(n -> assertThat(n).isLessThanOrEqualTo(1));
        assertThat(Play.classic(Scenarios.quiet(5, 25, Scenarios.DAY), 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(430, 490));
        assertThat(Play.steady(Scenarios.quiet(5, 25, Scenarios.DAY), 6, Play::switches))
                .allSatisfy(n -> assertThat(n).isLessThanOrEqualTo(2));
    }

    @Test
    void row13_whereAllAreNearlyOverloadedASwitchHelpsNobodyAndMoreMachinesDo() {
        World world = Scenarios.allNearlyOverloaded();
        assertThat(Play.classic(world, 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(200, 490));
        List<Outcome> steady = Play.steady(world, 3);
        assertThat(steady).allSatisfy(outcome -> {
            assertThat(outcome.switches()).hasSizeLessThanOrEqualTo(1);
            assertThat(outcome.rounds(Alarm.Kind.ALL_OVERLOADED)).isPositive();
        });
    }

    @Test
    void row14_theLargestMachineGetsTheRoleAndKeepsIt() {
        World measured = Scenarios.unequalMachines().with(RoleCost.of(25).whichIsMeasured());
        assertThat(Play.classic(measured, 1, Play::switches))
                .allSatisfy(n -> assertThat(n).isBetween(80, 130));
        assertThat(Play.steady(measured, 5)).allSatisfy(outcome -> {
            assertThat(outcome.switches()).hasSize(1);
            assertThat(Play.lastPrimary(outcome)).isEqualTo(new NodeId("n04"));
        });
    }

    @Test
    void row14_withoutAMeasurementTheFirstHandoverTeachesWhatLeadsToTheLargestMachine() {
        assertThat(Play.steady(Scenarios.unequalMachines(), 8)).allSatisfy(outcome -> {
            assertThat(outcome.switches()).hasSizeLessThanOrEqualTo(2);
            assertThat(Play.lastPrimary(outcome)).isEqualTo(new NodeId("n04"));
        });
    }

    @Test
    void aKnownRoleLoadNeedsNoSwitchToBeLearned() {
        PrimarySettings settings = Play.settings(Profile.STEADY).withRoleLoad(25);
        Outcome outcome = Play.play(settings, Scenarios.quiet(3, 25, SIX_HOURS), 1);
        assertThat(outcome.switches()).isEmpty();
    }

    @Test
    void sameSeedSameRun() {
        World world = Scenarios.quiet(3, 25, Duration.ofHours(1));
        assertThat(Play.classic(world)).isEqualTo(Play.classic(world));
        assertThat(Play.classic(world, 2, Outcome::account)).doesNotHaveDuplicates();
    }
}
