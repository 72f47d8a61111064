/** In which order a change of primary happens, and for how long a role lasts: computed, never carried out, here. */
@NullMarked
package io.fairlead.handover;

import org.jspecify.annotations.NullMarked;
