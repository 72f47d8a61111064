package io.fairlead.manager.rest;

import java.time.Duration;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client may cost.
 *
 * @param connections connections at one time; more are closed at once
 * @param body bytes of a body; a heartbeat with 64 metrics and their reasons stays below half of the default
 * @param target bytes of the request line
 * @param headers bytes of all headers
 * @param drained bytes that are read and thrown away after a body that is too large, so that its sender gets to read
 *     the refusal; a longer one is cut off
 * @param request time for a request to arrive, from its first byte
 * @param write time for a response to be taken by the client
 * @param idle time that a connection may wait for its next request
 */
record HttpLimits(
        int connections,
        int body,
        int target,
        int headers,
        long drained,
        Duration request,
        Duration write,
        Duration idle) {

    private static final Logger LOG = LoggerFactory.getLogger(HttpLimits.class);

    static HttpLimits standard() {
        return new HttpLimits(
                16_384,
                64 * 1024,
                4_096,
                8_192,
                16 * 1024 * 1024,
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(75));
    }

    /** Files that the process needs beside its connections: its jars, its log, its data. */
    private static final int OTHER_FILES = 200;

    /** The standard limits, with no more connections than the process may open files. */
    static HttpLimits ofThisProcess() {
        return standard().within(OpenFiles.limit());
    }

    HttpLimits within(OptionalLong files) {
        if (files.isEmpty() || files.getAsLong() >= connections + OTHER_FILES) {
            return this;
        }
        int most = (int) Math.max(16, files.getAsLong() - OTHER_FILES);
        LOG.info("up to {} connections: the process may open {} files (ulimit -n)", most, files.getAsLong());
        return withConnections(most);
    }

    HttpLimits with(Duration requestTime, Duration idleTime) {
        return new HttpLimits(connections, body, target, headers, drained, requestTime, write, idleTime);
    }

    HttpLimits withConnections(int most) {
        return new HttpLimits(most, body, target, headers, drained, request, write, idle);
    }
}
