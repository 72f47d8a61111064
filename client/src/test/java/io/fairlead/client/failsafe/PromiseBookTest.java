package io.fairlead.client.failsafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.failsafe.Bound.By;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a node promises to accept no promotion, and for how long it is bound. */
class PromiseBookTest {
    static final GroupId GROUP = new GroupId("line-1");
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration BOUND = Duration.ofMillis(4300);
    private static final NodeId SELF = new NodeId("gw-2");

    private long now = 5_000_000_000L;
    private final Node node = new Node();
    private final PromiseBook book = new PromiseBook(member("gw-2", "b1"), node, () -> now, LEASE);

    /** A node whose demote hook ends when the test says so. */
    private static final class Node implements PeerView {
        long highest = 7;
        boolean hasRole;
        boolean diskFull;
        boolean demotesAtOnce = true;
        Duration leaseBefore = Duration.ZERO;
        Duration leaseKept = Duration.ZERO;
        final List<String> heard = new ArrayList<>();

        @Override
        public long highestToken() {
            return highest;
        }

        @Override
        public boolean hasAcceptedPromote() {
            return hasRole;
        }

        @Override
        public void higherToken(long token) throws IOException {
            if (diskFull) {
                throw new IOException("disk full");
            }
            highest = token;
            hasRole &= !demotesAtOnce;
            heard.add("higher " + token);
        }

        @Override
        public Duration leaseBefore() {
            return leaseBefore;
        }

        @Override
        public void promising(Duration lease) throws IOException {
            if (diskFull) {
                throw new IOException("disk full");
            }
            leaseKept = lease;
        }

        @Override
        public void promised(NodeId to, Duration forHowLong) {
            heard.add("promised " + to + " " + forHowLong.toMillis());
        }
    }

    static Member member(String node, String incarnation) {
        return new Member(GROUP, new NodeId(node), incarnation);
    }

    private static Ask ask(String node, long token) {
        return new Ask(member(node, "a1"), token, LEASE);
    }

    private Promise answer(Ask ask) {
        return book.answer(ask, SELF);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /** Past the wait after the start. */
    private PromiseBookTest later() {
        pass(BOUND);
        assertThat(book.bound()).isEmpty();
        return this;
    }

    private boolean accepts() {
        return book.ifFree(() -> true);
    }

    @Test
    void aStandbyPromisesAndIsBoundForTheLeaseAndTheAllowanceFromItsAnswer() {
        later();
        assertThat(accepts()).isTrue();
        assertThat(answer(ask("gw-1", 7))).isEqualTo(Promise.GRANTED);
        assertThat(book.bound()).contains(new Bound(By.PROMISE, BOUND, Optional.of(new NodeId("gw-1"))));
        pass(BOUND.minusNanos(1));
        assertThat(accepts()).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(accepts()).isTrue();
        assertThat(book.bound()).isEmpty();
    }

    @Test
    void aPromiseWithdrawsAPrepareAndARefusalDoesNot() {
        later();
        answer(ask("gw-1", 6));
        assertThat(node.heard).isEmpty();
        answer(ask("gw-1", 7));
        assertThat(node.heard).containsExactly("promised gw-1 4300");
    }

    @Test
    void whoKnowsAHigherTokenThanTheAskersRefuses() {
        later();
        assertThat(answer(ask("gw-1", 6))).isEqualTo(Promise.HIGHER_TOKEN);
        assertThat(accepts()).isTrue();
    }

    @Test
    void whoHasAcceptedAPromotionRefusesAnAskUnderTheSameToken() {
        later();
        node.hasRole = true;
        assertThat(answer(ask("gw-1", 7))).isEqualTo(Promise.HAS_ROLE);
        assertThat(node.heard).isEmpty();
    }

    @Test
    void aPrimaryAskedWithAHigherTokenLaysItsRoleDownBeforeItPromises() {
        later();
        node.hasRole = true;
        assertThat(answer(ask("gw-1", 8))).isEqualTo(Promise.GRANTED);
        assertThat(node.heard).containsExactly("higher 8", "promised gw-1 4300");
    }

    @Test
    void asLongAsItsDemoteHookRunsItDoesNotPromise() {
        later();
        node.hasRole = true;
        node.demotesAtOnce = false;
        assertThat(answer(ask("gw-1", 8))).isEqualTo(Promise.HAS_ROLE);
        assertThat(answer(ask("gw-1", 8))).isEqualTo(Promise.HAS_ROLE);
        assertThat(book.bound()).isEmpty();
        node.hasRole = false;
        assertThat(answer(ask("gw-1", 8))).isEqualTo(Promise.GRANTED);
        assertThat(node.heard).containsExactly("higher 8", "promised gw-1 4300");
    }

    @Test
    void aTokenThatCannotBeKeptIsNoPromise() {
        later();
        node.diskFull = true;
        assertThat(answer(ask("gw-1", 8))).isEqualTo(Promise.NOT_KEPT);
        assertThat(accepts()).isTrue();
    }

    @Test
    void theSameAskerProlongsItsPromise() {
        later();
        answer(ask("gw-1", 7));
        pass(Duration.ofSeconds(3));
        assertThat(answer(ask("gw-1", 7))).isEqualTo(Promise.GRANTED);
        pass(BOUND.minusNanos(1));
        assertThat(accepts()).isFalse();
    }

    @Test
    void aLaterAskForAShorterLeaseShortensNoPromise() {
        later();
        answer(ask("gw-1", 7));
        assertThat(answer(new Ask(member("gw-1", "a1"), 7, Duration.ofMillis(500))))
                .isEqualTo(Promise.GRANTED);
        pass(BOUND.minusNanos(1));
        assertThat(accepts()).isFalse();
    }

    @Test
    void aSecondAskerIsRefusedUntilThePromiseToTheFirstIsOver() {
        later();
        answer(ask("gw-1", 7));
        assertThat(answer(ask("gw-3", 8))).isEqualTo(Promise.BOUND_TO_ANOTHER);
        assertThat(answer(new Ask(member("gw-1", "a2"), 8, LEASE))).isEqualTo(Promise.BOUND_TO_ANOTHER);
        pass(BOUND);
        assertThat(answer(ask("gw-3", 8))).isEqualTo(Promise.GRANTED);
    }

    @Test
    void anAskForAnotherNodeOrOfAnotherGroupOrOfItselfIsRefused() {
        later();
        assertThat(book.answer(ask("gw-1", 9), new NodeId("gw-3"))).isEqualTo(Promise.OTHER_NODE);
        Member elsewhere = new Member(new GroupId("line-2"), new NodeId("gw-1"), "a1");
        assertThat(answer(new Ask(elsewhere, 9, LEASE))).isEqualTo(Promise.OTHER_GROUP);
        assertThat(answer(ask("gw-2", 9))).isEqualTo(Promise.OTHER_GROUP);
        assertThat(node.heard).isEmpty();
    }

    @Test
    void afterItsStartANodeAcceptsNoPromotionForALeaseAndTheAllowance() {
        assertThat(book.bound()).contains(new Bound(By.START, BOUND, Optional.empty()));
        pass(BOUND.minusNanos(1));
        assertThat(accepts()).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(accepts()).isTrue();
    }

    @Test
    void theWaitAfterTheStartFollowsTheLeaseThatAManagerTells() {
        book.lease(Duration.ofSeconds(8));
        pass(BOUND);
        assertThat(accepts()).isFalse();
        pass(Duration.ofMillis(4200));
        assertThat(accepts()).isTrue();
    }

    @Test
    void aLeaseThatWasLoweredShortensNoWaitForWhatThePreviousProcessMayHavePromised() {
        Node longer = new Node();
        longer.leaseBefore = Duration.ofSeconds(8);
        PromiseBook again = new PromiseBook(member("gw-2", "b2"), longer, () -> now, LEASE);
        again.lease(Duration.ofSeconds(2));
        pass(Duration.ofMillis(8499));
        assertThat(again.ifFree(() -> true)).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(again.ifFree(() -> true)).isTrue();
    }

    @Test
    void theAskersLeaseIsKeptBeforeItIsPromisedUnder() {
        later();
        assertThat(answer(new Ask(member("gw-1", "a1"), 7, Duration.ofSeconds(8))))
                .isEqualTo(Promise.GRANTED);
        assertThat(node.leaseKept).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void aLeaseThatCannotBeKeptIsNoPromise() {
        later();
        node.diskFull = true;
        assertThat(answer(ask("gw-1", 7))).isEqualTo(Promise.NOT_KEPT);
        assertThat(accepts()).isTrue();
        assertThat(node.heard).isEmpty();
    }

    @Test
    void inItsStartWaitANodePromisesAndTheLongerOfTheTwoIsShown() {
        pass(Duration.ofSeconds(1));
        assertThat(answer(ask("gw-1", 7))).isEqualTo(Promise.GRANTED);
        assertThat(book.bound().orElseThrow().by()).isEqualTo(By.PROMISE);
        assertThat(book.bound().orElseThrow().left()).isEqualTo(BOUND);
        book.lease(Duration.ofSeconds(60));
        assertThat(book.bound().orElseThrow().by()).isEqualTo(By.START);
        assertThat(book.bound().orElseThrow().promisedTo()).contains(new NodeId("gw-1"));
    }

    @Test
    void aBoundNodeDoesNotEvenTryToAccept() {
        List<String> tried = new ArrayList<>();
        assertThat(book.ifFree(() -> tried.add("accepted"))).isFalse();
        assertThat(tried).isEmpty();
        pass(BOUND);
        assertThat(book.ifFree(() -> false)).isFalse();
    }

    @Test
    void anAskWithoutATokenOrWithALeaseOutOfRangeIsRefusedByName() {
        assertThatIllegalArgumentException().isThrownBy(() -> ask("gw-1", 0)).withMessageContaining("token is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ask(member("gw-1", "a1"), 7, Duration.ofHours(2)))
                .withMessage("lease is 7200000ms: use 100ms to 1h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> member("gw-1", "two words"))
                .withMessageContaining("incarnation");
    }
}
