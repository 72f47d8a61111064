/**
 * What keeps a primary in its role while no manager answers: it asks the other nodes of its group, and each that answers
 * promises to accept no promotion for a time.
 *
 * <p>{@link io.fairlead.client.failsafe.PromiseBook} has the rules, {@link io.fairlead.client.failsafe.PeerPort} answers
 * and {@link io.fairlead.client.failsafe.PeerAsks} asks.
 */
@NullMarked
package io.fairlead.client.failsafe;

import org.jspecify.annotations.NullMarked;
