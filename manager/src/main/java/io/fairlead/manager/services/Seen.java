package io.fairlead.manager.services;

import io.fairlead.store.DrainedView;

/**
 * A service as a program needs it that places rooms itself.
 *
 * @param drained its instances, and the orders that stand for them
 * @param settings how it is treated
 */
public record Seen(DrainedView drained, ServiceSettings settings) {}
