/** The process beside a program on every node: main, configuration and wiring. */
@NullMarked
package io.fairlead.agent;

import org.jspecify.annotations.NullMarked;
