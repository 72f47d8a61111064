package io.fairlead.manager.services;

import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import org.jspecify.annotations.Nullable;

/**
 * Where a room lives.
 *
 * @param room the room
 * @param claim its home
 * @param home the instance, or null if the process that has the room is not known: it has left, has restarted, or has been
 *     silent for long
 */
public record RoomShown(Room room, Claim claim, @Nullable Candidate home) {}
