package io.fairlead.client.role;

import io.fairlead.client.BoundedBody;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Sends one heartbeat to one manager and waits for its reply, but never longer than it may. */
final class ManagerCall {

    /** A manager's answers are well below this, in bytes. */
    static final int LARGEST_ANSWER = 64 * 1024;

    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final HttpClient http;
    private final ReplyReader reader;
    private final String path;
    private final Optional<Credential> credential;

    ManagerCall(Identity self, Executor threads, Optional<Credential> credential, Supplier<Optional<String>> cluster) {
        this.credential = credential;
        this.reader = new ReplyReader(self, cluster);
        // Ids consist of characters that a path may contain as they are.
        this.path = "/v1/groups/" + self.group() + "/nodes/" + self.node() + "/heartbeat";
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT)
                .executor(threads)
                .build();
    }

    /**
     * A beat on its way.
     *
     * @param json what it says
     * @param park for how long the manager may wait with its answer for something to tell; zero for not at all
     * @param patience how long an answer is waited for
     */
    record Sending(String json, Duration park, Duration patience) {}

    /** Sends it; where the bell rings before the answer is there, the answer is not waited for. */
    Reply send(URI manager, Sending sending, Bell bell) throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> response;
        try {
            response = http.sendAsync(request(manager, sending), head -> new BoundedBody(LARGEST_ANSWER));
        } catch (RuntimeException e) {
            return new Reply.Silent("the token cannot be had: " + e.getMessage());
        }
        try {
            CompletableFuture.anyOf(response, bell.rung())
                    .get(sending.patience().toNanos(), TimeUnit.NANOSECONDS);
            if (!response.isDone()) {
                // What the manager still has to say to it is older than what the next beat says.
                return new Reply.Overtaken();
            }
            HttpResponse<byte[]> got = response.get();
            return withTokenNamed(reader.read(got.statusCode(), got.body()));
        } catch (TimeoutException e) {
            response.cancel(true);
            return new Reply.Silent("no answer within " + sending.patience().toMillis() + " ms");
        } catch (ExecutionException e) {
            return new Reply.Silent(WhyNoAnswer.of(e.getCause()));
        }
    }

    private HttpRequest request(URI manager, Sending sending) {
        String query =
                sending.park().isZero() ? "" : "?wait_ms=" + sending.park().toMillis();
        HttpRequest.Builder request = HttpRequest.newBuilder(manager.resolve(path + query))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json")
                .POST(HttpRequest.BodyPublishers.ofString(sending.json()));
        credential.ifPresent(
                known -> request.header("Authorization", known.header().get()));
        return request.build();
    }

    /** A refusal for the token says which one it was. */
    private Reply withTokenNamed(Reply reply) {
        return reply instanceof Reply.Refused refused && refused.isForToken()
                ? refused.with(credential
                        .map(known -> "it is " + known)
                        .orElse("none is set: --token-file FILE, or token-file in the configuration"))
                : reply;
    }
}
