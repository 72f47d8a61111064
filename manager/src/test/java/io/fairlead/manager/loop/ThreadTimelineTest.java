package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The real time line. */
final class ThreadTimelineTest {

    @Test
    void anErrorEndsTheLoopAndReachesTheHandlerOfUncaughtExceptions() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> told.complete(error));
        try (ThreadTimeline timeline = new ThreadTimeline()) {
            Groups groups = new Groups(timeline, Timing.safe(), id -> {
                throw new StackOverflowError("planted");
            });
            Scene scene = new Scene(Timing.safe(), GroupSettings.standard());
            var answer = groups.heartbeat(scene.node("gw-1").heartbeat(false, null), "127.0.0.1");
            assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(StackOverflowError.class);
            assertThat(answer.toCompletableFuture()).isNotDone();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void aTurnThatThrowsIsLoggedAndTheNextOneComes() throws Exception {
        try (ThreadTimeline timeline = new ThreadTimeline()) {
            CountDownLatch next = new CountDownLatch(1);
            timeline.execute(() -> {
                throw new IllegalStateException("planted");
            });
            timeline.execute(next::countDown);
            assertThat(next.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whatIsRepeatedEndsWhenItIsToldTo() throws Exception {
        try (ThreadTimeline timeline = new ThreadTimeline()) {
            CountDownLatch twice = new CountDownLatch(2);
            CompletableFuture<Void> after = new CompletableFuture<>();
            AtomicInteger turns = new AtomicInteger();
            Runnable end = timeline.every(Duration.ofMillis(5), Duration.ofMillis(5), () -> {
                turns.incrementAndGet();
                twice.countDown();
            });
            assertThat(twice.await(10, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Integer> atTheEnd = new CompletableFuture<>();
            timeline.execute(() -> {
                end.run();
                atTheEnd.complete(turns.get());
            });
            timeline.every(Duration.ofMillis(50), Duration.ofMillis(50), () -> after.complete(null));
            after.get(10, TimeUnit.SECONDS);
            assertThat(turns.get()).isEqualTo(atTheEnd.join());
        }
    }
}
