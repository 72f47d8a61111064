/** Decides who should be primary of a device group, and says why. */
@NullMarked
package io.fairlead.primary;

import org.jspecify.annotations.NullMarked;
