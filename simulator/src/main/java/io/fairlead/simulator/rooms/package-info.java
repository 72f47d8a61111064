/** Worlds of rooms: machines that take them, schedulers that place them, in virtual time. */
@NullMarked
package io.fairlead.simulator.rooms;

import org.jspecify.annotations.NullMarked;
