package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The in-memory store keeps the contract of {@link DrainStore}. */
class InMemoryDrainStoreTest extends DrainStoreContract {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final Owner PROCESS = new Owner(new InstanceId("i1"), new Incarnation("a1"));
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    @Override
    protected DrainStore newStore() {
        return new InMemoryDrainStore();
    }

    @Override
    protected StoreClock newClock() {
        return StoreClock.byHand();
    }

    @Test
    void whatWasWrittenDownComesBackWithItsOwnDeadline() {
        InMemoryDrainStore before = new InMemoryDrainStore();
        Answers.of(before.order(BATTLE, PROCESS, Drain.Wish.usual(), NOON));
        InMemoryDrainStore after = new InMemoryDrainStore();
        before.all().forEach(after::restore);
        assertThat(Answers.of(after.drains(BATTLE, NOON.plusSeconds(200))))
                .singleElement()
                .satisfies(drain -> assertThat(drain.left()).isEqualTo(Duration.ofSeconds(400)));
    }

    @Test
    void aClockThatWentBackMakesAnOrderNoOlderAndNoError() {
        InMemoryDrainStore store = new InMemoryDrainStore();
        Answers.of(store.order(BATTLE, PROCESS, Drain.Wish.usual(), NOON));
        assertThat(Answers.of(store.drains(BATTLE, NOON.minusSeconds(5))))
                .singleElement()
                .satisfies(drain -> assertThat(drain.age()).isZero());
    }

    @Test
    void aTimeThatIsTooShortOrTooLongIsRefused() {
        assertThatThrownBy(() -> new Drain.Wish(Duration.ofMillis(999), Drain.Then.REPORT))
                .hasMessage("within is PT0.999S: use 1s to 7d");
        assertThatThrownBy(() -> new Drain.Wish(Duration.ofDays(8), Drain.Then.MOVE))
                .hasMessage("within is PT192H: use 1s to 7d");
    }
}
