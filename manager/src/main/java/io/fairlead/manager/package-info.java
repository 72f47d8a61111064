/** The process that decides for all groups: main, configuration and wiring. */
@NullMarked
package io.fairlead.manager;

import org.jspecify.annotations.NullMarked;
