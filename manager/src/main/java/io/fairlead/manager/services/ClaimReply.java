package io.fairlead.manager.services;

import io.fairlead.store.AffinityStore.Claimed;
import org.jspecify.annotations.Nullable;

/**
 * What became of a claim that a program made for itself.
 *
 * @param refused why there is none yet, or null if there is one
 * @param claimed the home of the room, or null if there is none
 */
public record ClaimReply(@Nullable Placed refused, @Nullable Claimed claimed) {}
