package io.fairlead.agent.role;

import io.fairlead.client.BoundedBody;
import io.fairlead.client.role.WhyNoAnswer;
import io.fairlead.config.BearerToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks one address once over HTTP, for a small answer that comes soon. */
public final class PlainGet {
    private static final int LARGEST_ANSWER = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * What was answered.
     *
     * @param status the HTTP status
     * @param body at most 64 KiB of text
     */
    public record Answer(int status, String body) {}

    private PlainGet() {}

    /** Throws {@link IOException} whose message says in a few words why there is no answer. */
    public static Answer of(URI uri) throws IOException, InterruptedException {
        return of(uri, Optional.empty());
    }

    /** The same with a token. */
    public static Answer of(URI uri, Optional<BearerToken> token) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(PATIENCE)
                .build();
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        token.ifPresent(known -> request.header("Authorization", known.authorization()));
        Future<HttpResponse<byte[]>> response =
                http.sendAsync(request.build(), head -> new BoundedBody(LARGEST_ANSWER));
        try {
            HttpResponse<byte[]> got = response.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(got.statusCode(), new String(got.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            response.cancel(true);
            throw new IOException("no answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(WhyNoAnswer.of(e.getCause()), e);
        }
    }
}
