package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Application code on a thread of its own. */
final class LaneTest {

    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void howeverOftenItIsWokenWhileItRunsItRunsOnceMoreAndNothingQueuesUp() {
        Lane[] lane = new Lane[1];
        lane[0] = new Lane(threads::add, () -> {
            if (runs.incrementAndGet() == 1) {
                for (int i = 0; i < 100; i++) {
                    lane[0].wake();
                }
            }
        });
        lane[0].wake();
        lane[0].wake();
        assertThat(threads).hasSize(1);
        threads.remove().run();
        assertThat(threads).hasSize(1);
        threads.remove().run();
        assertThat(threads).isEmpty();
        assertThat(runs).hasValue(2);
        assertThat(lane[0].isIdle()).isTrue();
    }

    @Test
    void codeThatFailsBadlyDoesNotStopTheLane() {
        Lane lane = new Lane(threads::add, () -> {
            runs.incrementAndGet();
            throw new StackOverflowError("the application's");
        });
        lane.wake();
        assertThatThrownBy(() -> threads.remove().run()).isInstanceOf(StackOverflowError.class);
        assertThat(lane.isIdle()).isTrue();
        lane.wake();
        assertThat(threads).hasSize(1);
    }

    @Test
    void afterTheThreadsAreClosedNothingRunsAndNothingIsThrown() {
        Lane lane = new Lane(
                work -> {
                    throw new RejectedExecutionException();
                },
                runs::incrementAndGet);
        lane.wake();
        assertThat(lane.isIdle()).isTrue();
        assertThat(runs).hasValue(0);
    }
}
