package io.fairlead.client.machine;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What there is to be used: of the machine, or of what a control group allows of it, whichever is less.
 *
 * @param cores such as 1.5 by a quota; unknown where it cannot be read
 * @param bytes of memory; unknown where it cannot be read
 */
public record MachineSize(OptionalDouble cores, OptionalLong bytes) {}
