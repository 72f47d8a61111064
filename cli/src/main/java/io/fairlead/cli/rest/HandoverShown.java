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
     * @param drill whether it is about a drill
     * @param node the node that it is about
     * @param time when, as the manager writes it
     * @param what the constant
     * @param words in English
     * @param trouble whether somebody should look at it
     */
    public record NewsShown(
            long change, boolean drill, String node, String time, String what, String words, boolean trouble) {}

    /** Nothing changes, and nothing has. */
    public static HandoverShown none() {
        return new HandoverShown("steady", "", 0, "", "", 0, List.of(), List.of());
    }

    /** Whether a node is left out for now. */
    public boolean isBarred(String node) {
        return barred.stream().anyMatch(bar -> bar.startsWith(node + " for "));
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
                                news.isTrue("drill"),
                                news.text("node", ""),
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

    /**
     * What a person should know, in words: of the newest change until the next one is over, and of a drill that came after
     * it until the next drill.
     */
    public List<String> troubles() {
        long change = newestChange(isUnderWay() && !isDrill() ? number : Long.MAX_VALUE);
        return news.stream()
                .filter(one -> one.trouble() && (one.drill() ? isOfTheNewest(one) : one.change() >= change))
                .map(NewsShown::words)
                .toList();
    }

    /** What went wrong from the change on that was begun last to make a node primary. */
    public List<String> troublesSinceItWasToBe(String node) {
        long change = news.stream()
                .filter(one -> one.what().equals("STARTED") && one.node().equals(node))
                .mapToLong(NewsShown::change)
                .max()
                .orElse(number);
        return news.stream()
                .filter(one -> one.trouble() && one.change() >= change)
                .map(NewsShown::words)
                .toList();
    }

    private boolean isOfTheNewest(NewsShown drill) {
        return drill.change() >= number - (isUnderWay() ? 1 : 0);
    }

    private long newestChange(long before) {
        return news.stream()
                .filter(one -> !one.drill() && one.change() < before)
                .mapToLong(NewsShown::change)
                .max()
                .orElse(0);
    }
}
