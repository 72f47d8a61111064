/** Benchmarks of Fairlead's own code. */
@NullMarked
package io.fairlead.benchmarks;

import org.jspecify.annotations.NullMarked;
