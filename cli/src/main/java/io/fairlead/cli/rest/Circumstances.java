package io.fairlead.cli.rest;

import java.util.ArrayList;
import java.util.List;

/**
 * What keeps the decisions of a group from being what they usually are.
 *
 * @param observe which decisions are shown and not carried out: {@code off} for none
 * @param pause which decisions are not made: {@code off} for none
 * @param maintenance nodes that are out of the election
 * @param startWaitSeconds for how long nobody is promoted because the manager has just started; NaN if unknown
 * @param failedRounds rounds that ended in a bug
 */
public record Circumstances(
        Source observe, Source pause, List<Out> maintenance, double startWaitSeconds, long failedRounds) {

    /** A value, and whether an operator ordered it or it comes from the configuration. */
    public record Source(String value, boolean ordered) {

        static Source of(Document json) {
            return new Source(json.text("value", "off"), json.text("source", "").equals("ordered"));
        }

        private String words() {
            return ordered ? "ordered" : "configured";
        }
    }

    /** A node that is out of the election, and whether an operator ordered that. */
    public record Out(String node, boolean ordered) {}

    /** Copies the nodes. */
    public Circumstances {
        maintenance = List.copyOf(maintenance);
    }

    /** Nothing unusual. */
    public static Circumstances usual() {
        return of(Document.empty());
    }

    /** Reads what is in force. */
    static Circumstances of(Document orders) {
        List<Out> out = new ArrayList<>();
        for (Document node : orders.objects("maintenance")) {
            if (node.isTrue("on")) {
                out.add(new Out(node.text("node", "?"), node.text("source", "").equals("ordered")));
            }
        }
        return new Circumstances(
                Source.of(orders.object("observe").orElseGet(Document::empty)),
                Source.of(orders.object("pause").orElseGet(Document::empty)),
                out,
                0,
                0);
    }

    Circumstances with(double startWait, long failed) {
        return new Circumstances(observe, pause, maintenance, startWait, failed);
    }

    /** Each of them in words; empty where all is as usual. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (!observe.value.equals("off")) {
            String what = observe.value.equals("all") ? "all changes are" : "load-driven changes are";
            words.add("observe mode \"" + observe.value + "\" (" + observe.words() + "): " + what
                    + " shown and not carried out");
        }
        if (!pause.value.equals("off")) {
            String what = pause.value.equals("all")
                    ? "nothing is decided, and a dead primary is not replaced"
                    : "nothing is decided from load; a dead primary is still replaced";
            words.add("paused (" + pause.words() + "): " + what);
        }
        for (Out node : maintenance) {
            words.add(node.node + " is in maintenance (" + (node.ordered ? "ordered" : "configured") + ")");
        }
        if (startWaitSeconds > 0) {
            words.add("the manager has just started: for " + Figures.seconds(startWaitSeconds)
                    + " more nobody is promoted, because there may be a primary that it has not heard of yet");
        }
        if (failedRounds > 0) {
            words.add(Figures.count(failedRounds, "round") + " failed because of a bug: see the manager's log");
        }
        return words;
    }
}
