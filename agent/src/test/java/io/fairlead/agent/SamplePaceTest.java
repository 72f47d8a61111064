package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SamplePaceTest {
    private static final SamplePace FIVE_SECONDS = SamplePace.of(Duration.ofSeconds(5));

    @Test
    void withoutAGroupsWishTheOwnIntervalCounts() {
        assertThat(FIVE_SECONDS.interval()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theShorterOfBothCounts() {
        assertThat(FIVE_SECONDS.wanted(Duration.ofSeconds(1)).interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(FIVE_SECONDS.wanted(Duration.ofMinutes(1)).interval()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aGroupThatChangesItsMindIsFollowed() {
        SamplePace fast = FIVE_SECONDS.wanted(Duration.ofSeconds(1));
        assertThat(fast.wanted(Duration.ofSeconds(2)).interval()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void noGroupLetsAMachineBeReadMoreOftenThanARateCanBeTold() {
        assertThat(FIVE_SECONDS.wanted(Duration.ofMillis(100)).interval()).isEqualTo(Duration.ofMillis(500));
    }
}
