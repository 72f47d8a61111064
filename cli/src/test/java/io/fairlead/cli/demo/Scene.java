package io.fairlead.cli.demo;

import io.fairlead.cli.rest.CheckShown;
import io.fairlead.cli.rest.Circumstances;
import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.GroupShown.RoleLoadShown;
import io.fairlead.cli.rest.HandoverShown;
import io.fairlead.cli.rest.NodeShown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a manager would show of the demonstration's group. */
final class Scene {

    private static final Comparison NOT_COMPARED = new Comparison("", Double.NaN, Double.NaN, 1, 0, 0);

    private Scene() {}

    /** A group of three simulated machines and this one. */
    static GroupShown group(long round, String primary, DecisionShown newest, @Nullable DecisionShown change) {
        List<NodeShown> nodes = new ArrayList<>();
        for (String id : List.of("gw-1", "gw-2", "gw-3", Cast.THIS_MACHINE)) {
            double load = id.equals(primary) ? 38 : 20;
            String role = id.equals(primary) ? "primary" : "standby";
            boolean own = id.equals(Cast.THIS_MACHINE);
            Map<String, Double> metrics =
                    own ? new TreeMap<>(Map.of("cpu", 7.25, "memory", 40.0, "io-pressure", 3.0)) : Map.of();
            Map<String, String> unknown =
                    own ? Map.of("disk", "test reason", "cpu-pressure", "other reason") : Map.of();
            nodes.add(new NodeShown(
                    id, role, role, "alive", 0.1, load, load, load, true, false, "", metrics, unknown, "", 0, "", ""));
        }
        return new GroupShown(
                "demo",
                "steady",
                1,
                round,
                primary,
                7,
                new RoleLoadShown(18, 0, "measured"),
                newest,
                change,
                HandoverShown.none(),
                "",
                Circumstances.usual(),
                nodes);
    }

    /** The first primary of all. */
    static DecisionShown first(long round, String to) {
        return decision(round, "switch", "BOOTSTRAP", "", to, NOT_COMPARED, List.of());
    }

    static DecisionShown moved(long round, String cause, String from, String to) {
        CheckShown advantage = check("ADVANTAGE", to, 13, 12, true);
        return decision(round, "switch", cause, from, to, compared(to, 13, 2), List.of(advantage));
    }

    /** Nothing moves and the loads are not compared, because a node may not be chosen yet. */
    static DecisionShown observing(long round, String primary, String node) {
        return decision(
                round,
                "keep",
                "",
                primary,
                primary,
                NOT_COMPARED,
                List.of(check("OBSERVED", node, (double) round, 30, false)));
    }

    /** Nothing moves, though the loads are compared; this machine is in maintenance. */
    static DecisionShown kept(long round, String primary, double advantage) {
        return decision(
                round,
                "keep",
                "",
                primary,
                primary,
                compared("gw-2", advantage, 0),
                List.of(
                        check("IN_SERVICE", Cast.THIS_MACHINE, 0, 1, false),
                        check("ADVANTAGE", "gw-2", advantage, 12, advantage > 12)));
    }

    /** The last change of primary is still being measured. */
    static DecisionShown measuring(long round, String primary) {
        return decision(
                round,
                "keep",
                "",
                primary,
                primary,
                compared("gw-2", 1, 0),
                List.of(check("ROLE_MEASURED", "", 0, 1, false)));
    }

    private static Comparison compared(String candidate, double advantage, long streak) {
        return new Comparison(candidate, advantage, 12, 3, streak, 2);
    }

    private static CheckShown check(String question, String node, double found, double wanted, boolean passed) {
        String words = (node.isEmpty() ? "" : node + ": ") + question + " " + found + ", wanted " + wanted
                + (passed ? " - passed" : " - failed");
        return new CheckShown(question, node, found, wanted, passed, words);
    }

    private static DecisionShown decision(
            long round,
            String kind,
            String cause,
            String from,
            String to,
            Comparison comparison,
            List<CheckShown> checks) {
        String words = kind.equals("keep") ? to + " stays primary: test" : to + " becomes primary: test";
        return new DecisionShown(round, "", kind, "TEST", cause, from, to, words, comparison, checks, List.of());
    }
}
