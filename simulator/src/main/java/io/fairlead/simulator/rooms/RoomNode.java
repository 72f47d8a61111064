package io.fairlead.simulator.rooms;

import java.util.ArrayList;
import java.util.List;

/**
 * A machine that takes rooms.
 *
 * @param name its name, which is that of its one instance as well
 * @param cores its cores, above 0
 * @param memoryGb its memory in GB, above 0
 * @param startS when it starts, in seconds of the run; below 0 if it has been running
 */
public record RoomNode(String name, double cores, double memoryGb, double startS) {

    /** Memory beside each core: common for servers, and so much that the CPU is the scarcer resource. */
    private static final double GB_PER_CORE = 2;

    /** Long enough before the run to be warm in any world. */
    private static final double LONG_AGO = -86_400;

    /** Checks the sizes. */
    public RoomNode {
        if (!(cores > 0) || !(memoryGb > 0)) {
            throw new IllegalArgumentException(
                    name + " has " + cores + " cores and " + memoryGb + " GB: use sizes above 0");
        }
    }

    /** Running machines {@code n01, n02, ...} whose cores go round the given sizes. */
    public static List<RoomNode> fleet(int count, double... sizes) {
        List<RoomNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double cores = sizes[i % sizes.length];
            nodes.add(new RoomNode((i < 9 ? "n0" : "n") + (i + 1), cores, cores * GB_PER_CORE, LONG_AGO));
        }
        return nodes;
    }

    /** A machine that starts, cold, within the run. */
    public static RoomNode joining(String name, double cores, double startS) {
        return new RoomNode(name, cores, cores * GB_PER_CORE, startS);
    }
}
