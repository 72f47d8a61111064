package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.client.ScriptedWire.Outcome;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** How a locator keeps up with its group, on a hand-moved time line. */
final class PrimaryLocatorTest {

    private final HandTimeline timeline = new HandTimeline();
    private final ScriptedWire wire = new ScriptedWire(timeline, request -> primary("a", 7));
    private final List<PrimaryLocator> gone = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private Executor lanes = Runnable::run;

    private static Outcome primary(String node, long token) {
        return Outcome.of(200, "{\"node\":\"" + node + "\",\"address\":null,\"token\":" + token + "}");
    }

    private PrimaryLocator started() {
        Calls calls = new Calls(
                new Calls.Way(URI.create("http://127.0.0.1:7400"), wire, timeline, Runnable::run),
                BackOff.standard(),
                100,
                new SplittableRandom(1));
        PrimaryLocator locator = new PrimaryLocator(
                new GroupId("g"),
                new PrimaryLocator.Tools(
                        calls,
                        calls,
                        work -> lanes.execute(work),
                        Duration.ofSeconds(1),
                        LocatorSettings.standard(),
                        gone::add));
        locator.onChange(view -> told.add(words(view)));
        locator.begin();
        timeline.settle();
        return locator;
    }

    private static String words(PrimaryView view) {
        if (view instanceof Primary primary) {
            return primary.node() + " " + primary.token();
        }
        return view instanceof PrimaryView.None ? "none" : "unknown";
    }

    @Test
    void itAsksEachSecondWithATenthOfJitterAndTellsOnlyWhatChanges() {
        started();
        timeline.advance(Duration.ofMinutes(1));
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < wire.sent.size(); i++) {
            gaps.add(wire.times().get(i).minus(wire.times().get(i - 1)));
        }
        assertThat(gaps)
                .hasSizeBetween(54, 66)
                .allSatisfy(gap -> assertThat(gap).isBetween(Duration.ofMillis(900), Duration.ofMillis(1_100)));
        assertThat(gaps.stream().distinct().count()).isGreaterThan(40);
        assertThat(told).containsExactly("unknown", "a 7");
        wire.script(request -> primary("b", 8));
        timeline.advance(Duration.ofSeconds(2));
        wire.script(request -> Outcome.refusal(503, "no-primary"));
        timeline.advance(Duration.ofSeconds(2));
        assertThat(told).containsExactly("unknown", "a 7", "b 8", "none");
    }

    @Test
    void whatIsStaleIsToldAsUnknownWhenItIsAndAManagerThatIsAwayIsAskedLessOften() {
        PrimaryLocator locator = started();
        wire.script(request -> Outcome.failure(new ConnectException("Connection refused")));
        timeline.advance(Duration.ofMillis(4_999));
        assertThat(told).containsExactly("unknown", "a 7");
        timeline.advance(Duration.ofMillis(1));
        assertThat(told).containsExactly("unknown", "a 7", "unknown");
        assertThat(locator.current())
                .isInstanceOfSatisfying(
                        PrimaryView.Unknown.class,
                        unknown -> assertThat(unknown.why())
                                .contains("no manager answers at http://127.0.0.1:7400: Connection refused"));
        int before = wire.sent.size();
        timeline.advance(Duration.ofMinutes(10));
        assertThat(wire.sent.size() - before).isBetween(150, 400);
    }

    @Test
    void anUnknownGroupIsUnknownAndNotNone() {
        wire.script(request -> Outcome.refusal(404, "unknown-group"));
        started();
        timeline.advance(Duration.ofSeconds(20));
        assertThat(told).containsExactly("unknown");
    }

    @Test
    void aSlowListenerMissesWhatWasOvertakenAndNeverTheNewest() {
        List<Runnable> threads = new ArrayList<>();
        lanes = threads::add;
        started();
        for (int token = 8; token < 20; token++) {
            int now = token;
            wire.script(request -> primary("n" + now, now));
            timeline.advance(Duration.ofSeconds(2));
        }
        assertThat(threads).hasSize(1);
        lanes = Runnable::run;
        threads.get(0).run();
        assertThat(told).containsExactly("n19 19");
    }

    @Test
    void anOlderTokenIsAFailureOfItsCallAndIsNeverTold() {
        PrimaryLocator locator = started();
        wire.script(request -> primary("old", 6));
        CompletableFuture<Primary> call = locator.locate().toCompletableFuture();
        timeline.settle();
        assertThat(call.handle((value, failure) -> failure).join())
                .isInstanceOfSatisfying(
                        CallException.class, why -> assertThat(why.code()).isEqualTo("older-token"));
        timeline.advance(Duration.ofSeconds(10));
        assertThat(told).containsExactly("unknown", "a 7", "unknown");
    }

    @Test
    void whatACallLearnsIsKnownAtOnce() {
        PrimaryLocator locator = started();
        wire.script(request -> primary("b", 8));
        CompletableFuture<Primary> call = locator.locate().toCompletableFuture();
        timeline.settle();
        assertThat(call).isCompleted();
        assertThat(told).containsExactly("unknown", "a 7", "b 8");
    }

    @Test
    void aListenerThatIsTakenOutHearsNothingMoreAndACloseEndsTheQuestions() {
        PrimaryLocator locator = started();
        List<String> second = new ArrayList<>();
        Runnable takeOut = locator.onChange(view -> second.add(words(view)));
        takeOut.run();
        locator.close();
        int before = wire.sent.size();
        wire.script(request -> primary("b", 8));
        timeline.advance(Duration.ofMinutes(1));
        assertThat(second).containsExactly("a 7");
        assertThat(told).containsExactly("unknown", "a 7");
        assertThat(wire.sent).hasSize(before);
        assertThat(gone).containsExactly(locator);
    }
}
