package io.fairlead.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A wire on a hand-moved time line whose far end does what a test says; remembers what was sent, and when. */
final class ScriptedWire implements Wire {

    private final HandTimeline timeline;
    private Function<Request, Outcome> script;
    final List<Sent> sent = new ArrayList<>();
    final List<CompletableFuture<Answer>> exchanges = new ArrayList<>();

    record Sent(Request request, Duration at) {}

    /** What becomes of a request: an answer or a failure after some time; neither is silence. */
    record Outcome(
            Duration after,
            @Nullable Answer answer,
            @Nullable Throwable failure) {

        static Outcome of(int status, String text) {
            return new Outcome(Duration.ZERO, new Answer(status, Optional.empty(), text), null);
        }

        static Outcome refusal(int status, String code) {
            return of(status, "{\"code\":\"" + code + "\",\"detail\":\"says the manager\"}");
        }

        static Outcome failure(Throwable failure) {
            return new Outcome(Duration.ZERO, null, failure);
        }

        static Outcome silence() {
            return new Outcome(Duration.ZERO, null, null);
        }

        Outcome after(Duration time) {
            return new Outcome(time, answer, failure);
        }

        Outcome retryAfter(String seconds) {
            Answer bare = answer;
            return bare == null
                    ? this
                    : new Outcome(after, new Answer(bare.status(), Optional.of(seconds), bare.text()), null);
        }
    }

    ScriptedWire(HandTimeline timeline, Function<Request, Outcome> script) {
        this.timeline = timeline;
        this.script = script;
    }

    void script(Function<Request, Outcome> other) {
        script = other;
    }

    @Override
    public CompletableFuture<Answer> send(Request request) {
        sent.add(new Sent(request, timeline.passed()));
        Outcome outcome = script.apply(request);
        CompletableFuture<Answer> exchange = new CompletableFuture<>();
        exchanges.add(exchange);
        timeline.after(outcome.after, () -> {
            if (outcome.answer != null) {
                exchange.complete(outcome.answer);
            } else if (outcome.failure != null) {
                exchange.completeExceptionally(outcome.failure);
            }
        });
        return exchange;
    }

    List<Duration> times() {
        return sent.stream().map(Sent::at).toList();
    }
}
