package io.fairlead.agent.metrics;

import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import java.time.Duration;
import java.util.Optional;

/**
 * How it stands with one metric at some moment.
 *
 * @param reading its newest reading
 * @param origin where that came from
 * @param age how long ago it was read
 * @param sinceKnown how long ago it was known last; empty if it never was
 */
public record MetricState(Reading reading, Origin origin, Duration age, Optional<Duration> sinceKnown) {}
