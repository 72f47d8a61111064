package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.load.Metrics;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A manager's groups on a timeline driven by hand, with nodes that send heartbeats to them. */
final class Scene {

    static final GroupId LINE = new GroupId("line-1");

    final HandTimeline timeline;
    final Groups groups;
    private final Duration sampleInterval;

    /** A manager that has been listening for long. */
    Scene(Timing hold, GroupSettings settings) {
        this(hold, settings, Memory.NONE);
        timeline.advance(Duration.ofHours(1));
    }

    /** A manager that has just started. */
    static Scene ofNewManager(Timing hold, GroupSettings settings) {
        return new Scene(hold, settings, Memory.NONE);
    }

    /** A manager that has just started and writes its facts somewhere. */
    Scene(Timing hold, GroupSettings settings, Memory memory) {
        this.timeline = new HandTimeline();
        groups = new Groups(timeline, hold, id -> settings, memory);
        sampleInterval = settings.primary().sampleInterval();
    }

    void run(Duration span) {
        timeline.advance(span);
    }

    GroupView view() {
        GroupView view = now(groups.view(LINE));
        if (view == null) {
            throw new AssertionError("the group is not known");
        }
        return view;
    }

    NodeView view(String node) {
        return view().nodes().stream()
                .filter(seen -> seen.node().value().equals(node))
                .findFirst()
                .orElseThrow();
    }

    Standing standing(String node) {
        Standing standing = view(node).standing();
        if (standing == null) {
            throw new AssertionError(node + " has not been judged in a round");
        }
        return standing;
    }

    Decision newestDecision() {
        DecisionRecord newest = view().newest();
        if (newest == null) {
            throw new AssertionError("nothing was decided yet");
        }
        return newest.decision();
    }

    /** What the newest decision says that a person should know. */
    List<Alarm> alarms() {
        DecisionRecord newest = view().newest();
        return newest == null ? List.of() : newest.alarms();
    }

    @Nullable String primary() {
        NodeView primary = view().primary();
        return primary == null ? null : primary.node().value();
    }

    List<DecisionRecord> changes() {
        List<DecisionRecord> changes =
                now(groups.decisions(LINE, new Groups.DecisionPage(OptionalLong.of(-1), 1_000, true)));
        return changes == null ? List.of() : changes;
    }

    List<DecisionRecord> decisions() {
        List<DecisionRecord> all =
                now(groups.decisions(LINE, new Groups.DecisionPage(OptionalLong.of(-1), 10_000, false)));
        return all == null ? List.of() : all;
    }

    static <T extends @Nullable Object> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    Node node(String id) {
        return new Node(id);
    }

    /** A node that beats every second until it is killed, and takes the role it is told. */
    final class Node {

        final NodeId id;
        String incarnation;
        Role role = Role.STANDBY;
        long token;
        double capacity = 1;
        String address;
        String from = "127.0.0.1";
        /** Its heartbeats arrive, the answers do not. */
        boolean deaf;

        DoubleSupplier cpu = () -> 20;
        LongFunction<Duration> delay = beat -> Duration.ZERO;
        final List<HeartbeatAnswer> answers = new ArrayList<>();
        private boolean alive;
        private long beats;
        private long sequence;
        private Duration sampledAt = Duration.ZERO;
        private int life;

        Node(String id) {
            this.id = new NodeId(id);
            this.incarnation = "a1" + Integer.toHexString(id.hashCode());
            this.address = id + ":8080";
        }

        Node cpu(double percent) {
            cpu = () -> percent;
            return this;
        }

        Node start() {
            alive = true;
            schedule(++life);
            return this;
        }

        /** Starts as a new process that has forgotten everything but the token. */
        Node restart(String nextIncarnation) {
            alive = false;
            incarnation = nextIncarnation;
            role = Role.STANDBY;
            sequence = 0;
            return start();
        }

        void kill() {
            alive = false;
        }

        /** A heartbeat at once. */
        HeartbeatAnswer beat() {
            return send(false);
        }

        HeartbeatAnswer goodbye() {
            role = Role.STANDBY;
            HeartbeatAnswer answer = send(true);
            alive = false;
            return answer;
        }

        HeartbeatAnswer lastAnswer() {
            return answers.get(answers.size() - 1);
        }

        private void schedule(int ofLife) {
            Duration late = delay.apply(++beats);
            timeline.after(late, () -> {
                if (alive && ofLife == life) {
                    send(false);
                }
            });
            timeline.after(Duration.ofSeconds(1), () -> {
                if (alive && ofLife == life) {
                    schedule(ofLife);
                }
            });
        }

        private HeartbeatAnswer send(boolean goodbye) {
            Sample sample = null;
            if (!goodbye && timeline.now().minus(sampledAt).compareTo(sampleInterval) >= 0) {
                sampledAt = timeline.now();
                sample = new Sample(
                        ++sequence, Metrics.ofCpu(cpu.getAsDouble()), new TreeMap<>(), OptionalDouble.empty());
            }
            HeartbeatAnswer answer = now(groups.heartbeat(heartbeat(goodbye, sample), from));
            answers.add(answer);
            if (!deaf && answer instanceof HeartbeatAnswer.Accepted accepted) {
                role = accepted.role();
                token = Math.max(token, accepted.token());
            }
            return answer;
        }

        /** A heartbeat that is not sent. */
        Heartbeat heartbeat(boolean goodbye, @Nullable Sample sample) {
            return new Heartbeat(
                    LINE,
                    id,
                    incarnation,
                    role,
                    token,
                    address,
                    capacity,
                    Duration.ofSeconds(1),
                    goodbye,
                    sample,
                    null,
                    null);
        }
    }
}
