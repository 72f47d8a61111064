/**
 * Reads CPU, memory, disk and network of the machine, or what a control group allows of it, and says that a value is unknown
 * when it cannot.
 */
@NullMarked
package io.fairlead.client.machine;

import org.jspecify.annotations.NullMarked;
