package io.fairlead.agent;

import io.fairlead.agent.role.HealthSettings;
import io.fairlead.config.Settings;

/** Reads the key {@code health}: a section in a file, and as a flag {@code every=7s,timeout=3s,rise=2,fall=3}. */
final class HealthKey {
    private static final String KEY = "health";

    private HealthKey() {}

    static HealthSettings read(Settings settings) {
        return settings.section(KEY, "every=7s,timeout=3s,rise=2,fall=3")
                .map(HealthKey::of)
                .orElseGet(HealthSettings::standard);
    }

    private static HealthSettings of(Settings section) {
        section.known("every", "timeout", "rise", "fall");
        HealthSettings usual = HealthSettings.standard();
        return section.build(() -> new HealthSettings(
                section.duration("every").orElse(usual.every()),
                section.duration("timeout").orElse(usual.timeout()),
                whole(section, "rise", usual.rise()),
                whole(section, "fall", usual.fall())));
    }

    /** What is too large for a number of answers is refused with the range. */
    private static int whole(Settings section, String key, int usual) {
        return (int) Math.max(
                Integer.MIN_VALUE,
                Math.min(Integer.MAX_VALUE, section.integer(key).orElse(usual)));
    }
}
