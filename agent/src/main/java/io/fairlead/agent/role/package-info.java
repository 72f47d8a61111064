/** Holds or loses the role of this node: heartbeats, hooks, and stepping down without being told. */
@NullMarked
package io.fairlead.agent.role;

import org.jspecify.annotations.NullMarked;
