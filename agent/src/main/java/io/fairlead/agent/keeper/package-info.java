/**
 * The keeper: a small process beside the agent that runs the demote hook when the agent cannot, because it was killed or
 * stands still. {@link io.fairlead.agent.keeper.Keeper} is the agent's side of it.
 */
@NullMarked
package io.fairlead.agent.keeper;

import org.jspecify.annotations.NullMarked;
