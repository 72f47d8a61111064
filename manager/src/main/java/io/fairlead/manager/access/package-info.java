/** Who may ask the manager for what: tokens and their roles. */
@NullMarked
package io.fairlead.manager.access;

import org.jspecify.annotations.NullMarked;
