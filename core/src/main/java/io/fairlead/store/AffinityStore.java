package io.fairlead.store;

import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Remembers in which process each room lives.
 *
 * <p>Each call is one atomic operation on one room, so of many callers at a time one decides and the others get its answer.
 * A claim ends when it is neither asked for nor renewed for the store's time to live; the process that has the room renews it,
 * so it never ends under a living room. Each new claim of a room has a larger epoch than the one before, whether that was
 * moved, released or ended; of two claims the one with the larger epoch is the rightful one.
 *
 * <p>Every call takes the time on the store's own time line, which never goes back; a store with a clock of its own uses that
 * and ignores the argument.
 */
public interface AffinityStore extends RoomClaims {

    /** How long a claim lasts: four renewals, so that three lost ones cost no room its home. */
    Duration CLAIM_TTL = Duration.ofMinutes(2);

    /** How often a process renews the claims of its active rooms. */
    Duration RENEW_EVERY = Duration.ofSeconds(30);

    /**
     * Lets a claim live on. Where the store has lost or forgotten it, so that the room has no home or an earlier one, it
     * stands again with its old epoch. Against a later claim, or after a release, that is refused; and so is an epoch above
     * {@link io.fairlead.FencingToken#MOST_LEARNED} that does not stand, since no later one would fit above it.
     *
     * @param room the room
     * @param held the claim that the process has
     * @param now store time
     */
    CompletionStage<Renewed> renew(Room room, Claim held, Instant now);

    /**
     * Ends a claim, if it is still this one: same owner, same epoch.
     *
     * @param room the room
     * @param held the claim that the caller knows
     * @param now store time
     */
    CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant now);

    /**
     * What a caller wants to become of a room.
     *
     * @param candidate who is to have it if it has no home
     * @param from the owner from which it is to be moved, since it is dead or gives its rooms away, or null
     * @param call the name of the call, up to 64 characters of {@code [A-Za-z0-9._-]}, unlike that of any other; it stands with
     *     a claim that the call makes. Empty for none
     * @param undo whether only a claim is to be moved that the call of this name has made, since it came to nothing for whoever
     *     asked; a room without a home gets none
     */
    record ClaimWish(Owner candidate, @Nullable Owner from, String call, boolean undo) {

        private static final int LONGEST_CALL = 64;

        /** Refuses a move from an owner to itself, and a name that is none. */
        public ClaimWish {
            if (candidate.equals(from)) {
                throw new IllegalArgumentException("a room cannot be moved from " + from + " to itself");
            }
            if (call.length() > LONGEST_CALL || !call.chars().allMatch(ClaimWish::isOfAName)) {
                throw new IllegalArgumentException("call is no name: use up to 64 characters of [A-Za-z0-9._-]");
            }
            if (undo && (from == null || call.isEmpty())) {
                throw new IllegalArgumentException("undo needs from and call: the owner and the name of the call");
            }
        }

        /** A wish of a call without a name. */
        public ClaimWish(Owner candidate, @Nullable Owner from) {
            this(candidate, from, "", false);
        }

        /** The same of a call with a name. */
        public ClaimWish by(String name) {
            return new ClaimWish(candidate, from, name, undo);
        }

        /** The wish that moves what this one may have made to another owner. */
        public ClaimWish undoneFor(Owner other) {
            return new ClaimWish(other, candidate, call, true);
        }

        private static boolean isOfAName(int c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "._-".indexOf(c) >= 0;
        }
    }

    /**
     * The home of a room after a claim.
     *
     * @param claim the claim that stands now
     * @param origin how it came to stand
     */
    record Claimed(Claim claim, Origin origin) {}

    /** How a claim came to stand. */
    enum Origin {
        /** The room had no home, and the candidate got it. */
        CREATED,
        /** It was moved, and the candidate got it. */
        MOVED,
        /** It stood before. */
        KEPT,
        /**
         * None stands: there was nothing to undo, and no home is made. Whoever has the room may be about to renew it in a store
         * that has lost it, and a new claim would end it there. The claim that is told has the epoch 0.
         */
        NONE
    }

    /**
     * What became of a renewal.
     *
     * @param answer what became of it
     * @param present the claim that stands now, or null if there is none
     */
    record Renewed(RenewAnswer answer, @Nullable Claim present) {}

    /** What became of a renewal. */
    enum RenewAnswer {
        /** The claim lives on. */
        DONE,
        /** The claim had ended or been lost, and stands again. */
        RESTORED,
        /** Refused: a later claim stands, or this one was released. The process ends the room. */
        NOT_HELD
    }

    /** What became of a release. */
    enum ReleaseAnswer {
        /** The room has no home now. */
        DONE,
        /** Refused: that claim does not stand. */
        NOT_HELD
    }
}
