package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import io.fairlead.client.PrimaryBook.Entry;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers about a primary come to, in whichever order they arrive. */
final class PrimaryBookTest {

    private static final long SECOND = 1_000_000_000;
    private static final long START = Long.MAX_VALUE - 100;

    private final PrimaryBook book = new PrimaryBook(Duration.ofSeconds(5), START);

    private static long second(long number) {
        return START + number * SECOND;
    }

    private static Primary primary(String node, long token) {
        return new Primary(new NodeId(node), Optional.of(node + ":1"), token, Duration.ZERO);
    }

    private Entry sees(String node, long token, long sent) {
        return book.primary(primary(node, token), second(sent));
    }

    private PrimaryView at(long seconds) {
        return book.at(second(seconds));
    }

    @Test
    void beforeTheFirstAnswerThePrimaryIsUnknownAndNotNone() {
        assertThat(at(1))
                .isEqualTo(new PrimaryView.Unknown(Duration.ofSeconds(1), Optional.empty(), "no answer has come yet"));
    }

    @Test
    void anAnswerIsKnownUntilItIsStaleAndIsShownAsTheLastOneAfterThat() {
        assertThat(sees("a", 7, 1)).isEqualTo(Entry.TAKEN);
        assertThat(at(5)).isEqualTo(primary("a", 7).aged(Duration.ofSeconds(4)));
        book.trouble("nobody answers");
        assertThat(at(6))
                .isEqualTo(new PrimaryView.Unknown(
                        Duration.ofSeconds(5),
                        Optional.of(primary("a", 7).aged(Duration.ofSeconds(5))),
                        "nobody answers"));
    }

    @Test
    void noneIsKnownAsNoneAndBecomesUnknownWhenItIsStale() {
        sees("a", 7, 1);
        book.none("none is alive", second(2));
        assertThat(at(3)).isEqualTo(new PrimaryView.None("none is alive", Duration.ofSeconds(1)));
        assertThat(at(7))
                .isInstanceOfSatisfying(
                        PrimaryView.Unknown.class,
                        unknown -> assertThat(unknown.last()).isEmpty());
    }

    @Test
    void anOlderTokenNeverFollowsANewerOneAndIsNoSignOfLifeEither() {
        sees("b", 8, 1);
        assertThat(sees("a", 7, 3)).isEqualTo(Entry.OLDER_TOKEN);
        assertThat(at(4)).isEqualTo(primary("b", 8).aged(Duration.ofSeconds(3)));
        assertThat(at(6)).isInstanceOf(PrimaryView.Unknown.class);
    }

    @Test
    void anOlderTokenDoesNotFollowAfterNoneEither() {
        sees("b", 8, 1);
        book.none("none", second(2));
        assertThat(sees("a", 7, 3)).isEqualTo(Entry.OLDER_TOKEN);
        assertThat(at(3)).isInstanceOf(PrimaryView.None.class);
        assertThat(sees("b", 8, 4)).isEqualTo(Entry.TAKEN);
        assertThat(at(4)).isEqualTo(primary("b", 8));
    }

    @Test
    void anAnswerThatWasOvertakenOnItsWayChangesNothing() {
        sees("a", 7, 1);
        book.none("none", second(3));
        assertThat(sees("a", 7, 2)).isEqualTo(Entry.OVERTAKEN);
        assertThat(book.none("none, said earlier", second(2))).isEqualTo(Entry.OVERTAKEN);
        assertThat(at(3)).isEqualTo(new PrimaryView.None("none", Duration.ZERO));
    }

    @Test
    void aHigherTokenIsNewerHoweverLateItsAnswerComes() {
        book.none("none", second(3));
        assertThat(sees("b", 8, 2)).isEqualTo(Entry.TAKEN);
        assertThat(at(3)).isEqualTo(primary("b", 8).aged(Duration.ofSeconds(1)));
    }

    @Test
    void aTokenBelongsToOneNode() {
        sees("a", 7, 1);
        assertThat(sees("b", 7, 2)).isEqualTo(Entry.SAME_TOKEN_OTHER_NODE);
        assertThat(at(2)).isEqualTo(primary("a", 7).aged(Duration.ofSeconds(1)));
    }

    @Test
    void anAbsurdTokenDoesNotShutOutEveryLaterPrimary() {
        sees("a", FencingToken.MAX, 1);
        assertThat(sees("b", FencingToken.MOST_LEARNED + 1, 2)).isEqualTo(Entry.TAKEN);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void inWhateverOrderAnswersComeTheTokenShownNeverFalls(long seed) {
        SplittableRandom world = new SplittableRandom(seed);
        long shown = 0;
        for (int step = 0; step < 5_000; step++) {
            long sent = START + world.nextLong(step + 1);
            if (world.nextInt(4) == 0) {
                book.none("none", sent);
            } else {
                long token = 1 + world.nextLong(1 + step / 10);
                book.primary(primary("n" + token % 3, token), sent);
            }
            PrimaryView view = book.at(START + step);
            if (view instanceof Primary primary) {
                assertThat(primary.token()).as("seed %s, step %s", seed, step).isGreaterThanOrEqualTo(shown);
                shown = primary.token();
            }
        }
        assertThat(shown).isPositive();
    }
}
