package io.fairlead.agent.role;

import io.fairlead.config.Bounds;
import io.fairlead.config.DurationText;
import java.time.Duration;

/**
 * When the health hook is asked, and how many answers count.
 *
 * @param every time between two questions, 100ms..1h
 * @param timeout how long an answer may take, 50ms..1m, and shorter than {@code every}
 * @param rise successes in a row after which a failed node is able to work again, 1..100
 * @param fall failures in a row after which a node is not able to work any more, 1..100
 */
public record HealthSettings(Duration every, Duration timeout, int rise, int fall) {
    private static final int MOST = 100;

    /** Refuses with {@link IllegalArgumentException} that names key, value and what is allowed. */
    public HealthSettings {
        Bounds.duration("health.every", every, Duration.ofMillis(100), Duration.ofHours(1));
        Bounds.duration("health.timeout", timeout, Duration.ofMillis(50), Duration.ofMinutes(1));
        Bounds.integer("health.rise", rise, 1, MOST);
        Bounds.integer("health.fall", fall, 1, MOST);
        if (timeout.compareTo(every) >= 0) {
            throw new IllegalArgumentException("found health.timeout " + DurationText.format(timeout)
                    + " with health.every " + DurationText.format(every) + ", expected a timeout that is shorter");
        }
    }

    /** 7 s, 3 s, 2 and 3: a node that fails for good is known to within 24 s. */
    public static HealthSettings standard() {
        return new HealthSettings(Duration.ofSeconds(7), Duration.ofSeconds(3), 2, 3);
    }
}
