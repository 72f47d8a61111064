package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingTest {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void aRoleLastsFourSecondsAndASilentPrimaryIsReplacedAfterFourPointThree() {
        Timing safe = Timing.safe();
        assertThat(safe.lease()).isEqualTo(ms(4000));
        assertThat(safe.managerWait()).isEqualTo(ms(4300));
        assertThat(safe.allowance()).isEqualTo(ms(300));
        assertThat(safe.fenceAfter()).isEqualTo(ms(3000));
        assertThat(safe.failsafeAfter()).isEqualTo(ms(2000));
        assertThat(safe.heartbeat().plus(safe.answerWait())).isEqualTo(ms(1500));
        assertThat(safe.failsafeAskTime()).isEqualTo(ms(500));
    }

    @Test
    void fastIsHalfOfIt() {
        assertThat(Timing.fast()).isEqualTo(new Timing(ms(500), ms(250), ms(1000), ms(500), ms(2000)));
        assertThat(Timing.fast().managerWait()).isEqualTo(ms(2200));
    }

    @Test
    void theProportionsOfTheDefaultFitEveryLease() {
        assertThat(Timing.of(ms(4000))).isEqualTo(Timing.safe());
        assertThat(Timing.of(Duration.ofHours(1)).fenceAfter()).isEqualTo(Duration.ofMinutes(45));
    }

    @ParameterizedTest
    @CsvSource({
        "1500, 500, 2000, 1000, 4000, failsafe-after is 2000ms and heartbeat-interval + answer-wait is 2000ms: ",
        "1000, 500, 3000, 1000, 4000, lease - fence-lead is 3000ms and failsafe-after is 3000ms: ",
        "1000, 500, 2000, 4000, 4000, lease - fence-lead is 0ms and failsafe-after is 2000ms: "
    })
    void whatBreaksTheLawIsRefusedWithTheLaw(
            long heartbeat, long wait, long failsafe, long lead, long lease, String message) {
        assertThatThrownBy(() -> new Timing(ms(heartbeat), ms(wait), ms(failsafe), ms(lead), ms(lease)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining(
                        "heartbeat-interval + answer-wait < failsafe-after < lease - fence-lead < lease must hold");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 500, 2000, 1000, 4000, heartbeat-interval is 0ms: use more than 0",
        "1000, -1, 2000, 1000, 4000, answer-wait is -1ms: use more than 0",
        "1000, 500, 2000, 0, 4000, fence-lead is 0ms: use more than 0",
        "1000, 500, 2000, 1000, 99, lease is 99ms: use 100ms to 1h",
        "1000, 500, 2000, 1000, 3600001, lease is 3600001ms: use 100ms to 1h"
    })
    void eachSpanHasARange(long heartbeat, long wait, long failsafe, long lead, long lease, String message) {
        assertThatThrownBy(() -> new Timing(ms(heartbeat), ms(wait), ms(failsafe), ms(lead), ms(lease)))
                .hasMessage(message);
    }
}
