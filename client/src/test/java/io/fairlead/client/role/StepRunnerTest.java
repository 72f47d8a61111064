package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(60)
class StepRunnerTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> log = new CopyOnWriteArrayList<>();

    // Field case D22 (f): a demote waits for nothing
    @Test
    void aDemoteEndsARunningPromoteAndBeginsAfterIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void promote(RoleChange change) throws InterruptedException {
                log.add("promote begins");
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    log.add("promote ends");
                }
            }

            @Override
            public void demote(RoleChange change) {
                log.add("demote");
            }
        })) {
            CompletableFuture<StepEnd> promoted = order(runner, RoleStep.PROMOTE, 1);
            begun.await();
            assertThat(order(runner, RoleStep.DEMOTE, 1).get(5, TimeUnit.SECONDS))
                    .isEqualTo(StepEnd.DONE);
            assertThat(promoted).isCompletedWithValue(StepEnd.cut("demote (token 1, DEMOTED) was ordered"));
            assertThat(log).containsExactly("promote begins", "promote ends", "demote");
        }
    }

    @Test
    void aDemoteDoesNotWaitForACallbackThatHeedsNoInterruption() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void prepare(RoleChange change) {
                begun.countDown();
                while (go.getCount() > 0) {
                    Thread.onSpinWait();
                }
                log.add("prepare ends");
            }

            @Override
            public void demote(RoleChange change) {
                log.add("demote");
            }
        })) {
            var unused = order(runner, RoleStep.PREPARE, 1);
            begun.await();
            assertThat(order(runner, RoleStep.DEMOTE, 1).get(5, TimeUnit.SECONDS))
                    .isEqualTo(StepEnd.DONE);
            assertThat(log).containsExactly("demote");
            go.countDown();
        }
    }

    // The limits of manager and agent are over at about the same moment: a failure of its own must not be lost by that
    @Test
    void aStepThatFailsWhileANewerOrderEndsItIsSaidToHaveFailedAndWhy() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(StepRun.class);
        logger.addAppender(lines);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void prepare(RoleChange change) {
                begun.countDown();
                while (go.getCount() > 0) {
                    Thread.onSpinWait();
                }
                throw new IllegalStateException("too slow; it said: waiting for the database");
            }

            @Override
            public void cleanup(RoleChange change) {
                go.countDown();
            }
        })) {
            var unused = order(runner, RoleStep.PREPARE, 1);
            begun.await();
            order(runner, RoleStep.CLEANUP, 1).get(5, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .contains("step prepare (token 1, DEMOTED) failed while it was being ended: too slow; it said:"
                            + " waiting for the database"));
        } finally {
            logger.detachAppender(lines);
        }
    }

    // Field case D22 (f): one at a time, the newest order wins
    @Test
    void ofSeveralOrdersThatWaitOnlyTheNewestIsTaken() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void demote(RoleChange change) throws InterruptedException {
                begun.countDown();
                go.await();
                log.add("demote");
            }

            @Override
            public void promote(RoleChange change) {
                log.add("promote " + change.token());
            }
        })) {
            var demoted = order(runner, RoleStep.DEMOTE, 1);
            begun.await();
            var second = order(runner, RoleStep.PROMOTE, 2);
            var third = order(runner, RoleStep.PROMOTE, 3);
            go.countDown();
            assertThat(third.get(5, TimeUnit.SECONDS)).isEqualTo(StepEnd.DONE);
            assertThat(demoted).isCompletedWithValue(StepEnd.DONE);
            assertThat(second).isNotDone();
            assertThat(log).containsExactly("demote", "promote 3");
        }
    }

    @Test
    void aDemoteThatFailsIsFencedAndThenCountsAsDone() throws Exception {
        List<StepEnd> ends = new CopyOnWriteArrayList<>();
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void demote(RoleChange change) {
                throw new IllegalStateException("no way");
            }

            @Override
            public boolean fence(RoleChange change) {
                log.add("fence " + change.reason());
                return true;
            }
        })) {
            runner.order(new StepOrder(RoleStep.DEMOTE, 1, change(1)), (order, end) -> ends.add(end));
            await().until(() -> ends.size() == 2);
            assertThat(ends).containsExactly(StepEnd.failed("no way"), StepEnd.DONE);
            assertThat(log).containsExactly("fence DEMOTE_FAILED");
            assertThat(runner.trouble()).as("what the fence has put right").isEmpty();
        }
    }

    @Test
    void withoutAFenceADemoteThatFailsIsDoneAgainUntilItSucceeds() throws Exception {
        List<StepEnd> ends = new CopyOnWriteArrayList<>();
        AtomicInteger tries = new AtomicInteger();
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void demote(RoleChange change) {
                if (tries.incrementAndGet() < 3) {
                    throw new IllegalStateException("no way");
                }
            }
        })) {
            runner.order(new StepOrder(RoleStep.DEMOTE, 1, change(1)), (order, end) -> ends.add(end));
            await().until(() -> ends.size() == 3);
            assertThat(ends).extracting(StepEnd::done).containsExactly(false, false, true);
            assertThat(runner.trouble()).isEmpty();
        }
    }

    @Test
    void aFaultInWhatHearsOfAnEndKeepsNoLaterDemoteFromBeingCalled() throws Exception {
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void demote(RoleChange change) {
                log.add("demote " + change.token());
            }
        })) {
            CountDownLatch heard = new CountDownLatch(1);
            runner.order(new StepOrder(RoleStep.DEMOTE, 1, change(1)), (order, end) -> {
                heard.countDown();
                throw new IllegalStateException("a bug");
            });
            assertThat(heard.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(order(runner, RoleStep.DEMOTE, 2).get(5, TimeUnit.SECONDS))
                    .isEqualTo(StepEnd.DONE);
            assertThat(log).containsExactly("demote 1", "demote 2");
        }
    }

    @Test
    void aFenceThatFailsIsDoneAgainUntilItSucceeds() throws Exception {
        List<StepEnd> ends = new CopyOnWriteArrayList<>();
        AtomicInteger tries = new AtomicInteger();
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public boolean fence(RoleChange change) {
                if (tries.incrementAndGet() < 3) {
                    throw new IllegalStateException("no way");
                }
                return true;
            }
        })) {
            runner.order(new StepOrder(RoleStep.FENCE, 1, change(1)), (order, end) -> ends.add(end));
            await().until(() -> ends.size() == 3);
            assertThat(ends).extracting(StepEnd::done).containsExactly(false, false, true);
        }
    }

    @Test
    void whatFailsIsCountedUntilItSucceedsAndADemoteGoesFirst() throws Exception {
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void promote(RoleChange change) {
                if (change.token() < 3) {
                    throw new IllegalStateException("busy");
                }
            }
        })) {
            order(runner, RoleStep.PROMOTE, 1).get(5, TimeUnit.SECONDS);
            order(runner, RoleStep.DEMOTE, 1).get(5, TimeUnit.SECONDS);
            order(runner, RoleStep.PROMOTE, 2).get(5, TimeUnit.SECONDS);
            assertThat(runner.trouble()).contains(new StepTrouble(RoleStep.PROMOTE, 2));
            order(runner, RoleStep.PROMOTE, 3).get(5, TimeUnit.SECONDS);
            assertThat(runner.trouble()).isEmpty();
        }
    }

    @Test
    void aStepThatTakesTooLongIsInterruptedAndHasFailed() throws Exception {
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public void prepare(RoleChange change) throws InterruptedException {
                try {
                    new CountDownLatch(1).await();
                } finally {
                    log.add("interrupted");
                }
            }
        })) {
            CompletableFuture<StepEnd> end = new CompletableFuture<>();
            RoleChange quick = change(1).within(Duration.ofMillis(50));
            runner.order(new StepOrder(RoleStep.PREPARE, 1, quick), (order, how) -> end.complete(how));
            assertThat(end.get(5, TimeUnit.SECONDS)).isEqualTo(StepEnd.failed("it took longer than 50 ms"));
            assertThat(log).containsExactly("interrupted");
        }
    }

    @Test
    void aDrainLastsUntilNothingRunsAnyMore() throws Exception {
        AtomicInteger left = new AtomicInteger(1);
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public long drainStatus(RoleChange change) throws Exception {
                if (left.getAndDecrement() == 1) {
                    throw new IllegalStateException("a question without an answer is not 0");
                }
                return 0;
            }
        })) {
            assertThat(order(runner, RoleStep.DRAIN, 1).get(5, TimeUnit.SECONDS))
                    .isEqualTo(StepEnd.DONE);
            assertThat(left.get()).isEqualTo(-1);
        }
    }

    @Test
    void aQuestionForTheDrainThatFailsIsWarnedOfOnceForEachChange() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(StepRun.class);
        logger.addAppender(lines);
        AtomicInteger asked = new AtomicInteger();
        try (StepRunner runner = runner(new RoleCallbacks() {
            @Override
            public long drainStatus(RoleChange change) {
                if (asked.incrementAndGet() % 3 != 0) {
                    throw new IllegalStateException("no socket");
                }
                return 0;
            }
        })) {
            for (int token = 1; token <= 2; token++) {
                assertThat(order(runner, RoleStep.DRAIN, token).get(10, TimeUnit.SECONDS))
                        .isEqualTo(StepEnd.DONE);
            }
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(asked.get()).isEqualTo(6);
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "step drain (token 1, DEMOTED): what still runs is not known and is taken to run until the time is"
                                + " over: no socket",
                        "step drain (token 2, DEMOTED): what still runs is not known and is taken to run until the time is"
                                + " over: no socket");
    }

    @Test
    void aNodeThatCanRememberNothingIsNotPreparedAndSaysWhy(@TempDir Path folder) throws Exception {
        AtomicInteger prepared = new AtomicInteger();
        RoleCallbacks callbacks = new RoleCallbacks() {
            @Override
            public void prepare(RoleChange change) {
                prepared.incrementAndGet();
            }
        };
        // In the way of the file that replaces the token's
        Path inTheWay = Files.createDirectories(folder.resolve("node.token.new").resolve("full"));
        try (StateFolder memory = StateFolder.open(folder, new GroupId("line-1"), new NodeId("gw-1"));
                StepRunner runner = new StepRunner(callbacks, Duration.ofMillis(20), memory)) {
            StepEnd end = order(runner, RoleStep.PREPARE, 1).get(10, TimeUnit.SECONDS);
            assertThat(end.failed()).isTrue();
            assertThat(end.why()).startsWith(folder.resolve("node.token") + ": cannot be written: ");
            assertThat(prepared.get()).isZero();

            Files.delete(inTheWay);
            assertThat(order(runner, RoleStep.PREPARE, 2).get(10, TimeUnit.SECONDS))
                    .isEqualTo(StepEnd.DONE);
            assertThat(prepared.get()).isEqualTo(1);
            assertThat(memory.token()).isZero();
        }
    }

    private static StepRunner runner(RoleCallbacks callbacks) {
        return new StepRunner(callbacks, Duration.ofMillis(20), NodeMemory.untilTheProcessEnds());
    }

    private static CompletableFuture<StepEnd> order(StepRunner runner, RoleStep step, long token) {
        CompletableFuture<StepEnd> result = new CompletableFuture<>();
        runner.order(new StepOrder(step, token, change(token)), (order, end) -> result.complete(end));
        return result;
    }

    private static RoleChange change(long token) {
        return new RoleChange(token, RoleReason.DEMOTED, "", "", "", LONG, false);
    }
}
