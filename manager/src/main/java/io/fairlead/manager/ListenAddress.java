package io.fairlead.manager;

import io.fairlead.config.Quoted;

/**
 * Where the manager listens.
 *
 * @param host a host name or an IP address, without brackets
 * @param port 0..65535; 0 takes any free port
 */
public record ListenAddress(String host, int port) {

    /** Refuses an empty host and a port out of range. */
    public ListenAddress {
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "listen is " + Quoted.of(host + ":" + port) + ": use HOST:PORT with a port from 0 to 65535");
        }
    }

    /** Reads {@code HOST:PORT}; an IPv6 address stands in brackets, {@code [::1]:7400}. */
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        String port = text.substring(colon + 1);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        boolean plain = !host.isEmpty() && host.indexOf(':') < 0;
        if (!(bracketed || plain) || !port.matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException(
                    "listen is " + Quoted.of(text) + ": use HOST:PORT such as 127.0.0.1:7400 or [::1]:7400");
        }
        return new ListenAddress(bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
    }

    /** The same host with another port. */
    ListenAddress withPort(int other) {
        return new ListenAddress(host, other);
    }

    /** {@code HOST:PORT}, an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
