/** Tells what an agent would find on this machine, without being one. */
@NullMarked
package io.fairlead.agent.check;

import org.jspecify.annotations.NullMarked;
