package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When it counts as one event that nodes fall silent. */
class ManySilentTest {

    private static final Duration WITHIN = Duration.ofMillis(4_300);
    private static final long NOW = 1_000_000;

    private final List<ManySilent.Node> nodes = new ArrayList<>();

    private ManySilentTest heard(int count) {
        for (int i = 0; i < count; i++) {
            nodes.add(new ManySilent.Node(Duration.ofMillis(NOW - i), false));
        }
        return this;
    }

    private ManySilentTest silentSince(long... millis) {
        for (long at : millis) {
            nodes.add(new ManySilent.Node(Duration.ofMillis(at), true));
        }
        return this;
    }

    private ManySilent.@Nullable Span found() {
        return ManySilent.find(nodes, WITHIN);
    }

    private static ManySilent.Span span(long from, long to) {
        return new ManySilent.Span(Duration.ofMillis(from), Duration.ofMillis(to));
    }

    @Test
    void exactlyHalfIsNotMany() {
        heard(5).silentSince(100, 200, 300, 400, 500);
        assertThat(found()).isNull();
        silentSince(50);
        assertThat(found()).isEqualTo(span(50, 500));
    }

    @Test
    void ofFourNodesAllAreNotManyAndOfFiveThreeAre() {
        silentSince(100, 200, 300, 400);
        assertThat(found()).isNull();
        nodes.clear();
        heard(3).silentSince(100, 200);
        assertThat(found()).isNull();
        nodes.clear();
        heard(2).silentSince(100, 200, 300);
        assertThat(found()).isEqualTo(span(100, 300));
    }

    @Test
    void nodesThatFallSilentOneAfterTheOtherAreNotSilentAtOnce() {
        heard(2).silentSince(100, 200, 4_400);
        assertThat(found()).isEqualTo(span(100, 4_400));
        nodes.clear();
        heard(2).silentSince(100, 200, 4_401);
        assertThat(found()).isNull();
        nodes.clear();
        silentSince(0, 3_000, 6_000, 9_000, 12_000, 15_000, 18_000, 21_000, 24_000, 27_000);
        assertThat(found()).isNull();
    }

    @Test
    void whoWasSilentBeforeIsCountedOnNeitherSide() {
        heard(1).silentSince(1, 2, 3, 4, 5).silentSince(500_000, 500_100, 500_200);
        assertThat(found()).as("three of the last four").isEqualTo(span(1, 5));
        nodes.clear();
        heard(2).silentSince(1, 2).silentSince(500_000, 500_100, 500_200);
        assertThat(found()).isEqualTo(span(500_000, 500_200));
        nodes.clear();
        heard(3).silentSince(1, 2).silentSince(500_000, 500_100);
        assertThat(found()).as("four of seven, but not at once").isNull();
    }

    @Test
    void nobodyIsNotMany() {
        assertThat(found()).isNull();
        assertThat(heard(20).found()).isNull();
    }
}
