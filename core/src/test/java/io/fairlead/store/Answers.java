package io.fairlead.store;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for the answers of a store. */
final class Answers {

    private Answers() {}

    /** The answer; a store that has none after a while fails the test. */
    static <T extends @Nullable Object> T of(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }
}
