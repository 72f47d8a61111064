package io.fairlead.manager.metrics;

import java.util.List;

/**
 * Every metric of the manager. Names are added, never renamed; docs/metrics.md has a row for each.
 *
 * <p>What is unknown has no sample at all: it is never 0.
 */
public enum Metric {
    /** Nodes of a group that are on its list. */
    GROUP_NODES(Type.GAUGE, "fairlead_group_nodes", "Nodes on the group's list", "group"),
    /** The group size k as far as heartbeats tell. */
    GROUP_NODES_ALIVE(Type.GAUGE, "fairlead_group_nodes_alive", "Nodes whose heartbeats arrive", "group"),
    /** Whether somebody is primary. */
    GROUP_HAS_PRIMARY(Type.GAUGE, "fairlead_group_has_primary", "1 while a node is primary, else 0", "group"),
    /** Rounds since the group began; goes on through restarts. */
    GROUP_ROUNDS(Type.COUNTER, "fairlead_group_rounds", "Rounds evaluated since the group began", "group"),
    /** Rounds that a bug ended. */
    GROUP_FAILED_ROUNDS(
            Type.COUNTER,
            "fairlead_group_failed_rounds",
            "Rounds that a bug ended, since the manager started",
            "group"),
    /** Changes of primary by cause, {@code lost} where nobody followed. */
    GROUP_CHANGES(
            Type.COUNTER,
            "fairlead_group_changes",
            "Changes of primary since the manager started; cause lost: nobody followed",
            "group",
            "cause"),
    /** Rounds that an advantage has held. */
    GROUP_STREAK(Type.GAUGE, "fairlead_group_streak_rounds", "Rounds that an advantage has held", "group"),
    /** By how much the best standby is less loaded. */
    GROUP_ADVANTAGE(
            Type.GAUGE,
            "fairlead_group_advantage_points",
            "By how many points the best standby is less loaded than the primary",
            "group"),
    /** How much advantage a change needs. */
    GROUP_HYSTERESIS(
            Type.GAUGE,
            "fairlead_group_hysteresis_points",
            "Advantage that a change for load needs, in points",
            "group"),
    /** What being primary costs. */
    GROUP_ROLE_LOAD(
            Type.GAUGE, "fairlead_group_role_load_points", "What being primary costs, in points of load", "group"),
    /** The time in which a manager that has started promotes nobody. */
    GROUP_START_WAIT(
            Type.GAUGE,
            "fairlead_group_start_wait_seconds",
            "Time for which nobody is promoted because the manager has just started",
            "group"),
    /** What a person should know. */
    GROUP_ALARM(
            Type.GAUGE,
            "fairlead_group_alarm",
            "1 for each alarm of the newest decision; node is empty where it concerns the group",
            "group",
            "kind",
            "node"),
    /** Drills by what came of them. */
    GROUP_DRILLS(
            Type.COUNTER,
            "fairlead_group_drills",
            "Drills since the manager started, by result: passed, failed or cut",
            "group",
            "result"),
    /** Whether a node is heard of. */
    NODE_ALIVE(Type.GAUGE, "fairlead_node_alive", "1 while the node's heartbeats arrive, else 0", "group", "node"),
    /** Whether a node is primary. */
    NODE_PRIMARY(Type.GAUGE, "fairlead_node_primary", "1 while the node is primary, else 0", "group", "node"),
    /** Whether a node may be chosen for load. */
    NODE_ELIGIBLE(
            Type.GAUGE, "fairlead_node_eligible", "1 if the node may be chosen for load, else 0", "group", "node"),
    /** The newest load. */
    NODE_LOAD(Type.GAUGE, "fairlead_node_load_points", "Load of the last round, 0 idle to 100 full", "group", "node"),
    /** The load average. */
    NODE_LOAD_AVERAGE(
            Type.GAUGE, "fairlead_node_load_average_points", "Load average, 0 idle to 100 full", "group", "node"),
    /** The age of the last heartbeat. */
    NODE_HEARTBEAT_AGE(
            Type.GAUGE, "fairlead_node_heartbeat_age_seconds", "Time since the node's last heartbeat", "group", "node"),
    /** A clock compared with the manager's. */
    NODE_CLOCK_SKEW(
            Type.GAUGE,
            "fairlead_node_clock_skew_seconds",
            "The node's clock less the manager's, as far as it tells; no decision depends on it",
            "group",
            "node"),
    /** How old the last proof is that a node can get ready. */
    NODE_DRILL_PASSED_AGE(
            Type.GAUGE,
            "fairlead_node_drill_passed_age_seconds",
            "Time since the node last began a drill that it passed",
            "group",
            "node"),
    /** Instances of a service. */
    SERVICE_INSTANCES(Type.GAUGE, "fairlead_service_instances", "Instances that the service knows", "service"),
    /** Instances that take rooms. */
    SERVICE_INSTANCES_LIVE(
            Type.GAUGE,
            "fairlead_service_instances_live",
            "Instances that may take a room, whatever their load",
            "service"),
    /** The margin of an instance. */
    INSTANCE_MARGIN(
            Type.GAUGE,
            "fairlead_instance_margin_points",
            "Distance of an instance to the ceiling it is nearest to, in points",
            "service",
            "instance"),
    /** The weight of an instance. */
    INSTANCE_WEIGHT(Type.GAUGE, "fairlead_instance_weight", "Weight of an instance in the draw", "service", "instance"),
    /** Heartbeats by what came of them. */
    HEARTBEATS(
            Type.COUNTER,
            "fairlead_heartbeats",
            "Heartbeats since the manager started, by result: accepted, conflict, foreign, ended, too_rare or full",
            "result"),
    /** HTTP requests by status. */
    HTTP_REQUESTS(Type.COUNTER, "fairlead_http_requests", "HTTP requests answered, by status", "status"),
    /** Memory in use. */
    HEAP_USED(Type.GAUGE, "fairlead_heap_used_bytes", "Memory of the Java heap in use"),
    /** Time since the start. */
    UPTIME(Type.GAUGE, "fairlead_uptime_seconds", "Time since the manager started");

    /** How a metric behaves. */
    enum Type {
        /** Goes up and down. */
        GAUGE,
        /** Only grows, and begins at 0 with the process unless its help says otherwise. */
        COUNTER
    }

    private final Type type;
    private final String base;
    private final String help;
    private final String labels;

    Metric(Type type, String base, String help, String... labels) {
        this.type = type;
        this.base = base;
        this.help = help;
        this.labels = String.join(",", labels);
    }

    Type type() {
        return type;
    }

    /** The name without the suffix that counters get. */
    String base() {
        return base;
    }

    /** The name as it is scraped. */
    public String scraped() {
        return type == Type.COUNTER ? base + "_total" : base;
    }

    /** What it means, in English. */
    public String help() {
        return help;
    }

    /** The names of its labels, in order. */
    public List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(",", -1));
    }
}
