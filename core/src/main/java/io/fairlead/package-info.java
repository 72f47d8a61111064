/** The words that everyone shares: the ids, and the check that both tests and explains a condition. */
@NullMarked
package io.fairlead;

import org.jspecify.annotations.NullMarked;
