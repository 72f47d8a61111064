package io.fairlead.client.role;

import io.fairlead.client.BoundedBody;
import io.fairlead.config.BearerToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends one heartbeat to one manager and waits for its reply, but never longer than it may. */
final class ManagerCall {

    /** A manager's answers are well below this, in bytes. */
    static final int LARGEST_ANSWER = 64 * 1024;

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final HttpClient http;
    private final ReplyReader reader;
    private final String path;
    private final Duration wait;
    private final Optional<BearerToken> token;

    ManagerCall(Identity self, Duration interval, Executor threads, Optional<BearerToken> token) {
        this.token = token;
        this.wait = waitFor(interval);
        this.reader = new ReplyReader(self);
        // Ids consist of characters that a path may contain as they are.
        this.path = "/v1/groups/" + self.group() + "/nodes/" + self.node() + "/heartbeat";
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(wait)
                .executor(threads)
                .build();
    }

    /** One heartbeat interval, within half a second and two: an answer that comes later is as good as none. */
    static Duration waitFor(Duration interval) {
        if (interval.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return interval.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : interval;
    }

    Reply send(URI manager, byte[] body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(manager.resolve(path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        token.ifPresent(known -> request.header("Authorization", known.authorization()));
        Future<HttpResponse<byte[]>> response =
                http.sendAsync(request.build(), head -> new BoundedBody(LARGEST_ANSWER));
        try {
            HttpResponse<byte[]> got = response.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            return withTokenNamed(reader.read(got.statusCode(), got.body()));
        } catch (TimeoutException e) {
            response.cancel(true);
            return new Reply.Silent("no answer within " + wait.toMillis() + " ms");
        } catch (ExecutionException e) {
            return new Reply.Silent(reasonOf(e.getCause()));
        }
    }

    /** A refusal for the token says which one it was. */
    private Reply withTokenNamed(Reply reply) {
        return reply instanceof Reply.Refused refused && refused.isForToken()
                ? refused.with(token.map(known -> "it is " + known)
                        .orElse("none is set: --token-file FILE, or token-file in the configuration"))
                : reply;
    }

    /** Why there is no answer, in a few words. */
    static String reasonOf(@Nullable Throwable problem) {
        if (problem instanceof java.net.http.HttpConnectTimeoutException) {
            return "no connection in time";
        }
        if (problem instanceof java.net.ConnectException) {
            return "connection refused";
        }
        if (problem instanceof IOException && problem.getMessage() != null) {
            return problem.getMessage();
        }
        return String.valueOf(problem);
    }
}
