package io.fairlead.agent;

import io.fairlead.agent.role.HealthSettings;
import io.fairlead.config.Settings;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the key {@code health}: a section in a file, and as a flag {@code every=7s,timeout=3s,rise=2,fall=3}. */
final class HealthKey {
    private static final String KEY = "health";

    private HealthKey() {}

    static HealthSettings read(Settings settings) {
        if (!settings.hasSection(KEY)) {
            return settings.text(KEY).isEmpty() ? HealthSettings.standard() : of(flag(settings));
        }
        return of(settings.section(KEY).orElseThrow());
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

    private static Settings flag(Settings settings) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : settings.texts(KEY).orElseThrow()) {
            String[] words = part.split("=", -1);
            if (words.length != 2) {
                throw settings.refused(KEY, "a section, or a text such as every=7s,timeout=3s,rise=2,fall=3");
            }
            parts.put(words[0].strip(), words[1].strip());
        }
        return Settings.none().withFlags(parts);
    }
}
