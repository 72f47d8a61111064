package io.fairlead.manager.loop;

import java.time.Duration;

/**
 * How a manager hears its groups.
 *
 * @param timeline time and turns
 * @param hold what a primary is granted
 * @param since when the manager began to listen, on the timeline
 */
record Listening(Timeline timeline, Hold hold, Duration since) {}
