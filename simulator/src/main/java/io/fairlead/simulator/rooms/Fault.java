package io.fairlead.simulator.rooms;

/**
 * What happens to a machine.
 *
 * @param kind what
 * @param node the machine's name
 * @param atS when, in seconds of the run
 */
public record Fault(Kind kind, String node, double atS) {

    /** What can happen to a machine. */
    public enum Kind {
        /** It is gone, with its rooms; whoever connects to it fails. */
        DIES,
        /** Its CPU sensor reads 0 from then on. */
        SENSOR_READS_ZERO,
        /** Its last report says that it is idle, and is sent again and again with one sequence number. */
        REPORT_FROZEN_AT_IDLE,
        /** It takes no new rooms, since it is about to leave. */
        DRAINS,
        /** An operator takes it out. */
        GOES_INTO_MAINTENANCE,
        /** It lives on, and nothing that it reports arrives. */
        FALLS_SILENT
    }
}
