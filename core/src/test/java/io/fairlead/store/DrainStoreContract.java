package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link DrainStore} does. */
public abstract class DrainStoreContract {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final Owner FIRST = process("i1", "a1");
    private static final Drain.Wish WISH = new Drain.Wish(Duration.ofMinutes(1), Drain.Then.REPORT);

    private StoreClock clock = StoreClock.byHand();
    private DrainStore store = new InMemoryDrainStore();

    /** An empty store. */
    protected abstract DrainStore newStore();

    /** How time passes for the store. */
    protected abstract StoreClock newClock();

    @BeforeEach
    void makeStore() {
        clock = newClock();
        store = newStore();
    }

    private static Owner process(String instance, String incarnation) {
        return new Owner(new InstanceId(instance), new Incarnation(incarnation));
    }

    private Drain order(Owner process, Drain.Wish wish) {
        return Answers.of(store.order(BATTLE, process, wish, clock.now()));
    }

    private @Nullable Drain cancel(Owner process) {
        return Answers.of(store.cancel(BATTLE, process, clock.now()));
    }

    private List<Drain> drains() {
        return Answers.of(store.drains(BATTLE, clock.now()));
    }

    @Test
    void anOrderStandsUntilItIsTakenBack() {
        assertThat(drains()).isEmpty();
        order(FIRST, WISH);
        order(process("i2", "b1"), WISH);
        assertThat(drains()).extracting(Drain::process).containsExactly(FIRST, process("i2", "b1"));
        assertThat(Answers.of(store.drains(new ServiceId("chat"), clock.now()))).isEmpty();
        Drain ended = cancel(FIRST);
        assertThat(ended).isNotNull().extracting(Drain::process).isEqualTo(FIRST);
        assertThat(cancel(FIRST)).isNull();
        assertThat(drains()).extracting(Drain::process).containsExactly(process("i2", "b1"));
    }

    @Test
    void theSameOrderOnceMoreDoesNotBeginItsTimeAnew() {
        order(FIRST, WISH);
        Duration passed = Duration.ofMillis(400);
        clock.pass(passed);
        assertThat(order(FIRST, WISH).age()).isGreaterThanOrEqualTo(passed);
        assertThat(drains()).singleElement().satisfies(drain -> {
            assertThat(drain.age()).isGreaterThanOrEqualTo(passed);
            assertThat(drain.wish()).isEqualTo(WISH);
            assertThat(drain.isOverdue()).isFalse();
        });
    }

    @Test
    void anotherWishOrAnotherProcessIsANewOrder() {
        order(FIRST, WISH);
        clock.pass(Duration.ofMillis(400));
        Drain.Wish other = new Drain.Wish(Duration.ofHours(1), Drain.Then.MOVE);
        assertThat(order(FIRST, other).age()).isLessThan(Duration.ofMillis(400));
        assertThat(drains()).extracting(Drain::wish).containsExactly(other);
        clock.pass(Duration.ofMillis(400));
        assertThat(order(process("i1", "a2"), other).age()).isLessThan(Duration.ofMillis(400));
        assertThat(drains()).extracting(Drain::process).containsExactly(process("i1", "a2"));
    }

    @Test
    void takingBackAnOrderOfAnEarlierProcessLeavesThatOfTheNextOne() {
        Owner next = process("i1", "a2");
        order(FIRST, WISH);
        order(next, WISH);
        assertThat(cancel(FIRST)).isNull();
        assertThat(drains()).extracting(Drain::process).containsExactly(next);
        assertThat(cancel(next)).isNotNull();
        assertThat(drains()).isEmpty();
    }

    @Test
    void anOrderWhoseTimeIsOverIsOverdueAndStillStands() {
        order(FIRST, new Drain.Wish(Duration.ofSeconds(1), Drain.Then.MOVE));
        clock.pass(Duration.ofSeconds(1));
        assertThat(drains()).singleElement().satisfies(drain -> {
            assertThat(drain.isOverdue()).isTrue();
            assertThat(drain.left()).isZero();
        });
    }
}
