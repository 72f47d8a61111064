package io.fairlead.simulator;

import io.fairlead.primary.Cause;
import io.fairlead.primary.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replay: plain data whose component names, with underscores for humps, are the fields of the JSON
 * document.
 *
 * @param trace the trace's file name
 * @param profile the profile that decided
 * @param intervalS length of a round in seconds
 * @param rounds how many rounds there were, those in which no node was there included
 * @param nodes the nodes' ids in their order
 * @param switches every move of the role, first primaries included, in order
 * @param summary what it came to
 * @param coarse whether a round is 60 s or longer, so that the rules see little of what happens
 * @param interpolated whether the world is finer than the trace
 * @param roleLoad points that being primary added
 * @param noise standard deviation that was added, in points
 * @param seed seed of the noise
 * @param alarms in how many rounds each alarm was on
 * @param recorded how it compares with what was decided while the trace was recorded, or null if the trace does not say
 */
public record ReplayReport(
        String trace,
        String profile,
        double intervalS,
        long rounds,
        List<String> nodes,
        List<Switch> switches,
        Summary summary,
        boolean coarse,
        boolean interpolated,
        double roleLoad,
        double noise,
        long seed,
        SortedMap<String, Long> alarms,
        @Nullable Comparison recorded) {

    /**
     * How a replay compares with what was decided while its trace was recorded.
     *
     * @param switches recorded moves without first primaries
     * @param rounds rounds in which there was a primary both then and in the replay
     * @param same of them, those in which it was the same one
     * @param first the first round in which it was not, or null
     */
    public record Comparison(
            int switches, long rounds, long same, @Nullable Difference first) {

        String line() {
            String line = "recorded: " + Shown.count(switches, "switch") + "; the same primary in " + same + " of "
                    + Shown.count(rounds, "round");
            return first == null ? line : line + ", first another one in " + first.words();
        }
    }

    /**
     * A round in which a replay has another primary than was recorded.
     *
     * @param round the round
     * @param time the trace's time of that round in seconds
     * @param recorded who was primary
     * @param replayed who is primary in the replay
     */
    public record Difference(long round, double time, String recorded, String replayed) {

        String words() {
            return "round " + round + ", " + Shown.number(time, 1) + " s: " + replayed + " instead of " + recorded;
        }
    }

    /**
     * One move of the role.
     *
     * @param round the round that decided it; it counts from the next one on
     * @param time the trace's time of that round in seconds
     * @param from the primary before, or null if there was none
     * @param to the primary after
     * @param cause PREFERENCE, FAILOVER, OPERATOR (the primary's trace ends) or BOOTSTRAP
     * @param reason the core's reason
     * @param advantage points by which the new primary was less loaded, or null if loads were not compared
     * @param hysteresis points that were required, or null if loads were not compared
     * @param k the group size
     */
    public record Switch(
            long round,
            double time,
            @Nullable String from,
            String to,
            String cause,
            String reason,
            @Nullable Double advantage,
            @Nullable Double hysteresis,
            int k) {

        static Switch of(Change change, double time) {
            return new Switch(
                    change.round(),
                    time,
                    change.from() == null ? null : change.from().value(),
                    change.to().value(),
                    change.cause().name(),
                    change.reason().name(),
                    known(change.comparison().advantage()),
                    known(change.comparison().hysteresis()),
                    change.comparison().k());
        }

        /**
         * The move in one line.
         *
         * @param last who had the role last, or null if nobody had it yet
         */
        String line(@Nullable String last) {
            StringBuilder line = new StringBuilder();
            line.append("round ")
                    .append(round)
                    .append(", ")
                    .append(Shown.number(time, 1))
                    .append(" s: ");
            line.append(from == null ? "nobody" : from).append(" -> ").append(to);
            line.append("  ").append(cause).append(": ").append(why(last));
            if (advantage != null && hysteresis != null) {
                line.append(" (advantage ").append(Shown.number(advantage, 1));
                line.append(", hysteresis ")
                        .append(Shown.number(hysteresis, 1))
                        .append(", k ")
                        .append(k)
                        .append(')');
            }
            return line.toString();
        }

        /** A trace knows no operator and no second beginning: there it is the rows that end. */
        private String why(@Nullable String last) {
            if (cause.equals(Cause.OPERATOR.name()) && from != null) {
                return "the rows of " + from + " end here, so it counts as taken out";
            }
            if (cause.equals(Cause.BOOTSTRAP.name()) && last != null) {
                return "the rows of " + last + " had ended and nobody was primary";
            }
            return Reason.valueOf(reason).words();
        }
    }

    /**
     * What the moves came to. Rounds in which the primary or all others are unmeasured are left out of loads and costs.
     *
     * @param switches moves without first primaries
     * @param undone of them, those whose old primary had the role again within 15 minutes or 30 rounds, the longer
     * @param meanLoad mean of the primary's load in points, or null without any counted round
     * @param regretPoints mean of the primary's load less the least of an eligible node, or null likewise
     * @param optimum the least cost in hindsight
     * @param cost primary's load x seconds and what the switches cost, in point-seconds
     * @param ratio (cost - floor + switch cost) / (optimum - floor + switch cost)
     * @param floor least load x seconds, in point-seconds
     * @param countedRounds rounds that were not left out
     * @param overloadedS how long the primary was above 85 points while another node would not have been, in seconds
     */
    public record Summary(
            int switches,
            int undone,
            @Nullable Double meanLoad,
            @Nullable Double regretPoints,
            Optimum optimum,
            double cost,
            double ratio,
            double floor,
            long countedRounds,
            double overloadedS) {

        static Summary of(Account account) {
            return new Summary(
                    account.switches(),
                    account.undone(),
                    known(account.meanLoad()),
                    known(account.regret()),
                    new Optimum(account.switchCost(), account.optimum()),
                    account.cost(),
                    account.ratio(),
                    account.floor(),
                    account.counted(),
                    account.overloaded());
        }
    }

    /**
     * The best that could have been done.
     *
     * @param switchCost what a switch is worth, in point-seconds
     * @param cost the least cost in hindsight, in point-seconds
     */
    public record Optimum(double switchCost, double cost) {}

    /** The report for people, line by line, without colours. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(trace + ": " + Shown.count(nodes.size(), "node") + ", " + Shown.count(rounds, "round") + " of "
                + Shown.number(intervalS, 1) + " s, profile " + profile + conditions());
        if (coarse) {
            lines.add(
                    "rounds of " + Shown.number(intervalS, 1)
                            + " s are coarse: whatever is shorter is not seen; interpolate to judge the rules at their own pace");
        }
        String last = null;
        for (Switch change : switches) {
            lines.add(change.line(last));
            last = change.to();
        }
        alarms.forEach((alarm, count) -> lines.add("alarm " + alarm + " in " + Shown.count(count, "round")));
        lines.add(Shown.count(summary.switches, "switch") + ", " + summary.undone + " of them undone soon");
        if (recorded != null) {
            lines.add(recorded.line());
        }
        if (summary.meanLoad == null || summary.regretPoints == null) {
            lines.add("no round had a measured primary and another measured node: nothing to judge");
            return lines;
        }
        lines.add("primary's load " + Shown.number(summary.meanLoad, 2) + " points on average, "
                + Shown.number(summary.regretPoints, 2) + " above the least loaded eligible node");
        lines.add("cost " + Shown.number(summary.cost, 0) + " point-seconds, hindsight optimum "
                + Shown.number(summary.optimum.cost, 0) + " at " + Shown.number(summary.optimum.switchCost, 0)
                + " per switch, ratio " + Shown.number(summary.ratio, 2) + " (both less the floor of "
                + Shown.number(summary.floor, 0) + ", plus one switch)");
        return lines;
    }

    private String conditions() {
        String text = interpolated ? ", interpolated" : "";
        if (noise > 0) {
            text += ", noise " + Shown.number(noise, 2) + " (seed " + seed + ")";
        }
        return roleLoad > 0 ? text + ", role load " + Shown.number(roleLoad, 2) : text;
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
