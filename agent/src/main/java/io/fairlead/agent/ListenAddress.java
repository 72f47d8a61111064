package io.fairlead.agent;

import io.fairlead.config.Quoted;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of the agent's local port.
 *
 * @param host {@code localhost} or a numeric loopback address: the port knows no authentication
 * @param port 0..65535, 0 for any free one
 */
public record ListenAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:]+\\]|[^:\\[\\]\\s]+):(\\d{1,5})");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1\\]");

    /** Refuses what is not a loopback address, or not a port. */
    public ListenAddress {
        if (!LOOPBACK.matcher(host).matches() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("listen: found " + Quoted.of(host + ":" + port)
                    + ", expected a loopback address and a port such as 127.0.0.1:7401");
        }
    }

    /** Reads {@code HOST:PORT}. */
    public static ListenAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("listen: found " + Quoted.of(text)
                    + ", expected a loopback address and a port such as 127.0.0.1:7401");
        }
        return new ListenAddress(form.group(1), Integer.parseInt(form.group(2)));
    }

    /** The same as a socket address; a loopback address needs no name service. */
    InetSocketAddress socketAddress() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host.equals("localhost") ? "127.0.0.1" : host), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
