package io.fairlead.manager.loop;

import java.util.Locale;
import java.util.Optional;

/**
 * How far a node is with what it was told, as each of its heartbeats says until there is something newer.
 *
 * @param id what it speaks of: the number of a change, or the token of a role; 0 with {@link Level#IDLE}
 * @param level how far it is
 */
public record HandoverReport(long id, Level level) {

    /** How far a node can be. */
    public enum Level {
        /** Nothing was told, or it was long ago. */
        IDLE,
        /** It gets ready to be primary. */
        PREPARING,
        /** It is ready. */
        PREPARED,
        /** It could not get ready. */
        PREPARE_FAILED,
        /** It was ready, and has promised a primary since then not to take the role. */
        PREPARE_WITHDRAWN,
        /** It begins to work as primary. */
        PROMOTING,
        /** It works as primary. */
        PROMOTED,
        /** It could not begin. */
        PROMOTE_FAILED,
        /** It has no role any more, and stops its service. */
        STOPPING,
        /** It has stopped taking new requests. */
        STOPPED,
        /** Its service could not be stopped. */
        STOP_FAILED,
        /** It ends what is running. */
        DRAINING,
        /** What was running has ended. */
        DRAINED,
        /** It tidies up. */
        CLEANING,
        /** It has tidied up. */
        CLEANED,
        /** It could not tidy up. */
        CLEANUP_FAILED;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The name on the wire. */
        public String label() {
            return label;
        }

        /** The level of a name on the wire, or empty. */
        public static Optional<Level> of(String label) {
            for (Level level : values()) {
                if (level.label.equals(label)) {
                    return Optional.of(level);
                }
            }
            return Optional.empty();
        }

        /** Whether a node that is here, and has no role, takes no new requests. */
        boolean isStopped() {
            return switch (this) {
                case STOPPED, DRAINING, DRAINED, CLEANING, CLEANED, CLEANUP_FAILED, IDLE -> true;
                case PREPARING, PREPARED, PREPARE_FAILED, PREPARE_WITHDRAWN -> true;
                case PROMOTING, PROMOTED, PROMOTE_FAILED, STOPPING, STOP_FAILED -> false;
            };
        }

        /** Whether a node that is here has begun to get ready, and has not tidied up since. */
        boolean isOfPrepare() {
            return compareTo(PREPARING) >= 0 && compareTo(PREPARE_WITHDRAWN) <= 0;
        }

        /** Whether on a node that has stopped nothing is running any more. */
        boolean isDrained() {
            return isStopped() && this != STOPPED && this != DRAINING;
        }
    }
}
