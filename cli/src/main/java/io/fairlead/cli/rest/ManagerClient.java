package io.fairlead.cli.rest;

import io.fairlead.config.BearerToken;
import io.fairlead.config.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a manager.
 *
 * <p>On the JDK's old connection class: measured for one request in a fresh JVM, {@code java.net.http} costs 0.4 s of
 * CPU more.
 */
public final class ManagerClient {

    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Far above a page of a thousand nodes; what is longer comes from something else. */
    private static final int LONGEST = 32 << 20;

    private final ManagerUrl url;
    private final Optional<BearerToken> token;
    private final Duration allowed;

    /** A client of the manager at an address. */
    public ManagerClient(ManagerUrl url) {
        this(url, Optional.empty());
    }

    /** A client that the manager knows by a token, where there is one. */
    public ManagerClient(ManagerUrl url, Optional<BearerToken> token) {
        this(url, token, ANSWER);
    }

    /** A client that waits for so long for all of an answer. */
    ManagerClient(ManagerUrl url, Optional<BearerToken> token, Duration allowed) {
        this.url = url;
        this.token = token;
        this.allowed = allowed;
    }

    /** Where the manager is reached. */
    public ManagerUrl url() {
        return url;
    }

    /** An answer. */
    public record Answer(int status, String text, Document document) {}

    /**
     * The answer to a path; throws {@link ManagerException} where there is none within 10 s, where it is no JSON
     * object with the given field, or where its status tells of a refusal.
     */
    public Answer get(String path, String field) throws ManagerException {
        return get(path, field, Deadline.in(allowed));
    }

    /**
     * The answer to a request that changes something; throws as {@link #get} does.
     *
     * @param method the method, such as {@code POST}
     * @param path the path
     * @param json the document that is sent
     */
    public Answer send(String method, String path, String json) throws ManagerException {
        return accepted(asked(new Call(method, path, json), Deadline.in(allowed)));
    }

    private record Call(
            String method, String path, @Nullable String json) {}

    /**
     * The objects of a list that is answered page by page; all pages together have to be there within 10 s.
     *
     * @param path what to ask for
     * @param list the field that holds the objects of a page
     */
    public List<Document> pages(String path, String list) throws ManagerException {
        Deadline deadline = Deadline.in(allowed);
        List<Document> objects = new ArrayList<>();
        String last = "";
        Optional<String> next = Optional.of("");
        while (next.isPresent()) {
            String after =
                    next.get().isEmpty() ? "" : "?after=" + URLEncoder.encode(next.get(), StandardCharsets.UTF_8);
            Document page = get(path + after, list, deadline).document();
            objects.addAll(page.objects(list));
            next = page.text("next");
            if (next.isPresent() && (page.objects(list).isEmpty() || next.get().compareTo(last) <= 0)) {
                throw new ManagerException("the list that " + url + path + " answers with never ends: after "
                        + Quoted.of(last) + " comes a page that goes on with " + Quoted.of(next.get()));
            }
            last = next.orElse("");
        }
        return objects;
    }

    private Answer get(String path, String field, Deadline deadline) throws ManagerException {
        Answer answer = accepted(asked(new Call("GET", path, null), deadline));
        if (!answer.document.has(field)) {
            throw foreign("its answer to " + path + " is " + Quoted.of(answer.text) + ", without \"" + field + "\"");
        }
        return answer;
    }

    /** Asks on a thread of its own: what answers byte by byte meets every limit of a connection, for ever. */
    private Answer asked(Call call, Deadline deadline) throws ManagerException {
        FutureTask<Answer> asking = new FutureTask<>(
                () -> answer((HttpURLConnection) url.at(call.path).openConnection(), call));
        Thread thread = new Thread(asking, "asks the manager");
        thread.setDaemon(true);
        thread.start();
        try {
            return asking.get(Math.max(1, deadline.left()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new ManagerException(
                    "the manager at " + url + " did not answer in full within "
                            + Figures.seconds(deadline.allowed().toMillis() / 1000.0),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ManagerException("the question to the manager at " + url + " was interrupted", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private ManagerException failure(@Nullable Throwable cause) {
        if (cause instanceof ManagerException known) {
            return known;
        }
        if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
            return new ManagerException(
                    "no manager answers at " + url + ": " + reason(cause)
                            + " (start one with 'fairlead manager', or name another with --manager)",
                    cause);
        }
        if (cause instanceof UnknownHostException) {
            return new ManagerException("no manager answers at " + url + ": there is no host of that name", cause);
        }
        if (cause instanceof SocketTimeoutException) {
            return new ManagerException("the manager at " + url + " does not answer: " + reason(cause), cause);
        }
        if (cause instanceof IOException) {
            return new ManagerException("the manager at " + url + " cannot be asked: " + reason(cause), cause);
        }
        throw new IllegalStateException("asking " + url, cause);
    }

    private Answer answer(HttpURLConnection connection, Call call) throws IOException, ManagerException {
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) ANSWER.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Accept", "application/json, application/problem+json");
        token.ifPresent(known -> connection.setRequestProperty("Authorization", known.authorization()));
        connection.setRequestMethod(call.method);
        if (call.json != null) {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.getOutputStream().write(call.json.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        InputStream body = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        byte[] bytes = body == null ? new byte[0] : body.readNBytes(LONGEST + 1);
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            if (bytes.length > LONGEST) {
                throw new IOException("too long");
            }
            return new Answer(status, JsonText.printable(text), Document.parse(text));
        } catch (IOException e) {
            throw foreign("status " + status + ", not a JSON object");
        }
    }

    private Answer accepted(Answer answer) throws ManagerException {
        if (answer.status / 100 != 2) {
            throw new ManagerException(refusal(answer));
        }
        return answer;
    }

    private ManagerException foreign(String what) {
        return new ManagerException("what answers at " + url + " is not a Fairlead manager (" + what + ")");
    }

    private String refusal(Answer answer) throws ManagerException {
        String detail = answer.document
                .text("detail")
                .or(() -> answer.document.text("title"))
                .orElseThrow(() -> foreign("status " + answer.status + " and " + Quoted.of(answer.text)));
        return detail.replaceAll("\\s+", " ") + " (so says the manager at " + url + token(answer.status) + ")";
    }

    /** A refusal for the token says which one it was. */
    private String token(int status) {
        if (status != HttpURLConnection.HTTP_UNAUTHORIZED && status != HttpURLConnection.HTTP_FORBIDDEN) {
            return "";
        }
        return token.map(known -> "; it is " + known)
                .orElse("; none was given: use --token-file FILE, or the variable FAIRLEAD_TOKEN_FILE");
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
    }
}
