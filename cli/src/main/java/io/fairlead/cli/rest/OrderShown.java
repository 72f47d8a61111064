package io.fairlead.cli.rest;

import java.util.List;

/**
 * What came of an order, as the manager says it.
 *
 * @param before the value before
 * @param after the value now
 * @param primary the primary now, or an empty text
 * @param circumstances what keeps decisions from being what they usually are
 * @param notes what else has to be known of this order
 */
public record OrderShown(String before, String after, String primary, Circumstances circumstances, List<String> notes) {

    /** Copies the notes. */
    public OrderShown {
        notes = List.copyOf(notes);
    }

    /** Reads the answer to an order. */
    public static OrderShown of(Document json) {
        Document act = json.object("act").orElseGet(Document::empty);
        return new OrderShown(
                act.text("old", "?"),
                act.text("new", "?"),
                json.text("primary", ""),
                Circumstances.of(json.object("orders").orElseGet(Document::empty)),
                json.texts("notes"));
    }

    /** Whether anything is different from before. */
    public boolean isNews() {
        return !before.equals(after);
    }
}
