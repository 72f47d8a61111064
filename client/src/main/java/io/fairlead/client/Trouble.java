package io.fairlead.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What became of a try that came to nothing.
 *
 * @param why what the caller is told if it was the last
 * @param sent whether the manager may have seen the request and acted on it
 * @param passes whether the same request may do better a little later
 */
record Trouble(CallException why, boolean sent, boolean passes) {

    /** Unavailable now and not better in a moment: a limit stays reached, and without a primary there is none to name. */
    private static final Set<String> LASTING = Set.of("limit-reached", "no-primary");

    /** Refusals of the manager that it gives before it does anything. */
    private static final Set<String> NOTHING_DONE =
            Set.of("no-instances", "no-room", "learning-rooms", "request-timeout");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String LOOK_AT = "; the token is the one of ClientSettings.withToken";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;

    /** What a refusal comes to. */
    static Trouble of(String what, Wire.Answer answer) {
        CallException why = CallException.refused(what, refusal(answer));
        int status = answer.status();
        boolean passes = (status == 502 || status == 503 || status == 504 || status == TOO_MANY_REQUESTS)
                || status == REQUEST_TIMEOUT;
        boolean nothingDone = status / 100 == 4 || NOTHING_DONE.contains(why.code());
        return new Trouble(why, !nothingDone, passes && !LASTING.contains(why.code()));
    }

    private static CallException.Refusal refusal(Wire.Answer answer) {
        String code = "http-" + answer.status();
        String detail = "what answers there refuses without saying why";
        try {
            Document problem = Document.read(answer.text());
            code = problem.text("code").map(OneLine::of).orElse(code);
            detail = problem.text("detail")
                    .or(() -> problem.text("title"))
                    .map(OneLine::of)
                    .orElse(detail);
        } catch (IOException | IllegalArgumentException noProblemDocument) {
            detail = "what answers there refuses in no words of a Fairlead manager";
        }
        String where = answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN ? LOOK_AT : "";
        return new CallException.Refusal(answer.status(), code, detail + where, retryAfter(answer));
    }

    private static Optional<Duration> retryAfter(Wire.Answer answer) {
        return answer.retryAfter()
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** What it comes to that no answer came. */
    static Trouble of(String what, URI manager, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof HttpWire.NoToken) {
            return new Trouble(
                    new CallException(CallException.NO_TOKEN, what + ": " + cause.getMessage(), cause), false, false);
        }
        if (cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof UnresolvedAddressException
                || cause instanceof UnknownHostException) {
            String message = what + ": no manager answers at " + manager + ": " + reason(cause)
                    + " (start one there, or name the address of another)";
            return new Trouble(new CallException(CallException.NO_CONNECTION, message, cause), false, true);
        }
        String message =
                what + ": the connection to " + manager + " ended before the answer was there: " + reason(cause);
        return new Trouble(new CallException(CallException.CONNECTION_LOST, message, cause), true, true);
    }

    /** What an answer comes to that makes no sense. */
    static Trouble ofNonsense(String what, URI manager, String nonsense) {
        String message = what + ": what answers at " + manager + " is not a Fairlead manager, or one of another age: "
                + OneLine.of(nonsense);
        return new Trouble(new CallException(CallException.BAD_ANSWER, message, null), true, false);
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause == null) {
            return "the reason is not known";
        }
        if (cause instanceof UnresolvedAddressException || cause.getCause() instanceof UnresolvedAddressException) {
            return "there is no host of that name";
        }
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause instanceof ConnectException
                    ? "connection refused"
                    : cause.getClass().getSimpleName();
        }
        return OneLine.of(message);
    }
}
