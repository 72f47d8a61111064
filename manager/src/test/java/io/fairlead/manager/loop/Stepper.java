package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node that does what it is told step by step, as an agent with hooks does; each step can be made to fail or to hang. */
final class Stepper {

    final NodeId id;
    private final Scene scene;
    private String incarnation;

    GroupId group = Scene.LINE;
    Role role = Role.STANDBY;
    long token;
    HandoverLevel level = HandoverLevel.IDLE;
    long levelId;
    Duration bound = Duration.ZERO;

    @Nullable NodeId promisedTo;

    boolean unhealthy;

    @Nullable String cluster;

    /** Why it laid down the role that it had last. */
    @Nullable String reason;

    boolean failsafe;
    long listVersion;

    /** It does not take lists over any more. */
    boolean listFrozen;

    @Nullable String peer;

    double cpu = 20;

    /** Steps that end badly. */
    final Set<HandoverLevel> failing = EnumSet.noneOf(HandoverLevel.class);

    /** Steps that never end. */
    final Set<HandoverLevel> hanging = EnumSet.noneOf(HandoverLevel.class);

    HeartbeatAnswer.@Nullable Accepted last;
    private long sequence;
    private int life;

    Stepper(Scene scene, String id) {
        this.scene = scene;
        this.id = new NodeId(id);
        this.incarnation = "c1" + Integer.toHexString(id.hashCode());
    }

    /** Beats once a second, and at once when a step is done. */
    Stepper start() {
        int ofLife = ++life;
        scene.timeline.after(Duration.ZERO, () -> beat(ofLife));
        return this;
    }

    void kill() {
        life++;
    }

    /** Says goodbye and ends. */
    void leave() {
        life++;
        role = Role.STANDBY;
        last = accepted(Scene.now(scene.groups.heartbeat(heartbeat(true), "127.0.0.1")));
    }

    void restart(String next) {
        incarnation = next;
        role = Role.STANDBY;
        level = HandoverLevel.IDLE;
        levelId = 0;
        start();
    }

    private void beat(int ofLife) {
        if (ofLife != life) {
            return;
        }
        boolean changed = true;
        while (changed) {
            HandoverLevel before = level;
            last = accepted(Scene.now(scene.groups.heartbeat(heartbeat(false), "127.0.0.1")));
            if (last != null) {
                follow(last);
            }
            changed = before != level;
        }
        scene.timeline.after(Duration.ofSeconds(1), () -> beat(ofLife));
    }

    private static HeartbeatAnswer.@Nullable Accepted accepted(HeartbeatAnswer answer) {
        return answer instanceof HeartbeatAnswer.Accepted accepted ? accepted : null;
    }

    private void follow(HeartbeatAnswer.Accepted answer) {
        StepOrder order = answer.order();
        if (answer.list() != null && !listFrozen && answer.list().version() > listVersion) {
            listVersion = answer.list().version();
        }
        switch (order.what()) {
            case NONE -> {
                if (level == HandoverLevel.STOPPED) {
                    step(HandoverLevel.DRAINED, levelId);
                }
            }
            case PREPARE -> {
                if (levelId != order.id() && role == Role.STANDBY) {
                    step(HandoverLevel.PREPARED, order.id());
                }
            }
            case PROMOTE -> {
                if (order.id() > token) {
                    token = order.id();
                    role = Role.PRIMARY;
                    step(HandoverLevel.PROMOTED, token);
                    role = level == HandoverLevel.PROMOTE_FAILED ? Role.STANDBY : role;
                }
            }
            case DEMOTE -> {
                if (role == Role.PRIMARY || level == HandoverLevel.PROMOTED) {
                    role = Role.STANDBY;
                    step(HandoverLevel.STOPPED, token);
                } else if (level == HandoverLevel.STOPPED) {
                    step(HandoverLevel.DRAINED, levelId);
                }
            }
            case CLEANUP -> {
                if (level != HandoverLevel.CLEANED) {
                    step(HandoverLevel.CLEANED, order.id());
                }
            }
        }
    }

    private void step(HandoverLevel done, long ofId) {
        if (hanging.contains(done)) {
            return;
        }
        levelId = ofId;
        level = failing.contains(done) ? failed(done) : done;
    }

    private static HandoverLevel failed(HandoverLevel done) {
        return switch (done) {
            case PREPARED -> HandoverLevel.PREPARE_FAILED;
            case PROMOTED -> HandoverLevel.PROMOTE_FAILED;
            case STOPPED -> HandoverLevel.STOP_FAILED;
            case CLEANED -> HandoverLevel.CLEANUP_FAILED;
            default -> throw new IllegalArgumentException(done + " cannot fail");
        };
    }

    private Heartbeat heartbeat(boolean goodbye) {
        Sample sample = new Sample(++sequence, Metrics.ofCpu(cpu), new TreeMap<>(), OptionalDouble.empty());
        return new Heartbeat(
                        group,
                        id,
                        incarnation,
                        role,
                        token,
                        null,
                        1,
                        Duration.ofSeconds(1),
                        goodbye,
                        goodbye ? null : sample,
                        null,
                        null)
                .with(new NodeSteps(
                        sequence,
                        new HandoverReport(levelId, level),
                        bound,
                        promisedTo,
                        unhealthy,
                        peer,
                        failsafe,
                        listVersion,
                        null,
                        reason,
                        cluster));
    }
}
