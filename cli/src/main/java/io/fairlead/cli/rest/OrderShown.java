package io.fairlead.cli.rest;

/**
 * What came of an order, as the manager says it.
 *
 * @param before the value before
 * @param after the value now
 * @param primary the primary now, or an empty text
 * @param circumstances what keeps decisions from being what they usually are
 */
public record OrderShown(String before, String after, String primary, Circumstances circumstances) {

    /** Reads the answer to an order. */
    public static OrderShown of(Document json) {
        Document act = json.object("act").orElseGet(Document::empty);
        return new OrderShown(
                act.text("old", "?"),
                act.text("new", "?"),
                json.text("primary", ""),
                Circumstances.of(json.object("orders").orElseGet(Document::empty)));
    }

    /** Whether anything is different from before. */
    public boolean isNews() {
        return !before.equals(after);
    }
}
