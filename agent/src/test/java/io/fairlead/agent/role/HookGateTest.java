package io.fairlead.agent.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HookGateTest {
    private final HookGate gate = new HookGate();

    private CompletableFuture<String> asked(HookGate.Run<String> run) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                String answer = gate.question(run);
                return answer == null ? "not asked" : answer;
            } catch (InterruptedException e) {
                return "made way";
            }
        });
    }

    @Test
    void aQuestionMakesWayForAStep() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> question = asked(() -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return "answered";
        });
        begun.await();
        assertThat(gate.step(() -> question.join().isEmpty() ? "" : "step")).isEqualTo("step");
        assertThat(question.get()).isEqualTo("made way");
        assertThat(asked(() -> "answered").get()).isEqualTo("answered");
    }

    @Test
    void noQuestionBeginsBesideAStepThatDidNotWaitForAnOlderOne() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<String> stubborn = asked(() -> {
            begun.countDown();
            while (end.getCount() > 0) {
                Thread.onSpinWait();
            }
            return "answered";
        });
        begun.await();
        String beside = gate.step(() -> {
            end.countDown();
            return stubborn.join() + ", then " + asked(() -> "answered").join();
        });
        assertThat(beside).isEqualTo("answered, then not asked");
    }

    @Test
    void aStepThatFailsLeavesTheGateOpen() throws Exception {
        assertThatThrownBy(() -> gate.step(() -> {
                    throw new InterruptedException("cut");
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(asked(() -> "answered").get()).isEqualTo("answered");
    }
}
