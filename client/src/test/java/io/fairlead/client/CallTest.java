package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.client.Errand.Repeat;
import io.fairlead.client.ScriptedWire.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One call on a hand-moved time line: when it is tried again, and when it ends. */
final class CallTest {

    private static final Duration BUDGET = Duration.ofSeconds(1);

    private final HandTimeline timeline = new HandTimeline();
    private final ScriptedWire wire = new ScriptedWire(timeline, request -> Outcome.silence());
    private final Calls calls = calls(4, 1);

    private Calls calls(int most, long seed) {
        return new Calls(
                new Calls.Way(URI.create("http://127.0.0.1:7400"), wire, timeline, Runnable::run),
                BackOff.standard(),
                most,
                new SplittableRandom(seed));
    }

    private static Errand<String> errand(Repeat repeat) {
        return new Errand<>(
                "the thing",
                Wire.Request.of("GET", "/thing"),
                repeat,
                BUDGET,
                (answer, sent) -> answer.requiredText("x"));
    }

    private CompletableFuture<String> begin(Repeat repeat) {
        CompletableFuture<String> result = calls.begin(errand(repeat));
        timeline.settle();
        return result;
    }

    private static CallException failure(CompletableFuture<?> result) {
        assertThat(result).isCompletedExceptionally();
        Throwable failure = result.handle((value, thrown) -> thrown).join();
        assertThat(failure).isInstanceOf(CallException.class);
        return (CallException) failure;
    }

    @Test
    void anAnswerIsTheResultAndFreesTheSlot() {
        wire.script(request -> Outcome.of(200, "{\"x\":\"y\",\"more\":[{\"a\":1}]}"));
        assertThat(begin(Repeat.ALWAYS)).isCompletedWithValue("y");
        assertThat(calls.underWay()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void whateverTheManagerDoesACallEndsWithinItsBudgetAndEachTryIsWithinItToo(long seed) {
        SplittableRandom world = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            Duration began = timeline.passed();
            int before = wire.sent.size();
            wire.script(request -> randomOutcome(world));
            CompletableFuture<String> result = calls(4, world.nextLong()).begin(errand(Repeat.ALWAYS));
            timeline.advance(BUDGET.minusNanos(1));
            timeline.advance(Duration.ofNanos(1));
            assertThat(result).as("seed %s, run %s", seed, run).isDone();
            timeline.advance(BUDGET);
            assertThat(wire.times().subList(before, wire.sent.size()))
                    .allSatisfy(at -> assertThat(at.minus(began)).isLessThan(BUDGET));
        }
    }

    private static Outcome randomOutcome(SplittableRandom world) {
        Outcome outcome = switch (world.nextInt(6)) {
            case 0 -> Outcome.silence();
            case 1 -> Outcome.failure(new ConnectException());
            case 2 -> Outcome.failure(new IOException("reset"));
            case 3 -> Outcome.refusal(503, "overloaded");
            case 4 -> Outcome.refusal(503, "learning-rooms").retryAfter(String.valueOf(world.nextInt(3)));
            default -> Outcome.of(200, "{\"x\":\"y\"}");
        };
        return outcome.after(Duration.ofMillis(world.nextInt(700)));
    }

    @Test
    void silenceEndsWhenTheBudgetIsSpentAndNotBefore() {
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        timeline.advance(BUDGET.minusNanos(1));
        assertThat(result).isNotDone();
        timeline.advance(Duration.ofNanos(1));
        assertThat(failure(result))
                .hasMessage("the thing: no answer from http://127.0.0.1:7400 within 1s")
                .satisfies(why -> assertThat(why.code()).isEqualTo("no-answer"));
        timeline.settle();
        assertThat(wire.exchanges.get(0)).isCancelled();
        assertThat(calls.underWay()).isZero();
    }

    @Test
    void aTroubleThatPassesIsTriedAgainUntilItHasPassed() {
        AtomicInteger tries = new AtomicInteger();
        wire.script(request ->
                tries.incrementAndGet() < 3 ? Outcome.refusal(503, "no-instances") : Outcome.of(200, "{\"x\":\"y\"}"));
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        timeline.advance(Duration.ofMillis(150));
        assertThat(result).isCompletedWithValue("y");
        assertThat(wire.sent).hasSize(3);
    }

    @Test
    void theManagersWaitIsKeptToTheEnd() {
        AtomicInteger tries = new AtomicInteger();
        wire.script(request -> tries.incrementAndGet() == 1
                ? Outcome.refusal(503, "learning-rooms").retryAfter("3")
                : Outcome.of(200, "{\"x\":\"y\"}"));
        CompletableFuture<String> result = calls.begin(new Errand<>(
                "the thing",
                Wire.Request.of("POST", "/thing"),
                Repeat.ALWAYS,
                Duration.ofSeconds(10),
                (answer, sent) -> answer.requiredText("x")));
        timeline.advance(Duration.ofSeconds(10));
        assertThat(result).isCompletedWithValue("y");
        assertThat(wire.times()).containsExactly(Duration.ZERO, Duration.ofSeconds(3));
    }

    @Test
    void aWaitThatEndsAfterTheBudgetIsNotBegunAndTheCallerLearnsOfIt() {
        wire.script(request -> Outcome.refusal(503, "learning-rooms").retryAfter("9"));
        CallException why = failure(begin(Repeat.ALWAYS));
        assertThat(timeline.passed()).isEqualTo(Duration.ZERO);
        assertThat(why.code()).isEqualTo("learning-rooms");
        assertThat(why.retryAfter()).contains(Duration.ofSeconds(9));
        assertThat(why.status()).hasValue(503);
        assertThat(why).hasMessage("the thing: says the manager (learning-rooms)");
    }

    @ParameterizedTest
    @CsvSource({
        "400, bad-id",
        "404, unknown-service",
        "409, room-not-held",
        "500, internal-error",
        "503, limit-reached",
        "503, no-primary"
    })
    void whatNoRepetitionHealsIsNotRepeated(int status, String code) {
        wire.script(request -> Outcome.refusal(status, code));
        assertThat(failure(begin(Repeat.ALWAYS)).code()).isEqualTo(code);
        timeline.advance(BUDGET);
        assertThat(wire.sent).hasSize(1);
    }

    @Test
    void whatCouldDoHarmTwiceIsRepeatedOnlyWhereTheManagerHasNotSeenIt() {
        AtomicInteger tries = new AtomicInteger();
        wire.script(request -> tries.incrementAndGet() == 1
                ? Outcome.failure(new ConnectException())
                : Outcome.failure(new IOException("reset")));
        CompletableFuture<String> result = begin(Repeat.IF_NOT_SENT);
        timeline.advance(BUDGET);
        assertThat(failure(result).code()).isEqualTo("connection-lost");
        assertThat(wire.sent).hasSize(2);

        wire.script(request -> Outcome.refusal(503, "overloaded"));
        assertThat(failure(begin(Repeat.IF_NOT_SENT)).code()).isEqualTo("overloaded");
        assertThat(wire.sent).hasSize(3);
    }

    @Test
    void oneCallTooManyIsRefusedAtOnceAndTheOthersGoOn() {
        List<CompletableFuture<String>> four = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            four.add(begin(Repeat.ALWAYS));
        }
        assertThat(failure(calls.begin(errand(Repeat.ALWAYS))))
                .hasMessage("the thing: 4 calls to http://127.0.0.1:7400 are under way, which is the limit: ask again"
                        + " when one has ended, or raise inFlight")
                .satisfies(
                        why -> assertThat(why.is(CallException.TOO_MANY_CALLS)).isTrue());
        assertThat(four).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void aCallThatItsCallerCancelsEndsItsExchangeAndFreesItsSlotOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(begin(Repeat.ALWAYS)).isNotDone();
        }
        CompletableFuture<String> fourth = begin(Repeat.ALWAYS);
        assertThat(fourth.cancel(true)).isTrue();
        assertThat(fourth.cancel(true)).isTrue();
        timeline.settle();
        assertThat(wire.exchanges.get(3)).isCancelled();
        assertThat(begin(Repeat.ALWAYS)).isNotDone();
        assertThat(failure(calls.begin(errand(Repeat.ALWAYS))).code()).isEqualTo("too-many-calls");
    }

    @Test
    void aCallCancelledBetweenTwoTriesIsNotTriedAgain() {
        wire.script(request -> Outcome.refusal(503, "overloaded"));
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        int tries = wire.sent.size();
        result.cancel(false);
        timeline.advance(BUDGET);
        assertThat(wire.sent).hasSize(tries);
    }

    @Test
    void aTimeLimitOfTheCallersOwnFreesTheSlotToo() {
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        result.complete("something else");
        assertThat(calls.underWay()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"x\":1}", "{}", "{\"x\":\"y\"}{}", "<html>", "{\"x\":\"y\""})
    void anAnswerThatMakesNoSenseIsNoAnswerAndIsNotAskedForAgain(String text) {
        wire.script(request -> Outcome.of(200, text));
        assertThat(failure(begin(Repeat.ALWAYS)))
                .hasMessageContaining("what answers at http://127.0.0.1:7400 is not a Fairlead manager")
                .satisfies(why -> assertThat(why.code()).isEqualTo("bad-answer"));
        assertThat(wire.sent).hasSize(1);
    }

    @Test
    void aRefusalInOtherWordsHasItsStatusAsCodeAndIsOneLine() {
        wire.script(request -> Outcome.of(418, "<html>\nteapot"));
        assertThat(failure(begin(Repeat.ALWAYS)).code()).isEqualTo("http-418");
        wire.script(request -> Outcome.of(400, "{\"code\":\"a\\nb\",\"detail\":\"c\\r\\u001b[31md\"}"));
        assertThat(failure(begin(Repeat.ALWAYS)))
                .hasMessage("the thing: c??[31md (a?b)")
                .satisfies(why -> assertThat(why.code()).isEqualTo("a?b"));
    }

    @Test
    void closingEndsWhatIsUnderWayAndRefusesWhatComesAfter() {
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        calls.close();
        assertThat(failure(result)).hasMessage("the thing: the client was closed");
        assertThat(failure(calls.begin(errand(Repeat.ALWAYS))).code()).isEqualTo("closed");
        timeline.settle();
        assertThat(wire.exchanges.get(0)).isCancelled();
    }

    @Test
    void theFailureCarriesWhatWasTriedBefore() {
        AtomicInteger tries = new AtomicInteger();
        wire.script(request -> tries.incrementAndGet() == 1
                ? Outcome.failure(new ConnectException("Connection refused"))
                : Outcome.silence());
        CompletableFuture<String> result = begin(Repeat.ALWAYS);
        timeline.advance(BUDGET);
        assertThat(failure(result))
                .hasMessage(
                        "the thing: no answer from http://127.0.0.1:7400 within 1s; before that: the thing: no manager"
                                + " answers at http://127.0.0.1:7400: Connection refused (start one there, or name the address of"
                                + " another)");
    }
}
