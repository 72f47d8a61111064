/**
 * What a Java program embeds: who is primary of a group, where a room goes, and what an instance reports of itself, over the
 * manager's REST interface; the latter two also without a manager, over stores that programs share
 * ({@link io.fairlead.client.StoreClient}).
 *
 * <p>{@link io.fairlead.client.FairleadClient} is the way in. From it come {@link io.fairlead.client.PrimaryLocator},
 * {@link io.fairlead.client.Allocator} and {@link io.fairlead.client.LoadReporter}. No call blocks its caller, except
 * {@code close()} where it says so. Loads and ceilings are percent 0..100, capacity is in cores, times are
 * {@link java.time.Duration}. What is not known is absent, never 0. Each trouble is a {@link
 * io.fairlead.client.CallException} with a code that stays the same; a setting out of range is an
 * {@link java.lang.IllegalArgumentException} that names it, its value and its range. All types may be used from any thread;
 * the threads are the client's own, and none of them keeps a program from ending.
 */
@NullMarked
package io.fairlead.client;

import org.jspecify.annotations.NullMarked;
