package io.fairlead.placement;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;

/**
 * Which instance a room's name picks: weighted rendezvous hashing. Every scheduler with the same instances gives the same
 * answer, and when an instance goes only its rooms are picked anew.
 *
 * <p>The hash is 64-bit FNV-1a over the room's id, a zero byte and the instance's id, which are ASCII, and then the finalizer of
 * MurmurHash3, since FNV alone leaves the upper bits of short texts alike. Its upper 53 bits make {@code u = (bits + 0.5) /
 * 2^53}, and the instance with the largest {@code -capacity / ln(u)} has the room.
 */
final class RoomHash {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private RoomHash() {}

    /** How strongly an instance with some capacity above 0 draws a room; the largest has it. */
    static double pull(RoomId room, InstanceId instance, double capacity) {
        double u = ((hash(room, instance) >>> 11) + 0.5) / Wheel.NUMBERS;
        return -capacity / StrictMath.log(u);
    }

    static long hash(RoomId room, InstanceId instance) {
        long hash = FNV_OFFSET;
        String text = room.value() + "\0" + instance.value();
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
