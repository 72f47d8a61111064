package io.fairlead.store;

import io.fairlead.FencingToken;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Claims of rooms in the memory of one process; callable from any thread. */
public final class InMemoryAffinityStore implements AffinityStore {

    private final Map<Room, Entry> rooms = new HashMap<>();
    private final Forgetting<Room> forgetting;
    private long forgottenEpoch;

    /** An empty store whose claims last for {@link #CLAIM_TTL}. */
    public InMemoryAffinityStore() {
        this(CLAIM_TTL);
    }

    /** An empty store whose claims last for a time above 0. */
    public InMemoryAffinityStore(Duration claimTtl) {
        forgetting = new Forgetting<>(claimTtl);
    }

    /**
     * What is remembered of a room.
     *
     * @param claim its last claim
     * @param released whether it has been released, so that only its epoch still matters
     * @param call the name of the call that made it, empty for none
     */
    private record Entry(Claim claim, boolean released, String call) {}

    @Override
    public synchronized CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
        Instant time = moveTo(now);
        Claim standing = standing(room);
        if (standing != null && !moves(room, standing, wish)) {
            forgetting.touch(room);
            return CompletableFuture.completedFuture(new Claimed(standing, Origin.KEPT));
        }
        if (standing == null && wish.undo()) {
            return CompletableFuture.completedFuture(new Claimed(new Claim(wish.candidate(), 0), Origin.NONE));
        }
        Claim made = new Claim(wish.candidate(), FencingToken.next(lastEpoch(room), 0, time));
        keep(room, made, wish.call());
        Origin origin = standing == null ? Origin.CREATED : Origin.MOVED;
        return CompletableFuture.completedFuture(new Claimed(made, origin));
    }

    @Override
    public synchronized CompletionStage<Renewed> renew(Room room, Claim held, Instant now) {
        moveTo(now);
        Entry entry = rooms.get(room);
        Claim standing = standing(room);
        boolean stands = held.equals(standing);
        boolean later = entry != null && entry.claim.epoch() >= held.epoch();
        if (!stands && (later || held.epoch() > FencingToken.MOST_LEARNED)) {
            return CompletableFuture.completedFuture(new Renewed(RenewAnswer.NOT_HELD, standing));
        }
        keep(room, held);
        RenewAnswer answer = stands ? RenewAnswer.DONE : RenewAnswer.RESTORED;
        return CompletableFuture.completedFuture(new Renewed(answer, held));
    }

    @Override
    public synchronized CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant now) {
        moveTo(now);
        if (!held.equals(standing(room))) {
            return CompletableFuture.completedFuture(ReleaseAnswer.NOT_HELD);
        }
        rooms.put(room, new Entry(held, true, ""));
        forgetting.touch(room);
        return CompletableFuture.completedFuture(ReleaseAnswer.DONE);
    }

    @Override
    public synchronized CompletionStage<@Nullable Claim> find(Room room, Instant now) {
        moveTo(now);
        return CompletableFuture.completedFuture(standing(room));
    }

    /** Null: it ends with its process, and whoever starts anew knows that. */
    @Override
    public @Nullable Duration sinceLoss() {
        return null;
    }

    /** How many rooms take up memory, those that were released and are not forgotten yet included. */
    public synchronized int size() {
        return rooms.size();
    }

    private @Nullable Claim standing(Room room) {
        Entry entry = rooms.get(room);
        return entry == null || entry.released ? null : entry.claim;
    }

    private long lastEpoch(Room room) {
        Entry entry = rooms.get(room);
        return entry == null ? forgottenEpoch : entry.claim.epoch();
    }

    private boolean moves(Room room, Claim standing, ClaimWish wish) {
        Entry entry = rooms.get(room);
        boolean made = entry != null && entry.call.equals(wish.call());
        return standing.owner().equals(wish.from()) && (made || !wish.undo());
    }

    /** What a process has renewed nobody undoes. */
    private void keep(Room room, Claim claim) {
        keep(room, claim, "");
    }

    private void keep(Room room, Claim claim, String call) {
        rooms.put(room, new Entry(claim, false, call));
        forgetting.touch(room);
    }

    private Instant moveTo(Instant now) {
        return forgetting.at(now, room -> {
            Entry forgotten = rooms.remove(room);
            forgottenEpoch = forgotten == null ? forgottenEpoch : Math.max(forgottenEpoch, forgotten.claim.epoch());
        });
    }
}
