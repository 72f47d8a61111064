/** Reads CPU, memory, disk and network of this machine, and says that a value is unknown when it cannot. */
@NullMarked
package io.fairlead.agent.metrics;

import org.jspecify.annotations.NullMarked;
