package io.fairlead.cli.rest;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    /** A client of the manager at an address. */
    public ManagerClient(ManagerUrl url) {
        this.url = url;
    }

    /** Where the manager is reached. */
    public ManagerUrl url() {
        return url;
    }

    /** An answer. */
    public record Answer(int status, String text, Document document) {}

    /**
     * The answer to a path; throws {@link ManagerException} where there is none, where it is no JSON object, or where
     * its status tells of a refusal.
     */
    public Answer get(String path) throws ManagerException {
        return ask(path, null);
    }

    /** The answer to a JSON document that is posted to a path; throws as {@link #get} does. */
    public Answer post(String path, String json) throws ManagerException {
        return ask(path, json);
    }

    private Answer ask(String path, @Nullable String json) throws ManagerException {
        Answer answer;
        try {
            answer = answer((HttpURLConnection) url.at(path).openConnection(), json);
        } catch (ConnectException | NoRouteToHostException e) {
            throw new ManagerException(
                    "no manager answers at " + url + ": " + reason(e)
                            + " (start one with 'fairlead manager', or name another with --manager)",
                    e);
        } catch (UnknownHostException e) {
            throw new ManagerException("no manager answers at " + url + ": there is no host of that name", e);
        } catch (SocketTimeoutException e) {
            throw new ManagerException("the manager at " + url + " does not answer: " + reason(e), e);
        } catch (IOException e) {
            throw new ManagerException("the manager at " + url + " cannot be asked: " + reason(e), e);
        }
        if (answer.status / 100 != 2) {
            throw new ManagerException(refusal(answer));
        }
        return answer;
    }

    private Answer answer(HttpURLConnection connection, @Nullable String json) throws IOException, ManagerException {
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) ANSWER.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Accept", "application/json, application/problem+json");
        if (json != null) {
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        InputStream body = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        byte[] bytes = body == null ? new byte[0] : body.readNBytes(LONGEST + 1);
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            if (bytes.length > LONGEST) {
                throw new IOException("too long");
            }
            return new Answer(status, text, Document.parse(text));
        } catch (IOException e) {
            throw new ManagerException(
                    "what answers at " + url + " is not a Fairlead manager (status " + status + ", not a JSON object)",
                    e);
        }
    }

    private String refusal(Answer answer) {
        String detail = answer.document
                .text("detail")
                .or(() -> answer.document.text("title"))
                .orElse("status " + answer.status);
        return detail.replaceAll("\\s+", " ") + " (so says the manager at " + url + ")";
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
    }
}
