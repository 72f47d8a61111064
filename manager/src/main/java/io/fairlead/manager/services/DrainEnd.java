package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.store.Drain;

/**
 * An order to drain that has ended.
 *
 * @param service the service
 * @param drain the order, with its age at the end
 * @param how how it ended
 */
public record DrainEnd(ServiceId service, Drain drain, How how) {

    /** How an order to drain ends. */
    public enum How {
        /** An operator took it back. */
        CANCELLED("an operator took it back"),
        /** The instance has left. */
        LEFT("the instance has left"),
        /** The instance fell silent and was forgotten. */
        LOST("the instance was lost"),
        /** Another process has its id, and takes rooms. */
        RESTARTED("another process has its id now");

        private final String words;

        How(String words) {
            this.words = words;
        }

        /** In words, for a log or a person. */
        public String words() {
            return words;
        }
    }
}
