package io.fairlead.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Why a call came to nothing. The message says what was wanted, where, and what would be right; the code is for programs and
 * never changes.
 *
 * <p>A refusal of the manager has the manager's code, such as {@code learning-rooms} or {@code no-instances}, and {@code
 * unauthorized} or {@code forbidden} where it is the token that does not do; an answer
 * without one, which something between here and there gives, has {@code http-} and its status. The other codes are the
 * constants here.
 */
public final class CallException extends RuntimeException {

    /** Nothing listens at the address, or its name is not known: the manager has not seen the call. */
    public static final String NO_CONNECTION = "no-connection";

    /** The connection ended before the answer was there: the manager may have done what was asked. */
    public static final String CONNECTION_LOST = "connection-lost";

    /** The time budget is spent: the manager may have done what was asked. */
    public static final String NO_ANSWER = "no-answer";

    /** As many calls as may be are under way: this one was not begun. */
    public static final String TOO_MANY_CALLS = "too-many-calls";

    /** The source of {@link ClientSettings#withToken} gave no token: nothing was sent. */
    public static final String NO_TOKEN = "no-token";

    /** What answered makes no sense: probably not a Fairlead manager, or one of another age. */
    public static final String BAD_ANSWER = "bad-answer";

    /** The answer names a primary with an older fencing token than one seen before. */
    public static final String OLDER_TOKEN = "older-token";

    /** The shared store did not answer: what was asked of it may be done. */
    public static final String STORE_AWAY = "store-away";

    /** The client was closed. */
    public static final String CLOSED = "closed";

    private static final long serialVersionUID = 1;

    private final String code;
    private final int status;
    private final long retryAfterMillis;

    CallException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.status = 0;
        this.retryAfterMillis = -1;
    }

    private CallException(Refusal refusal, String message) {
        super(message);
        this.code = refusal.code();
        this.status = refusal.status();
        this.retryAfterMillis = refusal.retryAfter().map(Duration::toMillis).orElse(-1L);
    }

    /**
     * What a manager says when it refuses.
     *
     * @param status HTTP status; 0 where there was no manager, and the same was found out over stores
     * @param code the manager's code
     * @param detail the manager's words
     * @param retryAfter when it wants to be asked again
     */
    record Refusal(int status, String code, String detail, Optional<Duration> retryAfter) {}

    static CallException refused(String what, Refusal refusal) {
        return new CallException(refusal, what + ": " + refusal.detail() + " (" + refusal.code() + ")");
    }

    /** What kind of trouble it is; for programs. */
    public String code() {
        return code;
    }

    /** Whether it is of this kind. */
    public boolean is(String other) {
        return code.equals(other);
    }

    /** The HTTP status, if a manager answered. */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /** When the manager wants to be asked again, if it said so. */
    public Optional<Duration> retryAfter() {
        return retryAfterMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(retryAfterMillis));
    }
}
