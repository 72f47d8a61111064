package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.Origin;
import io.fairlead.store.AffinityStore.ReleaseAnswer;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.AffinityStore.Renewed;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link AffinityStore} does. An adapter's test extends this and says how its store and its time are made. */
public abstract class AffinityStoreContract {

    protected static final Owner X = owner("x#1");
    protected static final Owner Y = owner("y#1");
    protected static final Owner Z = owner("z#1");

    private StoreClock clock = StoreClock.byHand();
    private @Nullable AffinityStore made;

    /** How long claims last in the store under test: as short as an adapter's clock allows, at least 50 ms. */
    protected abstract Duration claimTtl();

    /** An empty store whose claims last that long. */
    protected abstract AffinityStore newStore();

    /** How time passes for the store. */
    protected abstract StoreClock newClock();

    @BeforeEach
    void makeStore() {
        clock = newClock();
        made = newStore();
    }

    @Test
    void aRoomWithoutAHomeGoesToTheCandidate() {
        Claimed claimed = claim("r", X, null);
        assertThat(claimed.origin()).isEqualTo(Origin.CREATED);
        assertThat(claimed.claim().owner()).isEqualTo(X);
        assertThat(find("r")).isEqualTo(claimed.claim());
    }

    @Test
    void theNextCallerGetsTheOneThatStands() {
        Claim first = claim("r", X, null).claim();
        assertThat(claim("r", Y, null)).isEqualTo(new Claimed(first, Origin.KEPT));
    }

    /** So a caller that does not know whether its claim was carried out may repeat it. */
    @Test
    void theSameClaimAgainChangesNothing() {
        Claim first = claim("r", X, null).claim();
        assertThat(claim("r", X, null)).isEqualTo(new Claimed(first, Origin.KEPT));
        Claim moved = claim("r", Y, X).claim();
        assertThat(claim("r", Y, X)).isEqualTo(new Claimed(moved, Origin.KEPT));
    }

    @Test
    void theEpochOfANewRoomIsTheStoresTimeInMilliseconds() {
        long before = clock.now().toEpochMilli();
        assertThat(claim("r", X, null).claim().epoch()).isBetween(before, before + 60_000);
    }

    @Test
    void theFirstCallerMovesTheRoomOfADeadOwnerAndTheOthersGetItsAnswer() {
        Claim first = claim("r", X, null).claim();
        Claimed moved = claim("r", Y, X);
        assertThat(moved.origin()).isEqualTo(Origin.MOVED);
        assertThat(moved.claim().owner()).isEqualTo(Y);
        assertThat(moved.claim().epoch()).isGreaterThan(first.epoch());
        assertThat(claim("r", Z, X)).isEqualTo(new Claimed(moved.claim(), Origin.KEPT));
    }

    /** A call that was carried out late, after whoever asked had gone elsewhere. */
    @Test
    void whatACallHasMadeItCanUndoAndNothingThatSomebodyElseHasMadeOrThatWasRenewed() {
        ClaimWish late = new ClaimWish(X, null).by("s1-1");
        Claim made = claim("r", late).claim();
        assertThat(claim("r", new ClaimWish(X, null).by("s2-9").undoneFor(Y)))
                .as("another call")
                .isEqualTo(new Claimed(made, Origin.KEPT));
        Claimed moved = claim("r", late.undoneFor(Y));
        assertThat(moved.origin()).isEqualTo(Origin.MOVED);
        assertThat(moved.claim().owner()).isEqualTo(Y);
        assertThat(claim("r", late.undoneFor(Y))).as("repeated").isEqualTo(new Claimed(moved.claim(), Origin.KEPT));

        Claim living = claim("living", X, null).claim();
        claim("living", late);
        assertThat(claim("living", late.undoneFor(Y)))
                .as("it lived there before")
                .isEqualTo(new Claimed(living, Origin.KEPT));

        Claim used = claim("used", late).claim();
        Answers.of(store().renew(room("used"), used, clock.now()));
        assertThat(claim("used", late.undoneFor(Y))).as("its process has it").isEqualTo(new Claimed(used, Origin.KEPT));
    }

    /** As in a store that was started again empty, and in which the process that has the room renews it next. */
    @Test
    void anUndoOfARoomWithoutAHomeMakesNoneSoThatWhoeverHasTheRoomCanRenewIt() {
        ClaimWish undo = new ClaimWish(X, null).by("s1-1").undoneFor(Y);
        assertThat(claim("lost", undo).origin()).isEqualTo(Origin.NONE);
        assertThat(Answers.of(store().find(room("lost"), clock.now()))).isNull();
        Claim held = new Claim(Z, 77);
        assertThat(renew("lost", held)).isEqualTo(new Renewed(RenewAnswer.RESTORED, held));

        Claim ended = claim("ended", X, null).claim();
        Answers.of(store().release(room("ended"), ended, clock.now()));
        assertThat(claim("ended", undo).origin()).isEqualTo(Origin.NONE);
        assertThat(Answers.of(store().find(room("ended"), clock.now()))).isNull();
    }

    @Test
    void aCallHasAPlainNameAndAnUndoNamesWhatIsUndone() {
        assertThatThrownBy(() -> new ClaimWish(X, null).by("a b"))
                .hasMessage("call is no name: use up to 64 characters of [A-Za-z0-9._-]");
        assertThatThrownBy(() -> new ClaimWish(X, null).by("a".repeat(65))).hasMessageContaining("up to 64");
        assertThatThrownBy(() -> new ClaimWish(X, null).undoneFor(Y)).hasMessageContaining("undo needs from and call");
    }

    @Test
    void aRestartedProcessIsAnotherOwner() {
        claim("r", owner("x#1"), null);
        Claimed moved = claim("r", owner("x#2"), owner("x#1"));
        assertThat(moved.origin()).isEqualTo(Origin.MOVED);
        assertThat(moved.claim().owner()).isEqualTo(owner("x#2"));
    }

    @Test
    void aRoomIsNotMovedFromAnOwnerToItself() {
        assertThatThrownBy(() -> new ClaimWish(X, X)).hasMessageContaining("cannot be moved from x#1 to itself");
    }

    @Test
    void eachMoveInOneMillisecondHasALargerEpoch() {
        long epoch = claim("r", X, null).claim().epoch();
        Owner from = X;
        for (Owner to : new Owner[] {Y, X, Z, X, Y}) {
            long next = claim("r", to, from).claim().epoch();
            assertThat(next).isGreaterThan(epoch);
            epoch = next;
            from = to;
        }
    }

    @Test
    void aReleasedRoomHasNoHomeAndItsNextEpochIsLarger() {
        Claim first = claim("r", X, null).claim();
        assertThat(release("r", first)).isEqualTo(ReleaseAnswer.DONE);
        assertThat(find("r")).isNull();
        Claimed next = claim("r", Y, null);
        assertThat(next.origin()).isEqualTo(Origin.CREATED);
        assertThat(next.claim().epoch()).isGreaterThan(first.epoch());
    }

    // Field case D18: releasing what is no longer yours
    @Test
    void aLateReleaseDoesNotHitTheNextOwner() {
        Claim first = claim("r", X, null).claim();
        Claim second = claim("r", Y, X).claim();
        assertThat(release("r", first)).isEqualTo(ReleaseAnswer.NOT_HELD);
        assertThat(find("r")).isEqualTo(second);
    }

    // Field case D18: the same owner, but the room was deleted and made anew
    @Test
    void aLateReleaseDoesNotHitALaterRoomOfTheSameOwner() {
        Claim first = claim("r", X, null).claim();
        release("r", first);
        Claim second = claim("r", X, null).claim();
        assertThat(release("r", first)).isEqualTo(ReleaseAnswer.NOT_HELD);
        assertThat(find("r")).isEqualTo(second);
    }

    @Test
    void releasingTwiceIsRefusedAndHarmless() {
        Claim first = claim("r", X, null).claim();
        release("r", first);
        assertThat(release("r", first)).isEqualTo(ReleaseAnswer.NOT_HELD);
        assertThat(release("never-seen", first)).isEqualTo(ReleaseAnswer.NOT_HELD);
    }

    @Test
    void aClaimThatNobodyRenewsEnds() {
        Claim first = claim("r", X, null).claim();
        clock.pass(claimTtl());
        assertThat(find("r")).isNull();
        Claimed next = claim("r", Y, null);
        assertThat(next.origin()).isEqualTo(Origin.CREATED);
        assertThat(next.claim().epoch()).isGreaterThan(first.epoch());
    }

    @Test
    void aRenewedClaimLivesOn() {
        Claim held = claim("r", X, null).claim();
        for (int i = 0; i < 4; i++) {
            clock.pass(claimTtl().dividedBy(2));
            assertThat(renew("r", held)).isEqualTo(new Renewed(RenewAnswer.DONE, held));
        }
        assertThat(find("r")).isEqualTo(held);
    }

    @Test
    void askingForARoomLetsItsClaimLiveOnAndLookingDoesNot() {
        Claim held = claim("r", X, null).claim();
        Duration most = claimTtl().multipliedBy(3).dividedBy(4);
        clock.pass(most);
        assertThat(claim("r", Y, null).claim()).isEqualTo(held);
        clock.pass(most);
        assertThat(find("r")).isEqualTo(held);
        clock.pass(claimTtl().dividedBy(2));
        assertThat(find("r")).isNull();
    }

    @Test
    void aRenewalBringsBackAClaimThatHasEnded() {
        Claim held = claim("r", X, null).claim();
        clock.pass(claimTtl());
        assertThat(renew("r", held)).isEqualTo(new Renewed(RenewAnswer.RESTORED, held));
        assertThat(find("r")).isEqualTo(held);
    }

    @Test
    void aRenewalOfARoomThatWasMovedIsRefusedAndNamesItsHome() {
        Claim first = claim("r", X, null).claim();
        Claim second = claim("r", Y, X).claim();
        assertThat(renew("r", first)).isEqualTo(new Renewed(RenewAnswer.NOT_HELD, second));
        assertThat(find("r")).isEqualTo(second);
    }

    @Test
    void aLateRenewalDoesNotBringBackAReleasedRoom() {
        Claim first = claim("r", X, null).claim();
        release("r", first);
        assertThat(renew("r", first)).isEqualTo(new Renewed(RenewAnswer.NOT_HELD, null));
        assertThat(find("r")).isNull();
    }

    /** A store that lost its last writes shows an earlier claim: the later one is the rightful one. */
    @Test
    void theRenewalOfALaterClaimPutsAnEarlierOneRight() {
        Claim earlier = claim("r", X, null).claim();
        Claim later = new Claim(Y, earlier.epoch() + 5);
        assertThat(renew("r", later)).isEqualTo(new Renewed(RenewAnswer.RESTORED, later));
        assertThat(renew("r", earlier)).isEqualTo(new Renewed(RenewAnswer.NOT_HELD, later));
        assertThat(claim("r", Z, Y).claim().epoch()).isGreaterThan(later.epoch());
    }

    @Test
    void anAbsurdEpochIsNotRestoredAndLeavesRoomForLaterOnes() {
        Claim absurd = new Claim(X, FencingToken.MAX);
        assertThat(renew("r", absurd)).isEqualTo(new Renewed(RenewAnswer.NOT_HELD, null));
        Claim highest = new Claim(X, FencingToken.MOST_LEARNED);
        assertThat(renew("r", highest)).isEqualTo(new Renewed(RenewAnswer.RESTORED, highest));
        Claim moved = claim("r", Y, X).claim();
        assertThat(moved.epoch()).isEqualTo(FencingToken.MOST_LEARNED + 1);
        assertThat(renew("r", moved).answer()).isEqualTo(RenewAnswer.DONE);
    }

    // Field case D14: never two ids on one key
    @Test
    void roomsWhoseNamesLookAlikeAreDifferentRooms() {
        String[][] names = {
            {"a", "b.c"}, {"a.b", "c"}, {"a-b", "c"}, {"a", "b-c"}, {"A", "b.c"}, {"a", "B.c"}, {"a", "b_c"}
        };
        int i = 0;
        for (String[] name : names) {
            Room room = new Room(new ServiceId(name[0]), new RoomId(name[1]));
            Owner owner = owner("x" + i++ + "#1");
            assertThat(Answers.of(store().claim(room, new ClaimWish(owner, null), clock.now()))
                            .origin())
                    .as(room.toString())
                    .isEqualTo(Origin.CREATED);
        }
        i = 0;
        for (String[] name : names) {
            Room room = new Room(new ServiceId(name[0]), new RoomId(name[1]));
            Claim claim = Answers.of(store().find(room, clock.now()));
            assertThat(claim).isNotNull();
            assertThat(claim.owner()).isEqualTo(owner("x" + i++ + "#1"));
        }
    }

    // Field case D14: the longest ids
    @Test
    void theLongestIdsRoundTrip() {
        String longest = "a".repeat(128);
        Room room = new Room(new ServiceId(longest), new RoomId(longest));
        Owner owner = new Owner(new InstanceId(longest), new Incarnation("f".repeat(64)));
        Answers.of(store().claim(room, new ClaimWish(owner, null), clock.now()));
        Claim found = Answers.of(store().find(room, clock.now()));
        assertThat(found).isNotNull();
        assertThat(found.owner()).isEqualTo(owner);
    }

    // Field case D19: one room id, many simultaneous creators
    @Test
    void ofSixteenCallersRacingForTwoThousandRoomsAllGetOneAnswerForEach() throws Exception {
        Set<String> answers = ConcurrentHashMap.newKeySet();
        AtomicInteger created = new AtomicInteger();
        Race.of(16, caller -> {
            for (int room = 0; room < 2000; room++) {
                Claimed claimed = claim("r" + room, owner("x" + caller + "#1"), null);
                answers.add(room + " " + claimed.claim());
                created.addAndGet(claimed.origin() == Origin.CREATED ? 1 : 0);
            }
        });
        assertThat(answers).as("one answer for each room").hasSize(2000);
        assertThat(created).hasValue(2000);
    }

    // Field case D19: the same, while the owners die
    @Test
    void ofSixteenCallersMovingTheRoomsOfADeadOwnerTheFirstDecidesForAll() throws Exception {
        for (int room = 0; room < 500; room++) {
            claim("r" + room, X, null);
        }
        Set<String> answers = ConcurrentHashMap.newKeySet();
        AtomicInteger moved = new AtomicInteger();
        Race.of(16, caller -> {
            for (int room = 0; room < 500; room++) {
                Claimed claimed = claim("r" + room, owner("y" + caller + "#1"), X);
                answers.add(room + " " + claimed.claim());
                moved.addAndGet(claimed.origin() == Origin.MOVED ? 1 : 0);
            }
        });
        assertThat(answers).hasSize(500);
        assertThat(moved).hasValue(500);
    }

    private AffinityStore store() {
        if (made == null) {
            throw new IllegalStateException("the store is made before each test");
        }
        return made;
    }

    private Claimed claim(String room, Owner candidate, @Nullable Owner from) {
        return claim(room, new ClaimWish(candidate, from));
    }

    private Claimed claim(String room, ClaimWish wish) {
        return Answers.of(store().claim(room(room), wish, clock.now()));
    }

    private Renewed renew(String room, Claim held) {
        return Answers.of(store().renew(room(room), held, clock.now()));
    }

    private ReleaseAnswer release(String room, Claim held) {
        return Answers.of(store().release(room(room), held, clock.now()));
    }

    private @Nullable Claim find(String room) {
        return Answers.of(store().find(room(room), clock.now()));
    }

    private static Room room(String name) {
        return new Room(new ServiceId("battle"), new RoomId(name));
    }

    /** The process {@code x#1}. */
    protected static Owner owner(String text) {
        String[] parts = text.split("#");
        return new Owner(new InstanceId(parts[0]), new Incarnation(parts[1]));
    }
}
