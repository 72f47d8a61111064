package io.fairlead.manager.journal;

import static org.awaitility.Awaitility.await;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.Hold;
import io.fairlead.manager.loop.Memory;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.Sample;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Some nodes with noisy loads, role load, overloads and deaths, and a manager with a journal, which can be killed and
 * started again. All of it follows from one seed.
 */
final class Plant {

    static final GroupId LINE = new GroupId("line-1");
    static final Duration ROUND = Duration.ofSeconds(5);

    final HandClock clock = new HandClock();
    final Path folder;
    final List<DecisionRecord> decisions = new ArrayList<>();
    private final long seed;
    private final List<Node> nodes = new ArrayList<>();
    private long round;

    private HandTimeline timeline = new HandTimeline();
    private @Nullable Journal journal;
    Groups groups;

    private static final class Node {
        final NodeId id;
        final Random noise;
        Role role = Role.STANDBY;
        long token;
        long sequence;
        int process = 1;
        double own;

        Node(NodeId id, long seed) {
            this.id = id;
            this.noise = new Random(seed);
            this.own = 15 + noise.nextInt(15);
        }
    }

    Plant(Path folder, int size, long seed) throws Exception {
        this.folder = folder;
        this.seed = seed;
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(new NodeId("gw-" + (i + 1)), seed * 1_000 + i));
        }
        groups = open();
    }

    private Groups open() throws Exception {
        timeline = new HandTimeline();
        timeline.shiftWallClock(Duration.ofMillis(clock.wallMillis() - timeline.wallMillis()));
        Journal opened = Journal.open(folder, clock);
        journal = opened;
        Groups made = on(opened);
        made.restore(opened.handOver()).toCompletableFuture().join();
        return made;
    }

    Groups on(Memory memory) {
        return new Groups(
                timeline, Hold.standard(), id -> GroupSettings.of(PrimarySettings.of(Profile.STEADY, ROUND)), memory);
    }

    /** Takes the manager away without a word and starts it again on what it left. */
    void killAndRestart() throws Exception {
        kill();
        groups = open();
    }

    void kill() {
        Journal killed = journal;
        if (killed != null) {
            killed.abandon();
        }
    }

    void advance(Duration span) {
        clock.advance(span);
        timeline.advance(span);
    }

    /** One round: every living node beats once, then the group is evaluated. */
    void round() {
        round++;
        for (int i = 0; i < nodes.size(); i++) {
            beat(nodes.get(i), i);
        }
        advance(ROUND);
        List<DecisionRecord> newest = groups.decisions(LINE, new Groups.DecisionPage(OptionalLong.empty(), 1, false))
                .toCompletableFuture()
                .join();
        if (newest != null) {
            decisions.addAll(newest);
        }
    }

    /** What the journal's files tell of past rounds, to one that has read nothing yet. */
    History history() {
        return new History(folder);
    }

    /** All nodes leave and are taken off the list, so that the group is gone. */
    void end() {
        for (int i = 0; i < nodes.size(); i++) {
            leave(i);
            Act.By by = new Act.By("127.0.0.1", "");
            groups.act(LINE, new OperatorAct.Removing(nodes.get(i).id), by)
                    .toCompletableFuture()
                    .join();
        }
        advance(ROUND);
    }

    /** A node says goodbye. */
    void leave(int index) {
        Node node = nodes.get(index);
        groups.heartbeat(heartbeat(node, true, null), "127.0.0.1")
                .toCompletableFuture()
                .join();
    }

    private Heartbeat heartbeat(Node node, boolean goodbye, @Nullable Sample sample) {
        return new Heartbeat(
                LINE,
                node.id,
                "a" + node.process,
                node.role,
                node.token,
                node.id + ":8080",
                1,
                ROUND,
                goodbye,
                sample,
                null,
                null);
    }

    private void beat(Node node, int index) {
        // Each node is down for a while now and then, and comes back as another process.
        long phase = (round + index * 97L) % 400;
        boolean down = index % 3 == 1 && phase > 360;
        node.own = Math.max(5, Math.min(60, node.own + node.noise.nextGaussian()));
        double spike = node.noise.nextInt(40) == 0 ? 30 : 0;
        boolean missing = node.noise.nextInt(30) == 0;
        double overload = (round / 150 + seed) % nodes.size() == index ? 40 : 0;
        if (down) {
            node.role = Role.STANDBY;
            node.process = (int) (round / 400) + 2;
            node.sequence = 0;
            return;
        }
        double role = node.role == Role.PRIMARY ? 12 : 0;
        double cpu = Math.max(0, Math.min(100, node.own + spike + overload + role));
        Sample sample = missing
                ? null
                : new Sample(++node.sequence, Metrics.ofCpu(cpu), new TreeMap<>(), OptionalDouble.empty());
        HeartbeatAnswer answer = groups.heartbeat(heartbeat(node, false, sample), "127.0.0.1")
                .toCompletableFuture()
                .join();
        if (answer instanceof HeartbeatAnswer.Accepted accepted) {
            node.role = accepted.role();
            node.token = Math.max(node.token, accepted.token());
        }
    }

    GroupMemory memory() {
        return groups.memories().toCompletableFuture().join().get(0);
    }

    /** Waits until the snapshot that a restart asks for is on the disk. */
    void awaitSnapshot() {
        await().until(() -> {
            try (var files = Files.list(folder)) {
                List<String> names = files.map(file -> file.getFileName().toString())
                        .sorted()
                        .toList();
                String journal = names.stream()
                        .filter(name -> name.startsWith("journal"))
                        .reduce("", (a, b) -> b);
                return names.contains(journal.replace("journal", "snapshot"));
            }
        });
    }
}
