package io.fairlead.simulator.rooms;

/**
 * What was counted in a run.
 *
 * @param arrived rooms that arrived
 * @param refused rooms that were turned away, since nothing had margin
 * @param nowhere questions to which there was no instance
 * @param onDead placements on a machine after its death
 * @param onDeadAfterFailure those of them that were decided after a client's first failed connect
 * @param onBarred placements on an instance that, as the store knew, was draining, in maintenance or silent
 * @param orphans rooms whose machine died under them and that a client asked for again
 * @param movedOnce those of them that got one new owner for each machine that they lost
 * @param movedMore those of them that got more
 * @param homeless those of them that had none for the last one in the end
 * @param twoOwners room-seconds in which a room lived on two machines
 * @param twoClaims room-seconds in which it did so by two claims
 * @param lastDoubledS the last second of the run in which any room lived on two machines; 0 if none did
 * @param lastBlindS when a room was last placed without knowing the loads, or not at all; 0 if that never was
 */
public record RoomTallies(
        long arrived,
        long refused,
        long nowhere,
        long onDead,
        long onDeadAfterFailure,
        long onBarred,
        long orphans,
        long movedOnce,
        long movedMore,
        long homeless,
        long twoOwners,
        long twoClaims,
        double lastDoubledS,
        double lastBlindS) {}
