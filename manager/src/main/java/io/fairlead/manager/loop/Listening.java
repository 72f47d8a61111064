package io.fairlead.manager.loop;

import java.time.Duration;

/**
 * How a manager hears its groups.
 *
 * @param timeline time and turns
 * @param hold what a primary is granted
 * @param memory where facts outlive the process
 * @param since when the manager began to listen, on the timeline
 */
record Listening(Timeline timeline, Hold hold, Memory memory, Duration since) {

    /** The same, as if it had begun to listen at another time. */
    Listening since(Duration other) {
        return new Listening(timeline, hold, memory, other);
    }
}
