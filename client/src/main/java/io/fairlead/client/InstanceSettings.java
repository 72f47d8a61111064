package io.fairlead.client;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.SafetyMargin;
import java.util.Optional;

/**
 * What an instance is.
 *
 * @param service the service that it belongs to
 * @param instance its id, one within the service, its machine, and the endpoint that callers are told
 * @param firstState what it begins as; anything but {@link InstanceState#UP} until it can take rooms
 * @param ceilings ceilings of its own in percent; those that it does not name are its service's
 */
public record InstanceSettings(
        ServiceId service, Instance instance, InstanceState firstState, Optional<SafetyMargin> ceilings) {

    /**
     * An instance that takes rooms from the start, with its service's ceilings, on a machine that it has to itself.
     *
     * @param service the service
     * @param id its id
     * @param endpoint what callers are told, for example {@code ws://10.0.0.5:9000}: 1..255 printable ASCII characters without
     *     spaces
     */
    public static InstanceSettings of(ServiceId service, InstanceId id, String endpoint) {
        return new InstanceSettings(
                service, new Instance(id, new NodeId(id.value()), endpoint), InstanceState.UP, Optional.empty());
    }

    /** The same on a named machine. */
    public InstanceSettings on(NodeId node) {
        return new InstanceSettings(
                service, new Instance(instance.id(), node, instance.endpoint()), firstState, ceilings);
    }

    /** The same with another first state. */
    public InstanceSettings beginningAs(InstanceState state) {
        return new InstanceSettings(service, instance, state, ceilings);
    }

    /** The same with ceilings of its own. */
    public InstanceSettings with(SafetyMargin own) {
        return new InstanceSettings(service, instance, firstState, Optional.of(own));
    }
}
