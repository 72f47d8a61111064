package io.fairlead.manager.loop;

import io.fairlead.NodeId;

/**
 * Two processes that use one id.
 *
 * @param node the id
 * @param holder the process that has it
 * @param claimant the process that wants it too
 */
public record IdConflict(NodeId node, Party holder, Party claimant) {

    /**
     * One of the two processes.
     *
     * @param incarnation its random name
     * @param address the address that it gives for itself, or where its connection comes from
     * @param from the address that its connection comes from
     */
    public record Party(String incarnation, String address, String from) {

        /** Where the process is, in words. */
        public String where() {
            return address.equals(from) ? from : address + " (connected from " + from + ")";
        }
    }
}
