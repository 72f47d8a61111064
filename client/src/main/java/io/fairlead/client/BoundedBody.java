package io.fairlead.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the body of an HTTP response; one that is too large ends with an {@link IOException}. */
public final class BoundedBody implements BodySubscriber<byte[]> {

    private final int largest;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    /**
     * A body that is still to come.
     *
     * @param largest the most bytes that it may have
     */
    public BoundedBody(int largest) {
        this.largest = largest;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        subscription = next;
        next.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] part = new byte[Math.min(buffer.remaining(), largest + 1 - bytes.size())];
            buffer.get(part);
            bytes.write(part, 0, part.length);
        }
        if (bytes.size() > largest && subscription != null) {
            subscription.cancel();
            body.completeExceptionally(new IOException("the answer is larger than " + largest + " bytes"));
        }
    }

    @Override
    public void onError(Throwable problem) {
        body.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
