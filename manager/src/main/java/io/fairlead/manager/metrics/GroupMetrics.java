package io.fairlead.manager.metrics;

import io.fairlead.NodeId;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.DrillView;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.manager.loop.Role;
import io.fairlead.primary.Decision;
import io.fairlead.primary.RoleLoad;
import io.fairlead.primary.Standing;
import java.time.Duration;

/** What is told of a group. */
public final class GroupMetrics {

    private GroupMetrics() {}

    /** Adds a group to a scrape. */
    public static void add(Scrape scrape, GroupView view) {
        String group = view.group().value();
        scrape.add(Metric.GROUP_NODES, view.nodes().size(), group)
                .add(Metric.GROUP_NODES_ALIVE, view.alive(), group)
                .add(Metric.GROUP_HAS_PRIMARY, view.primary() != null, group)
                .add(Metric.GROUP_ROUNDS, view.round(), group)
                .add(Metric.GROUP_FAILED_ROUNDS, view.failedRounds(), group)
                .add(Metric.GROUP_START_WAIT, view.startLeft().toMillis() / 1000.0, group);
        view.changes().forEach((cause, count) -> scrape.add(Metric.GROUP_CHANGES, count, group, cause));
        RoleLoad.Estimate roleLoad = view.roleLoad();
        if (roleLoad != null && roleLoad.isKnown()) {
            scrape.add(Metric.GROUP_ROLE_LOAD, roleLoad.points(), group);
        }
        DecisionRecord newest = view.newest();
        if (newest != null) {
            decision(scrape, group, newest);
        }
        view.nodes().forEach(node -> node(scrape, group, node));
        DrillView drills = view.handover().drills();
        drills.results().forEach((result, count) -> scrape.add(Metric.GROUP_DRILLS, count, group, result));
        view.nodes().forEach(node -> drill(scrape, group, node.node(), drills));
    }

    private static void drill(Scrape scrape, String group, NodeId node, DrillView drills) {
        Long since = drills.sincePassed(node);
        if (since != null) {
            scrape.add(Metric.NODE_DRILL_PASSED_AGE, since / 1000.0, group, node.value());
        }
    }

    private static void decision(Scrape scrape, String group, DecisionRecord newest) {
        Decision.Comparison comparison = newest.decision().comparison();
        scrape.add(Metric.GROUP_STREAK, comparison.streak(), group)
                .add(Metric.GROUP_ADVANTAGE, comparison.advantage(), group)
                .add(Metric.GROUP_HYSTERESIS, comparison.hysteresis(), group);
        newest.alarms()
                .forEach(alarm -> scrape.add(
                        Metric.GROUP_ALARM,
                        1,
                        group,
                        alarm.kind().name(),
                        alarm.node() == null ? "" : alarm.node().value()));
    }

    private static void node(Scrape scrape, String group, NodeView node) {
        String id = node.node().value();
        boolean alive = node.life() == NodeView.Life.ALIVE || node.life() == NodeView.Life.LATE;
        scrape.add(Metric.NODE_ALIVE, alive, group, id)
                .add(Metric.NODE_PRIMARY, node.role() == Role.PRIMARY, group, id)
                .add(Metric.NODE_HEARTBEAT_AGE, node.age().toMillis() / 1000.0, group, id);
        Duration skew = node.clockSkew();
        if (skew != null) {
            scrape.add(Metric.NODE_CLOCK_SKEW, skew.toMillis() / 1000.0, group, id);
        }
        Standing standing = node.standing();
        if (standing != null) {
            scrape.add(Metric.NODE_ELIGIBLE, standing.eligible(), group, id)
                    .add(Metric.NODE_LOAD, standing.state().average().newest(), group, id)
                    .add(Metric.NODE_LOAD_AVERAGE, standing.average(), group, id);
        }
    }
}
