/** Observe, evaluate, remember, act: once per group and round; the only reader of the clock in the manager. */
@NullMarked
package io.fairlead.manager.loop;

import org.jspecify.annotations.NullMarked;
