package io.fairlead.manager.journal;

import static org.awaitility.Awaitility.await;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.Sample;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A manager with a journal, which can be killed and started again, and hears of one group. */
final class Site {

    static final GroupId LINE = new GroupId("line-1");
    static final Duration ROUND = Duration.ofSeconds(5);

    final HandClock clock = new HandClock();
    final Path folder;
    GroupSettings settings = GroupSettings.of(PrimarySettings.of(Profile.STEADY, ROUND));
    Timing hold;
    private final Snapshots.Room room;

    private HandTimeline timeline = new HandTimeline();
    Journal journal;
    Groups groups;

    /** Decisions that came out differently in the last start. */
    int different;

    /** One whose nodes may be silent for a few rounds. */
    Site(Path folder) throws Exception {
        this(folder, Snapshots.Room.standard(), Timing.of(Duration.ofSeconds(30)));
    }

    Site(Path folder, Snapshots.Room room, Timing timing) throws Exception {
        this.hold = timing;
        this.folder = folder;
        this.room = room;
        this.journal = Journal.open(folder, clock, room);
        this.groups = started();
    }

    private Groups started() {
        timeline = new HandTimeline();
        timeline.shiftWallClock(Duration.ofMillis(clock.wallMillis() - timeline.wallMillis()));
        Groups made = new Groups(timeline, hold, id -> settings, journal);
        different = made.restore(journal.handOver()).toCompletableFuture().join();
        return made;
    }

    /** Takes the manager away without a word and starts it again on what it left. */
    void killAndRestart() throws Exception {
        kill();
        restart();
    }

    void kill() {
        journal.abandon();
    }

    void restart() throws Exception {
        journal = Journal.open(folder, clock, room);
        groups = started();
    }

    void advance(Duration span) {
        clock.advance(span);
        timeline.advance(span);
    }

    HeartbeatAnswer send(Heartbeat beat) {
        return groups.heartbeat(beat, "127.0.0.1").toCompletableFuture().join();
    }

    /** A heartbeat of a process of a node. */
    static Heartbeat beat(String node, String incarnation, Role role, long token, @Nullable Sample sample) {
        return new Heartbeat(
                LINE, new NodeId(node), incarnation, role, token, node + ":8080", 1, ROUND, false, sample, null, null);
    }

    /** The same heartbeat of a process that beats every second. */
    static Heartbeat everySecond(Heartbeat beat) {
        return new Heartbeat(
                beat.group(),
                beat.node(),
                beat.incarnation(),
                beat.role(),
                beat.token(),
                beat.address(),
                beat.capacity(),
                Duration.ofSeconds(1),
                beat.goodbye(),
                beat.sample(),
                beat.hook(),
                beat.clockMillis());
    }

    GroupMemory memory() {
        return groups.memories().toCompletableFuture().join().get(0);
    }

    GroupView view() {
        GroupView view = groups.view(LINE).toCompletableFuture().join();
        if (view == null) {
            throw new AssertionError("the group is not known");
        }
        return view;
    }

    /** The primary's id, or an empty text. */
    String primary() {
        NodeId primary = memory().state().primary();
        return primary == null ? "" : primary.value();
    }

    List<DecisionRecord> decisions(Groups.DecisionPage page) {
        List<DecisionRecord> found =
                groups.decisions(LINE, page).toCompletableFuture().join();
        return found == null ? List.of() : found;
    }

    List<DecisionRecord> changes() {
        return decisions(new Groups.DecisionPage(OptionalLong.empty(), 100, true));
    }

    /** Waits until the snapshot that a restart asks for is on the disk. */
    void awaitSnapshot() {
        await().until(() -> {
            try (var files = Files.list(folder)) {
                List<String> names = files.map(file -> file.getFileName().toString())
                        .sorted()
                        .toList();
                String newest = names.stream()
                        .filter(name -> name.startsWith("journal"))
                        .reduce("", (a, b) -> b);
                return names.contains(newest.replace("journal", "snapshot"));
            }
        });
    }
}
