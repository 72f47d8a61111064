package io.fairlead.manager.rest;

import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.services.Services;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The manager's REST interface on an open port. */
public final class RestServer implements AutoCloseable {

    private final HttpPort port;

    private RestServer(HttpPort port) {
        this.port = port;
    }

    /**
     * Opens the port and answers from then on.
     *
     * @param address where to listen; port 0 takes any free one
     * @param groups what is asked and told about
     * @param services the same of services
     * @throws IOException if the address cannot be had
     */
    public static RestServer open(InetSocketAddress address, Groups groups, Services services) throws IOException {
        return new RestServer(HttpPort.open(address, HttpLimits.standard(), Api.of(groups, services)::answer));
    }

    /** The port that is open. */
    public int port() {
        return port.port();
    }

    /** Takes no new connection, gives what is being answered a moment, and closes the rest. */
    @Override
    public void close() {
        port.close();
    }
}
