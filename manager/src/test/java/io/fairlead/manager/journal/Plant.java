package io.fairlead.manager.journal;

import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Some nodes with noisy loads, role load, overloads and deaths, and their manager. All of it follows from one seed. */
final class Plant {

    final Site site;
    final List<DecisionRecord> decisions = new ArrayList<>();
    private final long seed;
    private final List<Node> nodes = new ArrayList<>();
    private long round;

    private static final class Node {
        final String id;
        final Random noise;
        Role role = Role.STANDBY;
        long token;
        long sequence;
        int process = 1;
        double own;
        boolean up = true;

        Node(String id, long seed) {
            this.id = id;
            this.noise = new Random(seed);
            this.own = 15 + noise.nextInt(15);
        }
    }

    Plant(Site site, int size, long seed) {
        this.site = site;
        this.seed = seed;
        for (int i = 0; i < size; i++) {
            nodes.add(new Node("gw-" + (i + 1), seed * 1_000 + i));
        }
    }

    Plant(Path folder, int size, Timing timing) throws Exception {
        this(new Site(folder, Snapshots.Room.standard(), timing), size, 4);
    }

    Plant(Path folder, int size, long seed) throws Exception {
        this(new Site(folder, Snapshots.Room.standard(), Timing.safe()), size, seed);
    }

    void rounds(int count) {
        for (int i = 0; i < count; i++) {
            round();
        }
    }

    /** One round: every living node beats each second, the first time with a sample, then the group is evaluated. */
    void round() {
        round++;
        for (int i = 0; i < nodes.size(); i++) {
            beat(nodes.get(i), i);
        }
        for (long second = 1; second < Site.ROUND.toSeconds(); second++) {
            site.advance(Duration.ofSeconds(1));
            nodes.stream().filter(node -> node.up).forEach(node -> send(node, null));
        }
        site.advance(Duration.ofSeconds(1));
        decisions.addAll(site.decisions(new Groups.DecisionPage(OptionalLong.empty(), 1, false)));
    }

    /** What the journal's files tell of past rounds, to one that has read nothing yet. */
    History history() {
        return new History(site.folder);
    }

    void kill() {
        site.kill();
    }

    void killAndRestart() throws Exception {
        site.killAndRestart();
    }

    void awaitSnapshot() {
        site.awaitSnapshot();
    }

    /** All nodes leave and are taken off the list, so that the group is gone. */
    void end() {
        for (int i = 0; i < nodes.size(); i++) {
            leave(i);
            Act.By by = new Act.By("127.0.0.1", "");
            site.groups
                    .act(Site.LINE, new OperatorAct.Removing(new NodeId(nodes.get(i).id)), by)
                    .toCompletableFuture()
                    .join();
        }
        site.advance(Site.ROUND);
    }

    /** A node says goodbye. */
    void leave(int index) {
        Node node = nodes.get(index);
        Heartbeat beat = Site.beat(node.id, "a" + node.process, node.role, node.token, null);
        site.send(new Heartbeat(
                beat.group(),
                beat.node(),
                beat.incarnation(),
                beat.role(),
                beat.token(),
                beat.address(),
                beat.capacity(),
                beat.interval(),
                true,
                null,
                null,
                null));
    }

    private void beat(Node node, int index) {
        // Each node is down for a while now and then, and comes back as another process.
        long phase = (round + index * 97L) % 400;
        boolean down = index % 3 == 1 && phase > 360;
        node.own = Math.max(5, Math.min(60, node.own + node.noise.nextGaussian()));
        double spike = node.noise.nextInt(40) == 0 ? 30 : 0;
        boolean missing = node.noise.nextInt(30) == 0;
        double overload = (round / 150 + seed) % nodes.size() == index ? 40 : 0;
        node.up = !down;
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
        send(node, sample);
    }

    private void send(Node node, @Nullable Sample sample) {
        HeartbeatAnswer answer =
                site.send(Site.everySecond(Site.beat(node.id, "a" + node.process, node.role, node.token, sample)));
        if (answer instanceof HeartbeatAnswer.Accepted accepted) {
            node.role = accepted.role();
            node.token = Math.max(node.token, accepted.token());
        }
    }
}
