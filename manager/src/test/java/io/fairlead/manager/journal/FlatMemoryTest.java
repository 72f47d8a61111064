package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.Role;
import io.fairlead.manager.loop.Sample;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a manager takes up while it hears a million heartbeats. */
final class FlatMemoryTest {

    private static final int GROUPS = 10;
    private static final int NODES = 10;
    private static final int BEATS = 10_000;
    private static final Duration BEAT = Duration.ofSeconds(1);

    /** From a tenth on the last 1,000 decisions of each group are there, so nothing is left that may grow. */
    private static final List<Integer> LOOKS = List.of(BEATS / 8, BEATS / 2, BEATS);

    private static final long MEBIBYTE = 1 << 20;
    private static final Snapshots.Room ROOM = new Snapshots.Room(4 * MEBIBYTE, 8 * MEBIBYTE);

    @TempDir
    Path folder;

    private record Taken(long heap, long files, int threads, long folder) {}

    @Test
    void aMillionHeartbeatsLeaveMemoryFilesThreadsAndFolderAsTheyWere() throws Exception {
        HandClock clock = new HandClock();
        HandTimeline timeline = new HandTimeline();
        List<Taken> taken = new ArrayList<>();
        try (Journal journal = Journal.open(folder, clock, ROOM)) {
            Groups groups = new Groups(
                    timeline,
                    Timing.of(Duration.ofSeconds(30)),
                    id -> GroupSettings.of(PrimarySettings.of(Profile.STEADY, BEAT)),
                    journal);
            Random random = new Random(1);
            for (int beat = 1; beat <= BEATS; beat++) {
                for (int node = 0; node < GROUPS * NODES; node++) {
                    groups.heartbeat(heartbeat(node, beat, random), "127.0.0.1");
                }
                clock.advance(BEAT);
                timeline.advance(BEAT);
                if (LOOKS.contains(beat)) {
                    taken.add(taken());
                }
            }
            assertThat(groups.list(null, GROUPS).toCompletableFuture().join())
                    .hasSize(GROUPS)
                    .allMatch(group -> group.alive() == NODES && group.round() >= BEATS - 1 && group.primary() != null);
        }
        Taken first = taken.get(0);
        assertThat(taken).hasSize(LOOKS.size()).allSatisfy(later -> {
            assertThat(later.heap()).isLessThan(first.heap() + 4 * MEBIBYTE);
            assertThat(later.files()).isLessThanOrEqualTo(first.files());
            assertThat(later.threads()).isLessThanOrEqualTo(first.threads());
            // Two snapshots, the files since the older one, the history, and what is being written.
            assertThat(later.folder()).isLessThan(ROOM.historyBytes() + 4 * ROOM.journalBytes());
        });
    }

    private static Heartbeat heartbeat(int node, long beat, Random random) {
        double cpu = 20 + node % NODES + 5 * random.nextGaussian();
        return new Heartbeat(
                new GroupId("line-" + node / NODES),
                new NodeId("gw-" + node % NODES),
                "a1",
                Role.STANDBY,
                0,
                "10.0.0.5:8080",
                1,
                BEAT,
                false,
                new Sample(
                        beat, Metrics.ofCpu(Math.max(0, Math.min(100, cpu))), new TreeMap<>(), OptionalDouble.empty()),
                null,
                null);
    }

    private Taken taken() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        long open;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            open = descriptors.count();
        }
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new Taken(heap, open, ManagementFactory.getThreadMXBean().getThreadCount(), bytes);
    }
}
