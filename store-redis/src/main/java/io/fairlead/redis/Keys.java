package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Room;

/**
 * The names of everything in Redis, in one place. Ids hold neither colons nor braces, so no two names are equal, and a
 * script's keys share the slot that stands in the braces.
 */
final class Keys {

    private final String prefix;

    /**
     * @param prefix of all names, without the colon that sets it apart; empty for none. So {@code prod} never meets {@code
     *     prod2}
     */
    Keys(String prefix) {
        this.prefix = prefix.isEmpty() ? "" : prefix + ":";
    }

    String reports(ServiceId service) {
        return prefix + "FAIRLEAD:{" + service + "}:reports";
    }

    String drains(ServiceId service) {
        return prefix + "FAIRLEAD:{" + service + "}:drains";
    }

    String schedulers(ServiceId service) {
        return prefix + "FAIRLEAD:{" + service + "}:schedulers";
    }

    String room(Room room) {
        return prefix + "FAIRLEAD:{" + room.service() + ":" + room.id() + "}";
    }

    /** The services that had an instance, by the time at which one last reported. */
    String services() {
        return prefix + "FAIRLEAD:services";
    }

    String probe() {
        return prefix + "FAIRLEAD:probe";
    }

    /** One of many probes, for one that lies on a certain server of a cluster. */
    String probe(int number) {
        return probe() + ":" + number;
    }

    /** The method's own: the set of a service's instances. */
    String members(ServiceId service) {
        return prefix + "REGISTRY:LIST:" + service;
    }

    /** Where an instance is: endpoint and node. */
    String member(ServiceId service, InstanceId instance) {
        return prefix + "REGISTRY:INSTANCE:" + service + ":" + instance;
    }

    /** The method's own: the weight of a node. */
    String weight(NodeId node) {
        return prefix + "REGISTRY:NODE:LOAD:" + node;
    }
}
