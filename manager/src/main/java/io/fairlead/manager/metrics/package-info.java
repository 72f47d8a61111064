/** What the manager tells a monitoring system, with all names in one place. */
@NullMarked
package io.fairlead.manager.metrics;

import org.jspecify.annotations.NullMarked;
