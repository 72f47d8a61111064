package io.fairlead.manager.journal;

import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.manager.loop.HandoverReport;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.StepOrder;
import java.time.Duration;

/** A node that beats each second, and whose steps are taken by hand. */
final class Hand {
    final String id;
    boolean up = true;
    boolean asks;
    Role role = Role.STANDBY;
    long token;
    HandoverLevel level = HandoverLevel.IDLE;
    long levelId;
    long listVersion;
    StepOrder told = new StepOrder(Directive.NONE, 0, null, null, null);

    Hand(String id) {
        this.id = id;
    }

    void does(HandoverLevel done) {
        level = done;
        levelId = told.id();
    }

    void takesTheRole() {
        role = Role.PRIMARY;
        token = told.id();
        does(HandoverLevel.PROMOTED);
    }

    NodeSteps steps() {
        return new NodeSteps(
                -1,
                new HandoverReport(levelId, level),
                Duration.ZERO,
                null,
                false,
                asks ? id + ":7403" : null,
                asks,
                listVersion,
                null,
                null,
                null);
    }

    Heartbeat beat() {
        return Site.everySecond(Site.beat(id, "a1", role, token, null)).with(steps());
    }
}
