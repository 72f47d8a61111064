package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When instances reported through this process last: one that is not there any more before its time shows a loss. */
final class Reported {

    private final Access access;
    private final Map<Reporting, Long> last = new ConcurrentHashMap<>();

    private record Reporting(ServiceId service, InstanceId instance) {}

    Reported(Access access) {
        this.access = access;
    }

    /** A report was stored; whether one of the instance stood before. */
    void stored(ServiceId service, InstanceId instance, boolean stood) {
        long now = access.troubles().now();
        Long before = last.put(new Reporting(service, instance), now);
        if (!stood
                && before != null
                && now - before < access.lifetimes().forget().toNanos() / 2) {
            access.troubles().forgotten();
        }
    }

    /** An instance has left. */
    void left(ServiceId service, InstanceId instance) {
        last.remove(new Reporting(service, instance));
    }
}
