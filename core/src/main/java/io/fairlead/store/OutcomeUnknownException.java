package io.fairlead.store;

/**
 * A store did not answer, so the call may have taken effect or not. The caller reads back before it acts, or repeats the call:
 * every call of a port may be repeated.
 */
public final class OutcomeUnknownException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** An unknown outcome, with what was asked of which store in one line. */
    public OutcomeUnknownException(String message) {
        super(message);
    }

    /** An unknown outcome, with the failure that hides it. */
    public OutcomeUnknownException(String message, Exception cause) {
        super(message, cause);
    }
}
