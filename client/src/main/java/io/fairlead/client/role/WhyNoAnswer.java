package io.fairlead.client.role;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/** Why an HTTP request was not answered, in a few words. */
public final class WhyNoAnswer {
    private WhyNoAnswer() {}

    /** The words for what went wrong. */
    public static String of(@Nullable Throwable problem) {
        if (problem instanceof HttpConnectTimeoutException) {
            return "no connection in time";
        }
        if (problem instanceof ConnectException) {
            return "connection refused";
        }
        if (problem instanceof IOException && problem.getMessage() != null) {
            return problem.getMessage();
        }
        return String.valueOf(problem);
    }
}
