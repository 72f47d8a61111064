package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;

/**
 * The process that a room lives in. A restarted instance is another owner: its rooms went with the process before.
 *
 * @param instance the instance
 * @param incarnation its process
 */
public record Owner(InstanceId instance, Incarnation incarnation) {

    @Override
    public String toString() {
        return instance + "#" + incarnation;
    }
}
