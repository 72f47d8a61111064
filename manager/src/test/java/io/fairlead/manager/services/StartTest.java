package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.claim;
import static io.fairlead.manager.services.Bench.home;
import static io.fairlead.manager.services.Bench.now;
import static io.fairlead.manager.services.Bench.owner;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.RoomId;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Claim;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a manager does that has just started, or was stopped for a while, and whose memory is younger than the rooms. */
final class StartTest {

    private final Bench bench = new Bench();

    private Duration wait(String room) {
        Placed placed = bench.place(room);
        assertThat(placed).isInstanceOf(Placed.Learning.class);
        assertThat(((Placed.Learning) placed).room()).isEqualTo(new RoomId(room));
        return ((Placed.Learning) placed).retryAfter();
    }

    /** Every 3 s a report of an instance that has run for an hour and has some rooms. */
    private void oldInstanceFor(int seconds) {
        for (int i = 0; i < seconds; i += 3) {
            bench.report(says("old", 20, 10).upFor(3600 + i).rooms(5));
            bench.pass(3);
        }
    }

    @Test
    void anUnknownRoomOfAServiceThatHasRoomsWaitsUntilEachCanHaveBeenRenewed() {
        oldInstanceFor(3);
        assertThat(wait("r1")).hasSeconds(30);
        oldInstanceFor(27);
        assertThat(wait("r1")).hasSeconds(3);
        assertThat(bench.room("r1")).isNull();
        oldInstanceFor(3);
        assertThat(bench.placed("r1").placement().basis()).isEqualTo(Basis.WEIGHTED);
    }

    @Test
    void anInstanceThatDoesNotCountItsRoomsMayHaveSome() {
        bench.report(says("old", 20, 10).upFor(3600).roomsUnknown());
        bench.pass(9);
        assertThat(wait("r1")).hasSeconds(24);
    }

    @Test
    void aRoomThatItsInstanceRenewsIsFoundAtOnceUnderItsOldEpoch() {
        bench.report(says("old", 20, 10).upFor(3600).rooms(1).renewing("r1", 77));
        assertThat(claim(bench.placed("r1"))).isEqualTo(new Claim(owner("old", "a1"), 77));
        assertThat(bench.placed("r1").placement().basis()).isEqualTo(Basis.AFFINITY);
    }

    @Test
    void aRoomWhoseInstanceHasNotReportedYetIsNotMoved() {
        now(bench.services.renew(Bench.room(Bench.BATTLE, "r1"), new Claim(owner("old", "a1"), 77)));
        bench.report(says("other", 20, 10));
        assertThat(wait("r1")).hasSeconds(9);
        bench.report(says("old", 20, 10).upFor(3600).rooms(1));
        assertThat(home(bench.placed("r1"))).isEqualTo("old");
    }

    @Test
    void aRoomWhoseInstanceDoesNotReportForThreePeriodsMoves() {
        now(bench.services.renew(Bench.room(Bench.BATTLE, "r1"), new Claim(owner("gone", "a1"), 77)));
        bench.pass(9);
        bench.report(says("other", 20, 10));
        assertThat(home(bench.placed("r1"))).isEqualTo("other");
        assertThat(claim(bench.placed("r1")).epoch()).isGreaterThan(77);
    }

    @Test
    void aRoomWhoseInstanceHasRestartedMovesAtOnce() {
        bench.report(says("old", 20, 10).run("b2").renewing("other-room", 5));
        now(bench.services.renew(Bench.room(Bench.BATTLE, "r1"), new Claim(owner("old", "a1"), 77)));
        assertThat(claim(bench.placed("r1")).owner()).isEqualTo(owner("old", "b2"));
    }

    @Test
    void whereNoInstanceHasARoomTheWaitIsOverWhenEachCanHaveReported() {
        bench.report(says("empty", 20, 10).upFor(3600).rooms(0));
        assertThat(wait("r1")).hasSeconds(9);
        bench.pass(9);
        bench.report(says("empty", 20, 10).upFor(3609).rooms(0));
        assertThat(home(bench.placed("r1"))).isEqualTo("empty");
        // From now on it has a room, which the manager placed itself.
        bench.report(says("empty", 20, 10).upFor(3612).rooms(1));
        assertThat(home(bench.placed("r2"))).isEqualTo("empty");
    }

    @Test
    void anInstanceThatStartedAfterTheManagerHasNoRoomFromBefore() {
        bench.pass(10);
        bench.report(says("young", 20, 10).upFor(9.9).rooms(7));
        assertThat(home(bench.placed("r1"))).isEqualTo("young");
    }

    @Test
    void aConnectionThatNobodyWillLookForDoesNotWait() {
        bench.report(says("old", 20, 10).upFor(3600).rooms(5));
        assertThat(home(bench.placed(null))).isEqualTo("old");
        assertThat(bench.placed(null).claimed()).isNull();
    }

    @Test
    void howLongTheWaitLastsIsShown() {
        bench.report(says("old", 20, 10).upFor(3600).rooms(5));
        assertThat(bench.shown().roomsKnownIn()).hasSeconds(33);
        bench.pass(33);
        assertThat(bench.shown().roomsKnownIn()).isZero();
    }

    // ---- the manager itself was stopped

    @Test
    void afterTheManagerWasStoppedNobodysSilenceCountsAndOldLoadsDoNotEither() {
        bench.pass(60);
        bench.report("i1", 0, 0);
        bench.report("i2", 99, 0);
        PlacementRecord room = bench.placed("r1");
        bench.timeline.stopFor(Duration.ofMinutes(10));
        PlacementRecord after = bench.placed(null);
        assertThat(after.placement().basis()).isEqualTo(Basis.UNIFORM_FALLBACK);
        assertThat(Objects.requireNonNull(after.placement().lot()).bound()).isEqualTo(2);
        assertThat(claim(bench.placed("r1"))).isEqualTo(claim(room));
        assertThat(bench.shown().canSee()).isFalse();

        bench.pass(3);
        bench.report("i1", 0, 0);
        bench.pass(3);
        assertThat(bench.shown().canSee()).isTrue();
        assertThat(bench.placed(null).placement().basis()).isEqualTo(Basis.WEIGHTED);
    }

    @Test
    void anInstanceThatDiedWhileTheManagerWasStoppedIsFoundSilentSoon() {
        bench.pass(60);
        bench.report("dead", 0, 0);
        bench.timeline.stopFor(Duration.ofMinutes(1));
        for (int i = 0; i < 3; i++) {
            bench.report("alive", 50, 10);
            bench.pass(3);
        }
        bench.report("alive", 50, 10);
        for (int i = 0; i < 100; i++) {
            assertThat(home(bench.placed(null))).isEqualTo("alive");
        }
    }
}
