package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Finds places for the rooms and connections of one service: a manager's ({@link FairleadClient#allocator}), or this program's
 * own over stores that it shares with others ({@link StoreClient#allocator}).
 *
 * <p>No call waits: each is answered within the time budget, repetitions included, or fails with a {@link CallException}.
 * Cancelling what is returned ({@code toCompletableFuture().cancel(true)}) ends the call and frees its slot at once.
 */
public interface Allocator {

    /** The service. */
    ServiceId service();

    /** An allocator of the same service with another time for each call, 10 ms to 1 min. */
    Allocator withBudget(Duration other);

    /**
     * A place for a connection that nobody will look for again. It is asked again where an answer got lost: nobody remembers
     * such a place, so all that a repetition costs is one more line among the manager's last placements.
     */
    default CompletionStage<Place> allocate() {
        return allocate(PlaceWish.forConnection());
    }

    /** The place of a room: where it lives, or a new one. It is the same for every caller, so it may be asked at any time. */
    default CompletionStage<Place> allocate(RoomId room) {
        return allocate(PlaceWish.forRoom(room));
    }

    /**
     * A place as wished. After a failed connect, ask again with {@link PlaceWish#avoiding}: a living room then moves only if
     * its instance is silent as well. Fails with {@code no-instances} where no instance may take a room, with {@code no-room}
     * and the time to wait where the service refuses new ones while all are full, and with {@code learning-rooms} and the time
     * to wait while a manager that has just started learns which rooms there are.
     */
    CompletionStage<Place> allocate(PlaceWish wish);

    /**
     * The last placements that this program decided itself, oldest first, with every check behind them: up to 100, fewer of
     * services with many instances. None where a manager decides: it keeps them under {@code GET .../placements}.
     */
    CompletionStage<List<Explanation>> explanations();

    /**
     * Ends the home of a room, if it is still the one of an epoch. It may be repeated, so it is where an answer got lost.
     *
     * @param room the room
     * @param epoch the epoch of the claim that is to end, 0 to 2^52
     */
    CompletionStage<ReleaseAnswer> release(RoomId room, long epoch);

    /**
     * Ends the home of a room, whichever it is. It is not repeated once the other end may have seen it, since meanwhile the
     * room may have begun anew: {@link #release(RoomId, long)} is the safer one.
     */
    CompletionStage<ReleaseAnswer> release(RoomId room);
}
