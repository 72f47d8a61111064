package io.fairlead.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one call wants.
 *
 * @param what it in words, to begin a message with: {@code the place of room r-1 of service battle}
 * @param request what is sent
 * @param repeat when it may be sent again
 * @param budget within this time it has its end
 * @param reader what makes a result of the answer
 */
record Errand<T>(String what, Wire.Request request, Repeat repeat, Duration budget, Reader<T> reader) {

    /** When a request may be sent again. */
    enum Repeat {
        /** Doing it twice is like doing it once, or costs next to nothing. */
        ALWAYS,
        /** Doing it twice could do harm, so only where the manager surely has not seen it. */
        IF_NOT_SENT,
        /** Whoever asks tries again himself, with something newer. */
        NEVER
    }

    /** Makes a result of an answer. */
    interface Reader<T> {
        /**
         * Reads an answer; one that makes no sense ends with {@link IllegalArgumentException}, or with a
         * {@link CallException} where the trouble has a name.
         *
         * @param document the answer
         * @param sent when the request was sent, on the time line
         */
        T read(Document document, long sent);

        /** What a refusal of the manager comes to where it is a result as good as any other, else null. */
        default @Nullable T refused(CallException refusal, long sent) {
            return null;
        }
    }
}
