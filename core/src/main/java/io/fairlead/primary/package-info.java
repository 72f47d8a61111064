/** Who should be primary of a group, and why. */
@NullMarked
package io.fairlead.primary;

import org.jspecify.annotations.NullMarked;
