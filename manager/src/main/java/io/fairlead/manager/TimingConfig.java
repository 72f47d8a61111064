package io.fairlead.manager;

import io.fairlead.config.Settings;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads for how long a role lasts: {@code safe}, {@code fast}, or a section with single times. */
final class TimingConfig {

    /** Every key of the section; docs/configuration.md explains each. */
    static final List<String> KEYS = List.of("lease", "heartbeat", "answer-wait", "failsafe-after", "fence-lead");

    /** A role that lasts for less is lost with the first answer that comes late. */
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    private static final Duration LONGEST_LEASE = Duration.ofHours(1);

    private TimingConfig() {}

    /** The timing that a section asks for, or empty if it says nothing. */
    static Optional<Timing> read(Settings settings) {
        if (settings.hasSection("timing")) {
            return settings.section("timing").map(TimingConfig::times);
        }
        return settings.text("timing").map(name -> switch (name) {
            case "safe" -> Timing.safe();
            case "fast" -> Timing.fast();
            default -> throw settings.refused("timing", "safe, fast, or a section with lease");
        });
    }

    private static Timing times(Settings section) {
        section.known(KEYS.toArray(String[]::new));
        Duration lease = section.duration("lease").orElse(Timing.safe().lease());
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw section.refused("lease", "1s..1h");
        }
        Timing usual = Timing.of(lease);
        return section.build(() -> new Timing(
                section.duration("heartbeat").orElse(usual.heartbeat()),
                section.duration("answer-wait").orElse(usual.answerWait()),
                section.duration("failsafe-after").orElse(usual.failsafeAfter()),
                section.duration("fence-lead").orElse(usual.fenceLead()),
                lease));
    }
}
