/** Decides on which instance of a service the next room goes, and why. */
@NullMarked
package io.fairlead.placement;

import org.jspecify.annotations.NullMarked;
