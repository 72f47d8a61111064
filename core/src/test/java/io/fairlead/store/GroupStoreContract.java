package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySelector;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.store.GroupStore.GroupChange;
import io.fairlead.store.GroupStore.StoredGroup;
import io.fairlead.store.GroupStore.Written;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link GroupStore} does. An adapter's test extends this and says how its store and its time are made. */
public abstract class GroupStoreContract {

    private static final GroupId LINE = new GroupId("line-1");

    private StoreClock clock = StoreClock.byHand();
    private @Nullable GroupStore made;

    /** An empty store. */
    protected abstract GroupStore newStore();

    /** How time passes for the store. */
    protected abstract StoreClock newClock();

    @BeforeEach
    void makeStore() {
        clock = newClock();
        made = newStore();
    }

    @Test
    void aGroupThatNobodyWroteIsNotKnown() {
        assertThat(Answers.of(store().read(LINE))).isNull();
        assertThat(Answers.of(store().groups())).isEmpty();
    }

    @Test
    void aStateIsReadAsItWasWritten() {
        GroupState state = state(40);
        Written written = write(0, state, false);
        assertThat(written.done()).isTrue();
        assertThat(read()).isEqualTo(new StoredGroup(1, 0, state)).isEqualTo(written.present());
    }

    @Test
    void eachWriteMakesTheNextVersion() {
        write(0, state(1), false);
        write(1, state(2), false);
        assertThat(write(2, state(3), false).present()).isEqualTo(new StoredGroup(3, 0, state(3)));
    }

    @Test
    void aWriteFromAnOldVersionIsRefusedAndShowsThePresentOne() {
        write(0, state(1), false);
        write(1, state(2), false);
        Written late = write(1, state(5), true);
        assertThat(late.done()).isFalse();
        assertThat(late.present()).isEqualTo(read()).isEqualTo(new StoredGroup(2, 0, state(2)));
    }

    @Test
    void aGroupIsFoundedOnce() {
        write(0, state(1), true);
        assertThat(write(0, state(2), true).done()).isFalse();
        assertThat(write(7, new GroupId("other"), state(2)).done()).isFalse();
        assertThat(write(7, new GroupId("other"), state(2)).present()).isNull();
    }

    @Test
    void aNewTokenIsAboveTheStoredOneAndTheReportedOneAndNotBelowTheStoresTime() {
        long now = clock.now().toEpochMilli();
        long first = token(write(0, state(1), true));
        assertThat(first).isBetween(now, now + 60_000);
        assertThat(token(write(1, state(2), true))).isGreaterThan(first);
        long reported = first + 1_000_000_000;
        Written above = Answers.of(store().write(LINE, new GroupChange(2, state(3), true, reported), clock.now()));
        assertThat(token(above)).isEqualTo(reported + 1);
    }

    @Test
    void anAbsurdReportedTokenDoesNotDriveTheTokensOutOfRange() {
        GroupChange change = new GroupChange(0, state(1), true, FencingToken.MAX);
        assertThat(token(Answers.of(store().write(LINE, change, clock.now()))))
                .isEqualTo(FencingToken.MOST_LEARNED + 1);
    }

    @Test
    void withoutANewTokenTheTokenStays() {
        long token = token(write(0, state(1), true));
        assertThat(token(write(1, state(2), false))).isEqualTo(token);
    }

    @Test
    void groupsAreListedInTheirOrderAndIdsThatLookAlikeAreDifferent() {
        for (String id : new String[] {"b", "a", "A", "a.b", "a-b", "a".repeat(128)}) {
            assertThat(write(0, new GroupId(id), state(1)).done()).isTrue();
        }
        assertThat(Answers.of(store().groups())).hasSize(6).isSorted();
    }

    @Test
    void aRefusedChangeNamesWhatIsWrong() {
        assertThatThrownBy(() -> new GroupChange(-1, state(1), false, 0)).hasMessageContaining("version is -1");
        assertThatThrownBy(() -> new GroupChange(0, state(1), false, -1)).hasMessageContaining("reported token is -1");
    }

    @Test
    void ofManagersThatWriteFromOneVersionExactlyOneDecides() throws Exception {
        GroupState state = state(1);
        Set<Long> tokens = ConcurrentHashMap.newKeySet();
        AtomicInteger done = new AtomicInteger();
        Race.of(8, manager -> {
            for (int i = 0; i < 1000; i++) {
                StoredGroup before = read();
                Written written = write(before == null ? 0 : before.version(), state, true);
                if (written.done()) {
                    done.incrementAndGet();
                    tokens.add(token(written));
                }
            }
        });
        assertThat(done).hasPositiveValue();
        assertThat(Objects.requireNonNull(read()).version()).isEqualTo(done.get());
        assertThat(tokens).as("a token of its own for each write").hasSize(done.get());
    }

    private GroupStore store() {
        if (made == null) {
            throw new IllegalStateException("the store is made before each test");
        }
        return made;
    }

    private @Nullable StoredGroup read() {
        return Answers.of(store().read(LINE));
    }

    private Written write(long madeFrom, GroupState state, boolean newToken) {
        return Answers.of(store().write(LINE, new GroupChange(madeFrom, state, newToken, 0), clock.now()));
    }

    private Written write(long madeFrom, GroupId group, GroupState state) {
        return Answers.of(store().write(group, new GroupChange(madeFrom, state, false, 0), clock.now()));
    }

    private static long token(Written written) {
        return Objects.requireNonNull(written.present()).token();
    }

    /** The state of a group that has really been decided upon for some rounds. */
    private static GroupState state(int rounds) {
        PrimarySelector selector = new PrimarySelector(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5)));
        GroupState state = GroupState.initial();
        for (int round = 1; round <= rounds; round++) {
            TreeMap<NodeId, NodeObservation> nodes = new TreeMap<>();
            nodes.put(new NodeId("a"), NodeObservation.fresh("1", round, Metrics.ofCpu(20 + round % 7)));
            nodes.put(new NodeId("b"), NodeObservation.fresh("1", round, Metrics.ofCpu(30)));
            state = selector.evaluate(state, Observation.of(Duration.ofSeconds(5L * round), nodes))
                    .next();
        }
        return state;
    }
}
