package io.fairlead.manager.services;

import io.fairlead.manager.loop.Timeline;
import io.fairlead.placement.LoadReport;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time of the stores, which stands still while the manager itself could not listen: nobody's silence in that time
 * counts, and no claim ends in it. Touched by the loop's thread only.
 */
final class ServiceClock {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceClock.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** A look that comes later than this shows that the manager itself was stopped. */
    private static final Duration OWN_PAUSE = Duration.ofSeconds(2);

    /** After a pause every load is an old one until each instance has reported; one report may get lost. */
    private static final Duration BLIND = LoadReport.PERIOD.multipliedBy(2);

    private final Timeline timeline;
    private final Duration origin;

    /** Wall time at the start keeps epochs above those that a manager before this one gave. */
    private final Instant start;

    private Duration last;
    private Duration leftOut = Duration.ZERO;
    private Duration blindUntil = Duration.ZERO;

    ServiceClock(Timeline timeline) {
        this.timeline = timeline;
        this.origin = timeline.now();
        this.last = origin;
        this.start = Instant.ofEpochMilli(timeline.wallMillis());
        timeline.every(LOOK_EVERY, LOOK_EVERY, this::look);
    }

    /** The stores' time now. */
    Instant now() {
        return start.plus(running());
    }

    /** Time since the manager's start in which it could listen. */
    Duration running() {
        look();
        return last.minus(origin).minus(leftOut);
    }

    /** Whether loads can be believed: not just after the manager itself was stopped. */
    boolean canSee() {
        look();
        return last.compareTo(blindUntil) >= 0;
    }

    private void look() {
        Duration now = timeline.now();
        Duration gap = now.minus(last);
        last = now;
        if (gap.compareTo(OWN_PAUSE) > 0) {
            LOG.warn("the manager was stopped for {} ms; no instance's silence in that time counts", gap.toMillis());
            leftOut = leftOut.plus(gap);
            blindUntil = now.plus(BLIND);
        }
    }
}
