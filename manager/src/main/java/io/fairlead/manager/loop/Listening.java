package io.fairlead.manager.loop;

import io.fairlead.handover.Timing;

/**
 * How a manager hears its groups.
 *
 * @param timeline time and turns
 * @param timing for how long a role lasts, where a group has no timing of its own
 * @param memory where facts outlive the process
 * @param silence whether many nodes of all groups fell silent at once
 */
record Listening(Timeline timeline, Timing timing, Memory memory, SilenceWatch silence) {}
