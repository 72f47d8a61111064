/** What the agent is told to measure, and how it stands with what it has measured. */
@NullMarked
package io.fairlead.agent.metrics;

import org.jspecify.annotations.NullMarked;
