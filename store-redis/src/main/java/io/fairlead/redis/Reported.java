package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** When instances reported through this process last: one that is not there any more before its time shows a loss. */
final class Reported {

    private final Access access;

    /** In the order of their last reports, so that those which ended without a word are forgotten. */
    private final Map<Reporting, Long> last = new LinkedHashMap<>();

    private record Reporting(ServiceId service, InstanceId instance) {}

    Reported(Access access) {
        this.access = access;
    }

    /** A report was stored; whether one of the instance stood before. */
    synchronized void stored(ServiceId service, InstanceId instance, boolean stood) {
        long now = access.troubles().now();
        long counts = access.lifetimes().forget().toNanos() / 2;
        Iterator<Long> oldest = last.values().iterator();
        while (oldest.hasNext() && now - oldest.next() >= counts) {
            oldest.remove();
        }
        Reporting reporting = new Reporting(service, instance);
        boolean reportedLately = last.remove(reporting) != null;
        last.put(reporting, now);
        if (!stood && reportedLately) {
            access.troubles().forgotten();
        }
    }

    /** An instance has left. */
    synchronized void left(ServiceId service, InstanceId instance) {
        last.remove(new Reporting(service, instance));
    }
}
