package io.fairlead.agent;

import io.fairlead.agent.metrics.MetricState;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Reading;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Remembers the newest reading of each metric, and when it was known last. Safe for use by several threads. */
final class ReadingBook {
    private final Map<String, Long> knownAt = new HashMap<>();
    private MachineReading newest = new MachineReading(new TreeMap<>(), new TreeMap<>());
    private long readAt;

    /**
     * Takes in a reading.
     *
     * @param nanos when it was made, on a monotonic clock
     */
    synchronized void note(MachineReading reading, long nanos) {
        newest = reading;
        readAt = nanos;
        reading.known().keySet().forEach(metric -> knownAt.put(metric, nanos));
    }

    /** How it stands with each metric now. */
    synchronized SortedMap<String, MetricState> at(long nanos) {
        SortedMap<String, MetricState> states = new TreeMap<>();
        for (Map.Entry<String, Reading> metric : newest.byMetric().entrySet()) {
            String name = metric.getKey();
            states.put(
                    name,
                    new MetricState(
                            metric.getValue(),
                            newest.origin(name),
                            Duration.ofNanos(nanos - readAt),
                            Optional.ofNullable(knownAt.get(name)).map(then -> Duration.ofNanos(nanos - then))));
        }
        return states;
    }
}
