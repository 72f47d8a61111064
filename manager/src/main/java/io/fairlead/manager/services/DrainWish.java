package io.fairlead.manager.services;

import io.fairlead.InstanceId;
import io.fairlead.store.Drain;

/**
 * What an operator wants drained.
 *
 * @param instance the instance
 * @param order within which time, and what then
 * @param force whether also if it is the last one that takes rooms
 */
public record DrainWish(InstanceId instance, Drain.Wish order, boolean force) {}
