package io.fairlead.store;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

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

    /** Whether a failure is this one, whatever wrappers stages have put around it. */
    public static boolean isBehind(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof OutcomeUnknownException;
    }
}
