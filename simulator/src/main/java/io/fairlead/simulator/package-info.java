/** Worlds of nodes in virtual time and recorded traces, judged with hindsight, around the real decision core. */
@NullMarked
package io.fairlead.simulator;

import org.jspecify.annotations.NullMarked;
