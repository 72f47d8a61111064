package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.placement.PlacementSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Programs that place rooms themselves by what this manager shows them: they count as schedulers beside it, for as long as a
 * sample counts after their last look. Touched by the loop's thread only.
 */
final class Watchers {

    private static final Duration COUNTS_FOR = PlacementSettings.DEFAULT_SAMPLE_TTL;

    /** Bounds the memory whatever names strangers bring. */
    private static final int MOST = 10_000;

    private final ServiceClock clock;

    /** In the order of their last looks. */
    private final Map<Watcher, Instant> looks = new LinkedHashMap<>();

    private record Watcher(ServiceId service, String name) {}

    Watchers(ServiceClock clock) {
        this.clock = clock;
    }

    /** A program has looked at a service. */
    void looked(ServiceId service, String name) {
        Watcher watcher = new Watcher(service, name);
        looks.remove(watcher);
        looks.put(watcher, clock.now());
        forget(looks.size() > MOST);
    }

    /** How many there are of a service. */
    int of(ServiceId service) {
        forget(false);
        return (int) looks.keySet().stream()
                .filter(watcher -> watcher.service.equals(service))
                .count();
    }

    private void forget(boolean tooMany) {
        Instant oldest = clock.now().minus(COUNTS_FOR);
        var entries = looks.values().iterator();
        boolean one = tooMany;
        while (entries.hasNext() && (entries.next().isBefore(oldest) || one)) {
            entries.remove();
            one = false;
        }
    }
}
