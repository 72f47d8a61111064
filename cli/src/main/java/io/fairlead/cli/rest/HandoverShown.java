package io.fairlead.cli.rest;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a group's change of primary has come, as its manager shows it.
 *
 * @param step the step in one word, {@code steady} where nothing changes
 * @param kind why there is a change, {@code drill} where nothing but a drill goes on, or an empty text
 * @param number number of the change, or of the last one
 * @param from the primary before, or an empty text
 * @param to the candidate, or an empty text
 * @param sinceSeconds time since the step began; NaN if unknown
 * @param barred nodes that are left out for now, each with the time left, in words
 * @param news what happened last, oldest first
 */
public record HandoverShown(
        String step,
        String kind,
        long number,
        String from,
        String to,
        double sinceSeconds,
        List<String> barred,
        List<NewsShown> news) {

    /**
     * Something that happened to a change.
     *
     * @param change the number of the change
     * @param time when, as the manager writes it
     * @param what the constant
     * @param words in English
     * @param trouble whether somebody should look at it
     */
    public record NewsShown(long change, String time, String what, String words, boolean trouble) {}

    /** Nothing changes, and nothing has. */
    public static HandoverShown none() {
        return new HandoverShown("steady", "", 0, "", "", 0, List.of(), List.of());
    }

    static HandoverShown of(Document json) {
        List<String> barred = new ArrayList<>();
        for (Document bar : json.objects("barred")) {
            barred.add(bar.text("node", "?") + " for " + Math.round(bar.numberOrUnknown("left_ms") / 1000) + " s");
        }
        return new HandoverShown(
                json.text("step", "steady"),
                json.text("kind", ""),
                json.integer("number").orElse(0),
                json.text("from", ""),
                json.text("to", ""),
                json.numberOrUnknown("since_ms") / 1000,
                barred,
                json.objects("news").stream()
                        .map(news -> new NewsShown(
                                news.integer("change").orElse(0),
                                news.text("time", ""),
                                news.text("what", "?"),
                                news.text("words", "?"),
                                !news.isFalse("trouble")))
                        .toList());
    }

    /** Whether what goes on is a drill, after which nothing has changed. */
    public boolean isDrill() {
        return kind.equals("drill");
    }

    /** Whether a change is being carried out. */
    public boolean isUnderWay() {
        return !step.equals("steady");
    }

    /** What a person should know of the newest change, in words. */
    public List<String> troubles() {
        return news.stream()
                .filter(one -> one.trouble() && one.change() >= number - (isUnderWay() ? 1 : 0))
                .map(NewsShown::words)
                .toList();
    }
}
