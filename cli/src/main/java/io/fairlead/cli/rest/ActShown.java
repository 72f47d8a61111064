package io.fairlead.cli.rest;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * What an operator did, as the audit tells it.
 *
 * @param at when, as the manager wrote it
 * @param words what, by whom and why, in one line
 */
public record ActShown(String at, String words) {

    /** The acts on a group that were carried out, oldest first. */
    public static List<ActShown> all(Document audit, String group) {
        return audit.objects("acts").stream()
                .filter(act -> act.text("group", "").equals(group)
                        && act.text("result", "").equals("done"))
                .map(ActShown::of)
                .toList();
    }

    private static ActShown of(Document act) {
        String node = act.text("node", "");
        String who = act.text("by", "");
        String reason = act.text("reason", "");
        String words = "order: " + act.text("what", "?") + (node.isEmpty() ? "" : " of " + node) + ", from "
                + act.text("old", "?") + " to " + act.text("new", "?") + ", "
                + (who.isEmpty() ? "from " + act.text("from", "?") : "by " + who)
                + (reason.isEmpty() ? "" : ": " + reason);
        return new ActShown(act.text("time", ""), words);
    }

    /** Whether it was before a moment that a manager wrote; of what is no time nothing is known, and it was not. */
    public boolean isBefore(String other) {
        try {
            return Instant.parse(at).isBefore(Instant.parse(other));
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
