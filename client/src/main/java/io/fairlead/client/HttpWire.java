package io.fairlead.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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

    private static final Pattern HEADER = Pattern.compile("[!-~]+");

    private final URI manager;
    private final ThreadPoolExecutor threads;
    private final int mostWaiting;
    private final Optional<Supplier<String>> token;
    private volatile @Nullable HttpClient http;

    /**
     * A way to a manager.
     *
     * @param threads do the work
     * @param mostWaiting how much work may wait for them: when a name's look-up hangs, they are all stuck
     * @param token gives the token that goes with each request
     */
    HttpWire(URI manager, ThreadPoolExecutor threads, int mostWaiting, Optional<Supplier<String>> token) {
        this.manager = manager;
        this.threads = threads;
        this.mostWaiting = mostWaiting;
        this.token = token;
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
        HttpRequest made;
        try {
            made = httpRequest(request);
        } catch (NoToken trouble) {
            return CompletableFuture.failedFuture(trouble);
        }
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(made, head -> new BoundedBody(LARGEST_ANSWER));
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

    /** There is no token to send, so nothing was sent. */
    static final class NoToken extends IOException {
        private static final long serialVersionUID = 1;

        private NoToken(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** What a header may hold; the manager has a rule of its own for what a token is. */
    static String checkedToken(String text) {
        if (!HEADER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "the token of ClientSettings.withToken has characters other than printable ASCII, or is empty");
        }
        return text;
    }

    private Optional<String> authorization() throws NoToken {
        if (token.isEmpty()) {
            return Optional.empty();
        }
        String text;
        try {
            text = token.get().get();
        } catch (RuntimeException trouble) {
            throw new NoToken(
                    "the source of ClientSettings.withToken failed: " + OneLine.of(trouble.toString()), trouble);
        }
        try {
            return Optional.of("Bearer " + checkedToken(text));
        } catch (IllegalArgumentException refused) {
            throw new NoToken(String.valueOf(refused.getMessage()), refused);
        }
    }

    private HttpRequest httpRequest(Request request) throws NoToken {
        HttpRequest.Builder builder = HttpRequest.newBuilder(manager.resolve(request.path()))
                .header("Accept", "application/json, application/problem+json");
        authorization().ifPresent(value -> builder.header("Authorization", value));
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
