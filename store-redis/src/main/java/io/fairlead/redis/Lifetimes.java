package io.fairlead.redis;

import io.fairlead.placement.LoadReport;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.ReportStore;
import java.time.Duration;

/**
 * How long things last in Redis. Tests shorten them; in operation they are those of the ports.
 *
 * @param claim how long a room's claim lasts
 * @param forget how long a silent instance stays in view
 * @param sample how long a sample counts; so long live the method's weights, and schedulers that do not look
 * @param sweep how long a member of the method's list must have been dead, as far as this process saw, before it is taken out
 *     of the list: long enough that a reporter that was stopped for a moment finds itself there
 * @param settle after an outage or a loss, how long silence tells nothing: two reports, by which each instance has reported
 *     again
 */
record Lifetimes(Duration claim, Duration forget, Duration sample, Duration sweep, Duration settle) {

    static Lifetimes standard() {
        return new Lifetimes(
                AffinityStore.CLAIM_TTL,
                ReportStore.FORGET_AFTER,
                PlacementSettings.DEFAULT_SAMPLE_TTL,
                Duration.ofSeconds(30),
                LoadReport.PERIOD.multipliedBy(2));
    }

    static String millis(Duration span) {
        return Long.toString(span.toMillis());
    }

    static String micros(Duration span) {
        return Long.toString(span.toNanos() / 1000);
    }
}
