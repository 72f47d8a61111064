package io.fairlead.cli.rest;

import io.fairlead.config.DurationText;
import java.time.Duration;
import java.util.List;

/**
 * One drill of a standby, as its manager shows it.
 *
 * @param node the standby
 * @param at when it began, as the manager writes it
 * @param result {@code running}, {@code passed}, {@code failed} or {@code cut}
 * @param step the step at which it failed or was broken off, or an empty text
 * @param words what came of it, in one sentence
 * @param tookSeconds how long it went on; NaN if unknown
 */
public record DrillShown(String node, String at, String result, String step, String words, double tookSeconds) {

    /**
     * The drills of a group.
     *
     * @param when how often and when standbys rehearse, in words, or an empty text where nobody does
     * @param drills the last ones, oldest first
     */
    public record Page(String when, List<DrillShown> drills) {}

    /** Reads the drills of a group as the manager writes them. */
    public static Page page(Document json) {
        String when = json.object("settings")
                .map(settings -> "each standby every "
                        + DurationText.format(
                                Duration.ofMillis(settings.integer("every_ms").orElse(0)))
                        + ", between " + settings.text("window", "?") + " in " + settings.text("zone", "?"))
                .orElse("");
        return new Page(
                when, json.objects("drills").stream().map(DrillShown::of).toList());
    }

    static DrillShown of(Document json) {
        return new DrillShown(
                json.text("node", "?"),
                json.text("time", ""),
                json.text("result", "?"),
                json.text("step", ""),
                json.text("words", "?"),
                json.numberOrUnknown("took_ms") / 1000);
    }
}
