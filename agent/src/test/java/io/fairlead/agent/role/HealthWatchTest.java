package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.client.role.NodeHealth;
import org.junit.jupiter.api.Test;

class HealthWatchTest {
    private final HealthWatch watch = new HealthWatch(HealthSettings.standard());

    @Test
    void beforeTheFirstAnswerNothingIsKnown() {
        assertThat(watch.health()).isEqualTo(NodeHealth.UNKNOWN);
    }

    @Test
    void theFirstSuccessCountsAtOnce() {
        assertThat(watch.heard(true)).isTrue();
        assertThat(watch.health()).isEqualTo(NodeHealth.OK);
    }

    // Field case D06 (a), (c): after the third failure in a row, within 24 s at 7 s a question and 3 s an answer
    @Test
    void threeFailuresInARowAreNeeded() {
        watch.heard(true);
        watch.heard(false);
        watch.heard(false);
        watch.heard(true);
        watch.heard(false);
        assertThat(watch.heard(false)).isFalse();
        assertThat(watch.health()).isEqualTo(NodeHealth.OK);
        assertThat(watch.heard(false)).isTrue();
        assertThat(watch.health()).isEqualTo(NodeHealth.FAILED);
    }

    @Test
    void twoSuccessesInARowHeal() {
        for (int i = 0; i < 3; i++) {
            watch.heard(false);
        }
        assertThat(watch.health()).isEqualTo(NodeHealth.FAILED);
        assertThat(watch.heard(true)).isFalse();
        assertThat(watch.heard(false)).isFalse();
        assertThat(watch.heard(true)).isFalse();
        assertThat(watch.heard(true)).isTrue();
        assertThat(watch.health()).isEqualTo(NodeHealth.OK);
    }
}
