package io.fairlead.config;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process listens.
 *
 * @param host a host name or an IP address as it stands in a URL, an IPv6 address in brackets
 * @param port 0..65535; 0 takes any free port
 */
public record ListenAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.%]+\\]|[^:\\[\\]\\s]+):([0-9]{1,5})");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1\\]");
    private static final String EXPECTED = ", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535";

    /** Puts an IPv6 address into brackets; refuses an empty host and a port out of range. */
    public ListenAddress {
        if (host.indexOf(':') >= 0 && !host.startsWith("[")) {
            host = "[" + host + "]";
        }
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("listen: found " + Quoted.of(host + ":" + port) + EXPECTED);
        }
    }

    /** Reads {@code HOST:PORT}; an IPv6 address stands in brackets, {@code [::1]:7400}. */
    public static ListenAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("listen: found " + Quoted.of(text) + EXPECTED);
        }
        return new ListenAddress(form.group(1), Integer.parseInt(form.group(2)));
    }

    /** Whether only this machine reaches it, as far as can be seen without asking a name service. */
    public boolean isLoopback() {
        return LOOPBACK.matcher(host).matches();
    }

    /** The same host with another port. */
    public ListenAddress withPort(int other) {
        return new ListenAddress(host, other);
    }

    /** The same as a socket address; a loopback address needs no name service. */
    public InetSocketAddress socketAddress() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host.equals("localhost") ? "127.0.0.1" : host), port);
    }

    /** What is said where it cannot be opened: which address, why, and what would be right. */
    public String cannotBeOpened(IOException trouble) {
        String message = String.valueOf(trouble.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (trouble instanceof BindException && lower.contains("in use")) {
            return "listen " + this + ": another process uses this port: stop it, or choose another port"
                    + " (port 0 takes any free one)";
        }
        if (trouble instanceof BindException && lower.contains("assign")) {
            return "listen " + this + ": this machine does not have this address";
        }
        if (trouble instanceof UnknownHostException) {
            return "listen " + this + ": the host is not known: use a name or address of this machine";
        }
        return "listen " + this + ": " + message;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
