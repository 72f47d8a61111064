/** From the metrics of one node to its load (0..100, more is worse) and its load average; knows missing from zero. */
@NullMarked
package io.fairlead.load;

import org.jspecify.annotations.NullMarked;
