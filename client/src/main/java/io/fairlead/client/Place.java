package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Instance;
import io.fairlead.placement.Owner;
import java.util.Optional;

/**
 * Where a room or connection goes.
 *
 * @param number the manager's number of the placement; its checks stand under it in {@code GET .../placements}. Over stores
 *     this program's own count of its placements
 * @param instance the instance, with the endpoint to connect to
 * @param owner its process, to be named if connecting to it fails
 * @param basis what the answer rests on, such as {@code AFFINITY} or {@code WEIGHTED}; more may come
 * @param words the answer in one English sentence
 * @param room the room; empty for a connection
 * @param claim the home of the room with its epoch, which its instance has to know; empty for a connection, and for a room
 *     that was placed while the store of the rooms did not answer: its instance then claims the room itself, with the next
 *     renewal after {@link LoadReporter#hold}
 */
public record Place(
        long number,
        Instance instance,
        Owner owner,
        String basis,
        String words,
        Optional<RoomId> room,
        Optional<Claim> claim) {}
