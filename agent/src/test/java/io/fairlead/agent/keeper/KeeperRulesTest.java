package io.fairlead.agent.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairlead.agent.keeper.KeeperLine.Said;
import io.fairlead.agent.keeper.KeeperLine.Times;
import io.fairlead.agent.keeper.KeeperRules.Due;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When the keeper runs demote: in virtual time. */
class KeeperRulesTest {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private final KeeperRules rules = new KeeperRules();

    private static KeeperLine primary(long leftMs, OptionalLong uptimeMs) {
        return new KeeperLine(
                Said.PRIMARY,
                new Times(leftMs, uptimeMs, 900),
                Optional.empty(),
                new TreeMap<>(Map.of("FAIRLEAD_TOKEN", "7")));
    }

    private void ran(boolean succeeded, long nanos) {
        rules.ran(new Due(primary(0, UNKNOWN), false), succeeded, nanos);
    }

    private static KeeperLine line(Said said) {
        return primary(3100, UNKNOWN).as(said);
    }

    private Optional<Boolean> fencedAt(long millis) {
        return rules.due(ms(millis), UNKNOWN).map(Due::fenced);
    }

    @Test
    void aSingleWriterThatDrainsIsFencedAtItsDeadlineAlsoWhenItsAgentIsGone() {
        rules.take(line(Said.DRAINING), 0);
        rules.pipeBroke();
        assertThat(rules.due(ms(3099), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isFalse();
        assertThat(fencedAt(3100)).contains(true);
        rules.ran(rules.due(ms(3100), UNKNOWN).orElseThrow(), true, ms(3100));
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void onceAnotherAgentIsAtWorkNothingIsRunAgain() {
        rules.take(line(Said.PRIMARY), 0);
        rules.pipeBroke();
        rules.ran(rules.due(ms(10), UNKNOWN).orElseThrow(), false, ms(10));
        assertThat(rules.over()).isFalse();
        rules.replaced();
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void alsoThenASingleWriterIsFencedAtItsDeadlineButOnceHoweverThatEnds() {
        rules.take(line(Said.DRAINING), 0);
        rules.pipeBroke();
        rules.replaced();
        assertThat(rules.over()).isFalse();
        assertThat(fencedAt(3099)).isEmpty();
        assertThat(fencedAt(3100)).contains(true);
        rules.ran(rules.due(ms(3100), UNKNOWN).orElseThrow(), false, ms(3200));
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void aSingleWriterWhoseAgentIsGoneIsDemotedAtOnceAndFencedAtItsDeadline() {
        rules.take(line(Said.WRITER), 0);
        rules.pipeBroke();
        assertThat(fencedAt(10)).contains(false);
        rules.ran(rules.due(ms(10), UNKNOWN).orElseThrow(), true, ms(10));
        assertThat(rules.due(ms(3099), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isFalse();
        assertThat(fencedAt(3100)).contains(true);
        assertThat(rules.due(ms(3100), UNKNOWN).orElseThrow().line().environment())
                .containsEntry("FAIRLEAD_REASON", "DRAIN_CUT");
    }

    @Test
    void aSingleWriterWhoseAgentStandsStillIsFencedWithItsDemote() {
        rules.take(line(Said.WRITER), 0);
        assertThat(fencedAt(3099)).isEmpty();
        assertThat(fencedAt(3100)).contains(true);
    }

    @Test
    void aDrainThatIsBeingCutIsFencedAtOnceWhenItsAgentIsGone() {
        rules.take(line(Said.CUTTING), 0);
        assertThat(fencedAt(0)).isEmpty();
        rules.pipeBroke();
        assertThat(fencedAt(0)).contains(true);
    }

    @Test
    void whereNothingWritesAfterADemoteOnlyADemoteIsRun() {
        rules.take(line(Said.PRIMARY), 0);
        assertThat(fencedAt(3100)).contains(false);
        rules.pipeBroke();
        assertThat(fencedAt(3100)).contains(false);
    }

    private static long ms(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void aStandbyIsNeverDemoted() {
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        rules.pipeBroke();
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void aPrimaryIsDemotedWhenItsDeadlineHasPassedAndNotBefore() {
        rules.take(primary(3100, UNKNOWN), ms(10));
        assertThat(rules.due(ms(3109), UNKNOWN)).isEmpty();
        assertThat(rules.due(ms(3110), UNKNOWN)).isPresent();
        assertThat(rules.over()).isFalse();
    }

    @Test
    void aRenewalMovesTheDeadline() {
        rules.take(primary(3100, UNKNOWN), 0);
        rules.take(primary(3100, UNKNOWN), ms(1000));
        assertThat(rules.due(ms(4099), UNKNOWN)).isEmpty();
        assertThat(rules.due(ms(4100), UNKNOWN)).isPresent();
    }

    @Test
    void afterASleepOfTheMachineTheTimeSinceBootIsWhatCounts() {
        rules.take(primary(3100, OptionalLong.of(50_000)), 0);
        assertThat(rules.due(ms(10), OptionalLong.of(49_999))).isEmpty();
        assertThat(rules.due(ms(10), OptionalLong.of(50_000))).isPresent();
        assertThat(rules.due(ms(10), UNKNOWN)).isEmpty();
    }

    @Test
    void whenTheAgentIsGoneAPrimaryIsDemotedAtOnceAndThenTheKeeperEnds() {
        rules.take(primary(3100, UNKNOWN), 0);
        rules.pipeBroke();
        assertThat(rules.due(0, UNKNOWN)).isPresent();
        assertThat(rules.over()).isFalse();
        ran(true, ms(5));
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void afterAGoodbyeNothingIsRun() {
        rules.take(primary(3100, UNKNOWN), 0);
        rules.take(KeeperLine.of(Said.BYE), 0);
        rules.pipeBroke();
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isTrue();
    }

    @Test
    void aDemoteThatSucceededIsNotRunAgainUntilTheNodeIsPrimaryAgain() {
        rules.take(primary(100, UNKNOWN), 0);
        ran(true, ms(100));
        assertThat(rules.due(ms(1_000_000), UNKNOWN)).isEmpty();
        assertThat(rules.over()).isFalse();
        rules.take(primary(100, UNKNOWN), ms(1000));
        assertThat(rules.due(ms(1100), UNKNOWN)).isPresent();
    }

    @Test
    void aDemoteThatFailedIsRunAgainAfterAGrowingPause() {
        rules.take(primary(100, UNKNOWN), 0);
        ran(false, ms(100));
        assertThat(rules.due(ms(1099), UNKNOWN)).isEmpty();
        assertThat(rules.due(ms(1100), UNKNOWN)).isPresent();
        ran(false, ms(1100));
        assertThat(rules.due(ms(3099), UNKNOWN)).isEmpty();
        assertThat(rules.due(ms(3100), UNKNOWN)).isPresent();
        for (int failure = 0; failure < 20; failure++) {
            ran(false, 0);
        }
        assertThat(rules.due(ms(64_000), UNKNOWN)).isPresent();
        assertThat(rules.over()).isFalse();
    }

    @Test
    void aloneItTriesThreeTimesAndEnds() {
        rules.take(primary(100, UNKNOWN), 0);
        rules.pipeBroke();
        ran(false, 0);
        ran(false, 0);
        assertThat(rules.over()).isFalse();
        ran(false, 0);
        assertThat(rules.over()).isTrue();
    }

    @Test
    void aLineComesBackAsItWasSent() {
        KeeperLine line = new KeeperLine(
                Said.PRIMARY,
                new Times(3100, OptionalLong.of(50_000), 900),
                Optional.of(RunningHook.of(4711, "a-mark")),
                KeeperLine.checked(Map.of("FAIRLEAD_TO", "", "FAIRLEAD_FROM", "gw-1=x")));
        assertThat(KeeperLine.read(line.text())).contains(line);
        assertThat(KeeperLine.read(primary(1, UNKNOWN).text())).contains(primary(1, UNKNOWN));
        KeeperLine starting = new KeeperLine(
                Said.PRIMARY, line.times(), Optional.of(RunningHook.starting("a-mark")), line.environment());
        assertThat(KeeperLine.read(starting.text())).contains(starting);
        for (Said said : Said.values()) {
            assertThat(KeeperLine.read(line.as(said).text()).map(KeeperLine::said))
                    .contains(said);
        }
        for (Said said : new Said[] {Said.STANDBY, Said.BYE}) {
            assertThat(KeeperLine.read(KeeperLine.of(said).text())).contains(KeeperLine.of(said));
        }
    }

    /** An agent that is killed while it writes leaves half a line; it must not read as something else. */
    @Test
    void halfALineIsNone() {
        String whole = new KeeperLine(
                        Said.PRIMARY,
                        new Times(3100, OptionalLong.of(50_000), 900),
                        Optional.of(RunningHook.of(4711, "a-mark")),
                        new TreeMap<>())
                .text();
        for (int length = 0; length < whole.lastIndexOf('\t'); length++) {
            assertThat(KeeperLine.read(whole.substring(0, length)))
                    .as(whole.substring(0, length))
                    .isEmpty();
        }
    }

    @Test
    void aVariableThatWouldBreakTheLineIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> KeeperLine.checked(Map.of("FAIRLEAD_TO", "a\nBYE")));
        assertThatIllegalArgumentException().isThrownBy(() -> KeeperLine.checked(Map.of("FAIRLEAD\tTO", "a")));
    }
}
