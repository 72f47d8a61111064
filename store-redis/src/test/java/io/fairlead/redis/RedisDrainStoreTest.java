package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.DrainStoreContract;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.StoreClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders to drain in Redis keep the contract of {@link DrainStore}. */
class RedisDrainStoreTest extends DrainStoreContract {

    @RegisterExtension
    static final OneRedis REDIS = new OneRedis();

    private final RedisSettings settings = REDIS.settings();
    private final String key = settings.prefix() + ":FAIRLEAD:{battle}:drains";

    @Override
    protected DrainStore newStore() {
        return REDIS.opened().store(settings).drains();
    }

    @Override
    protected StoreClock newClock() {
        return Stores.realTime();
    }

    private static Drain order(DrainStore store, String instance) {
        return Stores.answer(store.order(Stores.BATTLE, Stores.owner(instance), Drain.Wish.usual(), Stores.IGNORED));
    }

    @Test
    void ordersOfAServiceEndEightDaysAfterSomebodyLastLooked() {
        DrainStore store = newStore();
        order(store, "i1");
        long days = RedisDrainStore.LASTS.toMillis();
        assertThat(left()).isBetween(days - 60_000, days);
        REDIS.server().cli("PEXPIRE", key, "50000");
        assertThat(Stores.answer(store.drains(Stores.BATTLE, Stores.IGNORED))).hasSize(1);
        assertThat(left()).isBetween(days - 60_000, days);
        Stores.answer(store.cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED));
        assertThat(REDIS.server().cli("EXISTS", key)).isEqualTo("0");
    }

    private long left() {
        return Long.parseLong(REDIS.server().cli("PTTL", key));
    }

    /** So that a clock that is set back does not put the deadline off by as much. */
    @Test
    void anOrderFromTheStoresFutureAgesFromNowOn() {
        DrainStore store = newStore();
        order(store, "i1");
        String value = REDIS.server().cli("HGET", key, "i1");
        int space = value.indexOf(' ');
        long future = Long.parseLong(value.substring(0, space)) + 1_800_000_000L;
        REDIS.server().cli("HSET", key, "i1", future + value.substring(space));
        assertThat(Stores.answer(store.drains(Stores.BATTLE, Stores.IGNORED)))
                .singleElement()
                .satisfies(drain -> assertThat(drain.age()).isLessThan(Duration.ofMinutes(1)));
        assertThat(Long.parseLong(REDIS.server().cli("HGET", key, "i1").split(" ")[0]))
                .isLessThan(future - 1_700_000_000L);
    }

    @Test
    void aValueOfAnotherFormIsLeftOutAndSaidOnceAndTheOthersStand() {
        Said said = REDIS.opened().add(new Said());
        DrainStore store = newStore();
        order(store, "i1");
        REDIS.server().cli("HSET", key, "i2", "nonsense", "i3", "5 a1 2 600000 REPORT", "i4", "5 a1 1 600000 BURN");
        for (int look = 0; look < 2; look++) {
            assertThat(Stores.answer(store.drains(Stores.BATTLE, Stores.IGNORED)))
                    .extracting(Drain::process)
                    .containsExactly(Stores.owner("i1"));
        }
        assertThat(said.warnings("left out of the orders of service battle: i2 holds"))
                .hasSize(1);
        assertThat(said.warnings("left out of the orders of service battle: i3 holds an order to drain in a form that"))
                .hasSize(1);
        assertThat(said.warnings("left out of the orders of service battle: i4 holds"))
                .hasSize(1);
    }

    @Test
    void endingAnOrderOfAnotherFormSaysThatWhatItWasIsNotKnown() {
        DrainStore store = newStore();
        REDIS.server().cli("HSET", key, "i1", "5 1 2 600000 REPORT");
        assertThatThrownBy(() -> Stores.answer(store.cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)))
                .hasCauseInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("the order for i1#1 was ended, and what it was is not known");
        assertThat(Stores.answer(store.cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)))
                .isNull();
    }

    @Test
    void whatOneProcessOrdersEachOtherOneSees() {
        DrainStore one = newStore();
        DrainStore other = newStore();
        order(one, "i1");
        assertThat(Stores.answer(other.drains(Stores.BATTLE, Stores.IGNORED))).hasSize(1);
        assertThat(Stores.answer(other.cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)))
                .isNotNull();
        assertThat(Stores.answer(one.drains(Stores.BATTLE, Stores.IGNORED))).isEmpty();
    }

    @Test
    void aStoreThatIsAwayEndsEveryCallWithAnUnknownOutcome() {
        RedisServer ill = REDIS.opened().add(RedisServer.start());
        DrainStore store = REDIS.opened()
                .store(Stores.settings(ill).withBudget(Duration.ofMillis(500)))
                .drains();
        order(store, "i1");
        ill.freeze();
        assertUnknown(() -> order(store, "i2"));
        assertUnknown(() -> Stores.answer(store.cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)));
        assertUnknown(() -> Stores.answer(store.drains(Stores.BATTLE, Stores.IGNORED)));
        ill.thaw();
        ill.kill();
        assertUnknown(() -> Stores.answer(store.drains(Stores.BATTLE, Stores.IGNORED)));
    }

    private static void assertUnknown(Runnable call) {
        assertThatThrownBy(call::run).hasCauseInstanceOf(OutcomeUnknownException.class);
    }
}
