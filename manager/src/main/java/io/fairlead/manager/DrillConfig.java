package io.fairlead.manager;

import io.fairlead.config.Settings;
import io.fairlead.manager.loop.DrillSettings;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how often the standbys of a group rehearse, and at which time of day. */
final class DrillConfig {

    /** Every key of the section; docs/configuration.md explains each. */
    static final List<String> KEYS = List.of("every", "window");

    private static final String TIME = "([01][0-9]|2[0-3]):([0-5][0-9])";
    private static final Pattern WINDOW = Pattern.compile(TIME + "-" + TIME);

    private DrillConfig() {}

    static DrillSettings read(Settings section) {
        section.known(KEYS.toArray(String[]::new));
        return section.build(() -> new DrillSettings(every(section), window(section), ZoneId.systemDefault()));
    }

    private static Duration every(Settings section) {
        return section.duration("every").orElseThrow(() -> section.refused("every", "a duration such as 7d"));
    }

    private static DrillSettings.Window window(Settings section) {
        Matcher times = WINDOW.matcher(section.text("window").orElse(""));
        if (!times.matches()) {
            throw section.refused("window", "two times of day such as \"02:00-04:00\"");
        }
        return new DrillSettings.Window(time(times, 1), time(times, 3));
    }

    private static LocalTime time(Matcher times, int hour) {
        return LocalTime.of(Integer.parseInt(times.group(hour)), Integer.parseInt(times.group(hour + 1)));
    }
}
