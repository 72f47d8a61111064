package io.fairlead.cli.rest;

import java.util.List;

/**
 * Rounds of a group that its manager could not record.
 *
 * @param after the last recorded round before them
 * @param before the first recorded round after them
 */
public record GapShown(long after, long before) {

    /** Reads the gaps of a page; a manager that tells of none has none, or is an older one. */
    public static List<GapShown> all(Document page) {
        return page.objects("gaps").stream()
                .map(gap -> new GapShown(
                        gap.integer("after").orElse(0), gap.integer("before").orElse(0)))
                .toList();
    }

    /** The rounds, such as {@code 524-538}. */
    public String rounds() {
        return before - after == 2 ? Long.toString(after + 1) : (after + 1) + "-" + (before - 1);
    }

    /** That they are missing, and why. */
    public String words() {
        return Figures.count(before - after - 1, "round") + " not recorded: the journal could not be written";
    }
}
