package io.fairlead.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The way to the manager over HTTP/1.1, on the JDK's client.
 *
 * <p>Names are looked up, connections made and answers read on the threads given, none of it on the caller's.
 */
final class HttpWire implements Wire {

    /** Far above the placement among a thousand instances with all its checks. */
    private static final int LARGEST_ANSWER = 8 << 20;

    /** Ends a connection attempt that nobody waits for any more, should cancelling not reach it. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final URI manager;
    private final ThreadPoolExecutor threads;
    private final int mostWaiting;
    private volatile @Nullable HttpClient http;

    /**
     * A way to a manager.
     *
     * @param threads do the work
     * @param mostWaiting how much work may wait for them: when a name's look-up hangs, they are all stuck
     */
    HttpWire(URI manager, ThreadPoolExecutor threads, int mostWaiting) {
        this.manager = manager;
        this.threads = threads;
        this.mostWaiting = mostWaiting;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT)
                .executor(threads)
                .build();
    }

    @Override
    public CompletableFuture<Answer> send(Request request) {
        HttpClient client = http;
        if (client == null) {
            return CompletableFuture.failedFuture(new IOException("the client is closed"));
        }
        if (threads.getQueue().size() >= mostWaiting) {
            return CompletableFuture.failedFuture(
                    new ConnectException("the client's threads are stuck, probably in looking up the host's name"));
        }
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(httpRequest(request), head -> new BoundedBody(LARGEST_ANSWER));
        CompletableFuture<Answer> answer = exchange.thenApply(response -> new Answer(
                response.statusCode(),
                response.headers().firstValue("retry-after"),
                new String(response.body(), StandardCharsets.UTF_8)));
        // Cancelling a future does not by itself reach the one that it was made from.
        var unused = answer.whenComplete((done, failure) -> {
            if (answer.isCancelled()) {
                exchange.cancel(true);
            }
        });
        return answer;
    }

    private HttpRequest httpRequest(Request request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(manager.resolve(request.path()))
                .header("Accept", "application/json, application/problem+json");
        request.json().ifPresent(json -> builder.header("Content-Type", "application/json"));
        return builder.method(
                        request.method(),
                        request.json()
                                .map(HttpRequest.BodyPublishers::ofString)
                                .orElseGet(HttpRequest.BodyPublishers::noBody))
                .build();
    }

    /** Takes no further request. JDK 17 ends the client's selector thread some seconds after it is let go of. */
    void close() {
        http = null;
    }
}
