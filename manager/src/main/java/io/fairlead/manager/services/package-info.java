/** The services that the manager knows: which instances they have, where their rooms live, and where the next one goes. */
@NullMarked
package io.fairlead.manager.services;

import org.jspecify.annotations.NullMarked;
