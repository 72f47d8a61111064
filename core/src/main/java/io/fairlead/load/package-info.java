/** Turns the metrics of one node into a load of 0..100 and its running average; knows missing from zero. */
@NullMarked
package io.fairlead.load;

import org.jspecify.annotations.NullMarked;
