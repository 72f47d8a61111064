package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How much of the past a group keeps. */
final class DecisionLogTest {

    private final Scene scene = new Scene(Timing.safe(), GroupSettings.standard());

    private DecisionRecord record(long round) {
        DecisionRecord newest = scene.decisions().get(0);
        return new DecisionRecord(
                round,
                newest.moment(),
                newest.wallMillis(),
                newest.decision(),
                newest.checks(),
                newest.alarms(),
                newest.token(),
                newest.held());
    }

    private DecisionLog filled(int records, int shareInRecords) {
        for (int i = 1; i <= 3; i++) {
            scene.node("gw-" + i).start();
        }
        scene.run(Duration.ofSeconds(6));
        int checks = record(1).checks().size();
        assertThat(checks).isPositive();
        DecisionLog log = new DecisionLog(() -> shareInRecords * checks);
        for (long round = 1; round <= records; round++) {
            log.add(record(round));
        }
        return log;
    }

    @Test
    void whereManyGroupsShareTheMemoryEachKeepsItsNewestDecisions() {
        DecisionLog log = filled(500, 100);
        assertThat(log.page(OptionalLong.of(0), 1_000, false))
                .hasSize(100)
                .first()
                .extracting(DecisionRecord::round)
                .isEqualTo(401L);
    }

    @Test
    void howeverManyGroupsThereAreTheLastRoundsStay() {
        assertThat(filled(500, 0).page(OptionalLong.of(0), 1_000, false)).hasSize(DecisionLog.LEAST);
    }

    @Test
    void aPageOfLargeDecisionsIsShorterThanItsLimitAndGoesOnWhereItEnded() {
        DecisionLog log = filled(1_000, 1_000);
        int checks = record(1).checks().size();
        int fit = DecisionLog.CHECKS_A_PAGE / checks;
        assertThat(fit).isLessThan(1_000);
        assertThat(log.page(OptionalLong.of(0), 1_000, false)).hasSize(fit);
        assertThat(log.page(OptionalLong.of(fit), 1_000, false).get(0).round()).isEqualTo(fit + 1L);
    }
}
