package io.fairlead.agent.role;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the body of an HTTP response, and gives up on one larger than {@value #LARGEST} bytes. */
final class SmallBody implements BodySubscriber<byte[]> {
    static final int LARGEST = 64 * 1024;

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

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
            byte[] part = new byte[Math.min(buffer.remaining(), LARGEST + 1 - bytes.size())];
            buffer.get(part);
            bytes.write(part, 0, part.length);
        }
        if (bytes.size() > LARGEST && subscription != null) {
            subscription.cancel();
            body.completeExceptionally(new IOException("its answer is larger than " + LARGEST + " bytes"));
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
