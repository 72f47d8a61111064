package io.fairlead.cli.rest;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One group as its manager shows it.
 *
 * @param group the group's id
 * @param profile how its primary is chosen
 * @param intervalSeconds length of a round; NaN if unknown
 * @param round number of the last round
 * @param primary the primary, or an empty text
 * @param token the newest fencing token
 * @param roleLoad what being primary is taken to cost
 * @param newest the newest decision, or null before the first
 * @param change the newest decision that moved the role, or null
 * @param handover how far a change of primary has come
 * @param heldByFailsafe the primary that goes on by the promises of others, heard or not, or an empty text
 * @param circumstances what keeps decisions from being what they usually are
 * @param nodes its nodes in the order of their ids
 */
public record GroupShown(
        String group,
        String profile,
        double intervalSeconds,
        long round,
        String primary,
        long token,
        RoleLoadShown roleLoad,
        @Nullable DecisionShown newest,
        @Nullable DecisionShown change,
        HandoverShown handover,
        String heldByFailsafe,
        Circumstances circumstances,
        List<NodeShown> nodes) {

    /**
     * What being primary is taken to cost.
     *
     * @param points in points; NaN if unknown
     * @param margin points that are added in case that is too low
     * @param source where it is known from, {@code unknown}, or {@code off} where it is not looked at
     */
    public record RoleLoadShown(double points, double margin, String source) {

        static RoleLoadShown of(Document json, boolean off) {
            return new RoleLoadShown(
                    json.numberOrUnknown("points"),
                    json.numberOrUnknown("margin"),
                    off ? "off" : json.text("source", "unknown"));
        }
    }

    /** Reads a group as the manager writes it. */
    public static GroupShown of(Document json) {
        Document settings = json.object("settings").orElseGet(Document::empty);
        return new GroupShown(
                json.text("group", "?"),
                settings.text("profile", "?"),
                settings.numberOrUnknown("sample_interval_ms") / 1000,
                json.integer("round").orElse(0),
                json.object("primary").map(primary -> primary.text("node", "?")).orElse(""),
                json.integer("token").orElse(0),
                RoleLoadShown.of(json.object("role_load").orElseGet(Document::empty), settings.isFalse("role_load")),
                json.object("decision").map(DecisionShown::of).orElse(null),
                json.object("last_change").map(DecisionShown::of).orElse(null),
                HandoverShown.of(json.object("handover").orElseGet(Document::empty)),
                json.text("held_by_failsafe", ""),
                Circumstances.of(json.object("orders").orElseGet(Document::empty))
                        .with(
                                json.numberOrUnknown("start_wait_left_ms") / 1000,
                                json.integer("failed_rounds").orElse(0)),
                json.objects("nodes").stream().map(NodeShown::of).toList());
    }

    /** A node, or empty where the group has none of that id. */
    public Optional<NodeShown> node(String id) {
        return nodes.stream().filter(node -> node.node().equals(id)).findFirst();
    }

    /** Nodes that are heard of. */
    public long heard() {
        return nodes.stream().filter(NodeShown::isHeard).count();
    }
}
