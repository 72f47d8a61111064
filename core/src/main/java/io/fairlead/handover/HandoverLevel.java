package io.fairlead.handover;

import java.util.Locale;
import java.util.Optional;

/**
 * How far a node is with what it was told to do in a change of primary, as it says itself. Constants are added, never
 * renamed: they are words of messages.
 */
public enum HandoverLevel {
    /** It was told nothing, or it was long ago. */
    IDLE,
    /** It gets ready to be primary. */
    PREPARING,
    /** It is ready. */
    PREPARED,
    /** It could not get ready. */
    PREPARE_FAILED,
    /** It is not ready any more: it has promised another node not to become primary. */
    PREPARE_WITHDRAWN,
    /** It begins to work as primary. */
    PROMOTING,
    /** It works as primary. */
    PROMOTED,
    /** It could not begin. */
    PROMOTE_FAILED,
    /** It has no role any more, and stops its service. */
    STOPPING,
    /** It takes no new requests. */
    STOPPED,
    /** What should stop it failed, and it may still work. */
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

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The level as it is written in messages. */
    public String word() {
        return word;
    }

    /** The level of a word, or empty. */
    public static Optional<HandoverLevel> of(String word) {
        for (HandoverLevel level : values()) {
            if (level.word.equals(word)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }

    /** Whether it is about getting ready. */
    public boolean isOfPrepare() {
        return compareTo(PREPARING) >= 0 && compareTo(PREPARE_WITHDRAWN) <= 0;
    }

    /** Whether it is about stopping and draining. */
    public boolean isOfStop() {
        return compareTo(STOPPING) >= 0 && compareTo(DRAINED) <= 0;
    }

    /** Whether it is about tidying up. */
    public boolean isOfCleanup() {
        return compareTo(CLEANING) >= 0;
    }

    /** Whether a manager must have heard it before anything follows: what follows does not say it again. */
    public boolean mustBeHeard() {
        return this == STOPPED || this == PROMOTE_FAILED;
    }

    /** Whether a node that is here, and has no role, takes no new requests. */
    public boolean isStopped() {
        return switch (this) {
            case STOPPED, DRAINING, DRAINED, CLEANING, CLEANED, CLEANUP_FAILED, IDLE -> true;
            case PREPARING, PREPARED, PREPARE_FAILED, PREPARE_WITHDRAWN -> true;
            case PROMOTING, PROMOTED, PROMOTE_FAILED, STOPPING, STOP_FAILED -> false;
        };
    }

    /** Whether on a node that has stopped nothing is running any more. */
    public boolean isDrained() {
        return isStopped() && this != STOPPED && this != DRAINING;
    }
}
