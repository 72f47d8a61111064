package io.fairlead.store;

import io.fairlead.placement.Claim;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where rooms are claimed and found: a store of theirs, or whoever keeps one. */
public interface RoomClaims {

    /** Each process sees a loss with its next report, and renews all of its rooms with that or the one after. */
    Duration RENEWED_AFTER = LoadReport.PERIOD.multipliedBy(2);

    /**
     * Finds the home of a room, or makes one: the one that stands lives on, unless its owner is the one that the caller wants
     * to move it from; else the candidate becomes the owner, with the epoch {@code max(stored + 1, store time in ms)}.
     *
     * @param room the room
     * @param wish who is to have it, and who no longer
     * @param now store time
     */
    CompletionStage<AffinityStore.Claimed> claim(Room room, AffinityStore.ClaimWish wish, Instant now);

    /** The home of a room, or null if it has none. Looking does not make it last longer. */
    CompletionStage<@Nullable Claim> find(Room room, Instant now);

    /**
     * Time since what was remembered was lost as far as this process has seen, or may have been, since it may be another
     * store that answers by now; null if that was not seen. Until each process has renewed its rooms after that, a room
     * without a home may live somewhere.
     */
    @Nullable Duration sinceLoss();

    /** Time for which a room without a home may still live somewhere, zero if it cannot. */
    default Duration renewedIn() {
        Duration since = sinceLoss();
        return since == null || since.compareTo(RENEWED_AFTER) >= 0 ? Duration.ZERO : RENEWED_AFTER.minus(since);
    }
}
