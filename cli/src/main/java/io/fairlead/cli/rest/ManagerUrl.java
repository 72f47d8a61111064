package io.fairlead.cli.rest;

import io.fairlead.config.Quoted;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

/**
 * Where a manager is reached.
 *
 * @param base the address without a slash at the end, such as {@code http://127.0.0.1:7400}
 */
public record ManagerUrl(String base) {

    /** Where a manager listens unless it was told otherwise. */
    public static final ManagerUrl STANDARD = new ManagerUrl("http://127.0.0.1:7400");

    private static final String RULE = "use http://HOST:PORT, such as http://127.0.0.1:7400";

    /** Refuses what is not an address of this form, naming it. */
    public ManagerUrl {
        base = checked(base);
    }

    /** The address of a path of the manager, such as {@code /v1/groups}. */
    URL at(String path) {
        try {
            return URI.create(base + path).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(refusal(base), e);
        }
    }

    @Override
    public String toString() {
        return base;
    }

    private static String checked(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            boolean known = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
            String path = uri.getPath();
            boolean bare = (path == null || path.isEmpty() || path.equals("/"))
                    && uri.getQuery() == null
                    && uri.getFragment() == null
                    && uri.getUserInfo() == null;
            if (known && bare && uri.getHost() != null && uri.getPort() <= 65_535) {
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(refusal(text), e);
        }
        throw new IllegalArgumentException(refusal(text));
    }

    private static String refusal(String text) {
        return Quoted.of(text) + " is not the address of a manager: " + RULE;
    }
}
