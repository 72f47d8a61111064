package io.fairlead.primary;

import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What one round decided.
 *
 * @param kind whether the role stays, moves, would move, or is nobody's
 * @param reason why
 * @param cause what moves the role, or null where it stays
 * @param from the primary before, or null if there was none
 * @param to the primary that is wanted now, or null if there is none
 * @param comparison the numbers that were compared
 */
public record Decision(
        Kind kind,
        Reason reason,
        @Nullable Cause cause,
        @Nullable NodeId from,
        @Nullable NodeId to,
        Comparison comparison) {

    /** What happens to the role. */
    public enum Kind {
        /** It stays where it is. */
        KEEP,
        /** It moves. */
        SWITCH,
        /** It would move, but observe mode holds it. */
        WOULD_SWITCH,
        /** Nobody has it and nobody can take it. */
        NO_PRIMARY
    }

    /**
     * The numbers of a round's comparison.
     *
     * @param candidate the least loaded eligible standby, or null if none is eligible
     * @param advantage by how many points the candidate is less loaded than the primary; NaN if not compared
     * @param hysteresis how many points are required; NaN if not compared
     * @param k the group size
     * @param streak rounds that the advantage has held, this one included
     * @param confirmations rounds that it has to hold
     */
    public record Comparison(
            @Nullable NodeId candidate, double advantage, double hysteresis, int k, int streak, int confirmations) {

        static Comparison none(int k) {
            return new Comparison(null, Double.NaN, Double.NaN, k, 0, 0);
        }
    }

    /** Whether the role moves now. */
    public boolean isSwitch() {
        return kind == Kind.SWITCH;
    }
}
