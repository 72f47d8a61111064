package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.client.ReporterStatus;
import io.fairlead.placement.InstanceState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DrainOrderTest {
    private final AtomicLong seconds = new AtomicLong(100);
    private final DrainOrder order = new DrainOrder(() -> seconds.get() * 1_000_000_000L);

    private static ReporterStatus status(InstanceState state, long answeredAgo) {
        return new ReporterStatus(state, 0, Optional.of(Duration.ofSeconds(answeredAgo)), 0, Optional.empty(), false);
    }

    @Test
    void anOrderStandsUntilAReportAfterTheQuestionIsAnsweredWithoutIt() {
        assertThat(order.stands(status(InstanceState.UP, 0))).isFalse();
        assertThat(order.heard()).isTrue();
        assertThat(order.stands(status(InstanceState.DRAINING, 0))).isTrue();
        assertThat(order.isToBeAsked()).isFalse();
        seconds.addAndGet(8);
        assertThat(order.isToBeAsked()).isTrue();
        assertThat(order.isToBeAsked()).isFalse();
        // It says that it is ready, and the answer is still to come.
        assertThat(order.stands(status(InstanceState.UP, 0))).isTrue();
        seconds.addAndGet(3);
        assertThat(order.stands(status(InstanceState.UP, 3))).isTrue();
        assertThat(order.stands(status(InstanceState.UP, 0))).isFalse();
    }

    @Test
    void anOrderThatIsHeardAgainIsNoNewOneAndStands() {
        order.heard();
        seconds.addAndGet(8);
        assertThat(order.isToBeAsked()).isTrue();
        assertThat(order.heard()).isFalse();
        seconds.addAndGet(3);
        assertThat(order.stands(status(InstanceState.DRAINING, 0))).isTrue();
    }

    @Test
    void whileNoManagerAnswersAnOrderStands() {
        order.heard();
        seconds.addAndGet(8);
        assertThat(order.isToBeAsked()).isTrue();
        seconds.addAndGet(60);
        assertThat(order.stands(
                        new ReporterStatus(InstanceState.UP, 0, Optional.empty(), 9, Optional.of("away"), false)))
                .isTrue();
        assertThat(order.stands(status(InstanceState.UP, 68))).isTrue();
    }
}
