package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.Earlier;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded store: facts are appended to a file, and from time to time a snapshot of everything lets a new file begin.
 *
 * <p>A change of primary is on the disk before it takes effect. Other facts are with the operating system at once, so
 * that they outlive the process, and on the disk within a second. Files that a snapshot has made superfluous are kept as
 * the history of the groups until they take too much room.
 */
public final class Journal implements Memory, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** A restart computes again what is in one file; this much takes well below a second. */
    private static final long FILE_BYTES = 8 << 20;

    /** A group of five nodes at rounds of 5 s takes some 15 MB a day. */
    private static final long HISTORY_BYTES = 256 << 20;

    private static final Duration FORCE_EVERY = Duration.ofSeconds(1);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(2);
    private static final Duration LAST_WRITES = Duration.ofSeconds(5);

    private final DataFolder folder;
    private final BootClock clock;
    private final Earlier earlier;
    private final History history;
    private final ScheduledExecutorService disk = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "fairlead-journal");
        made.setDaemon(true);
        return made;
    });

    private volatile Segment segment;
    private volatile boolean snapshotUnderWay;
    private volatile @Nullable String trouble;
    private volatile Duration triedAt;
    private final ScheduledFuture<?> forcing;
    private boolean begun;

    private Journal(DataFolder folder, BootClock clock) throws IOException {
        this.folder = folder;
        this.clock = clock;
        this.history = new History(folder.path());
        Recovery.Found found = new Recovery(folder, clock).read();
        this.earlier = found.earlier();
        this.segment = Segment.create(folder, found.last() + 1, clock);
        this.begun = earlier.facts().isEmpty();
        this.triedAt = clock.uptime();
        this.forcing = disk.scheduleWithFixedDelay(
                this::force, FORCE_EVERY.toMillis(), FORCE_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Opens a folder and reads what earlier processes left in it.
     *
     * @param data the folder; made where there is none
     * @param clock the clock
     * @throws IOException if it cannot be read or written, naming the file and what would be right
     */
    public static Journal open(Path data, BootClock clock) throws IOException {
        DataFolder folder = DataFolder.open(data);
        try {
            return new Journal(folder, clock);
        } catch (IOException | RuntimeException trouble) {
            folder.close();
            throw trouble;
        }
    }

    /** What earlier processes left. */
    public Earlier earlier() {
        return earlier;
    }

    /** The past rounds in its files. */
    public History history() {
        return history;
    }

    /** What keeps the journal from being written, or null. */
    public @Nullable String trouble() {
        return trouble;
    }

    // ---- facts; the loop's thread

    @Override
    public boolean write(Fact fact) {
        return write(fact, false);
    }

    @Override
    public boolean commit(Fact fact) {
        return write(fact, true);
    }

    private boolean write(Fact fact, boolean toTheDisk) {
        if (trouble != null) {
            // What was not written is missing in the file: only a snapshot can be built upon again.
            return false;
        }
        try {
            segment.write(fact, clock.stamp());
            if (toTheDisk) {
                segment.force();
            }
            return true;
        } catch (IOException failure) {
            fail(failure);
            return false;
        }
    }

    private void fail(IOException failure) {
        String reason = DataFolder.reason(failure);
        if (trouble == null) {
            LOG.error(
                    "the journal in {} cannot be written: {}; failovers go on, changes for load wait until it can",
                    folder.path(),
                    reason);
        }
        trouble = reason;
        triedAt = clock.uptime();
    }

    private void force() {
        try {
            if (trouble == null) {
                segment.force();
            }
        } catch (IOException failure) {
            fail(failure);
        }
    }

    // ---- snapshots

    @Override
    public boolean isSnapshotDue() {
        if (snapshotUnderWay) {
            return false;
        }
        if (trouble != null) {
            return clock.uptime().minus(triedAt).compareTo(TRY_AGAIN) >= 0;
        }
        return !begun || segment.length() > FILE_BYTES;
    }

    @Override
    public void snapshot(List<GroupMemory> groups, List<Act> acts) {
        begun = true;
        triedAt = clock.uptime();
        BootClock.Stamp stamp = clock.stamp();
        Snapshot snapshot = new Snapshot(groups, acts);
        if (trouble != null) {
            beginAnew(snapshot, stamp);
            return;
        }
        Segment full = segment;
        try {
            segment = Segment.create(folder, full.number + 1, clock);
        } catch (IOException failure) {
            fail(failure);
            return;
        }
        snapshotUnderWay = true;
        disk.execute(() -> {
            try {
                full.force();
                full.close();
                store(full.number + 1, snapshot, stamp);
            } catch (IOException failure) {
                fail(failure);
            } finally {
                snapshotUnderWay = false;
            }
        });
    }

    /** Ends a time of trouble: with a snapshot on the disk, what is missing in the journal is not missed. */
    private void beginAnew(Snapshot snapshot, BootClock.Stamp stamp) {
        Segment before = segment;
        try {
            Segment next = Segment.create(folder, before.number + 1, clock);
            segment = next;
            store(next.number, snapshot, stamp);
            before.close();
            trouble = null;
            LOG.info("the journal in {} is written again", folder.path());
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private record Snapshot(List<GroupMemory> groups, List<Act> acts) {}

    private void store(long number, Snapshot snapshot, BootClock.Stamp stamp) throws IOException {
        Writer out = new Writer()
                .text(Recovery.SNAPSHOT_MAGIC)
                .whole(Segment.FORMAT)
                .text(clock.boot())
                .time(stamp.uptime())
                .whole(stamp.wallMillis());
        out.all(snapshot.groups(), group -> StateCodec.write(out, group));
        out.all(snapshot.acts(), act -> FactCodec.act(out, act));
        folder.put(folder.snapshot(number), Frames.frame(out.bytes()));
        tidy();
    }

    /** Keeps two snapshots with all facts since, and of what is older as much as there is room for. */
    private void tidy() throws IOException {
        SortedMap<Long, Path> snapshots = folder.snapshots();
        while (snapshots.size() > 2) {
            Files.delete(snapshots.remove(snapshots.firstKey()));
        }
        if (snapshots.size() < 2) {
            return;
        }
        SortedMap<Long, Path> history = folder.journals().headMap(snapshots.firstKey());
        long bytes = 0;
        for (Path file : history.values()) {
            bytes += Files.size(file);
        }
        for (Map.Entry<Long, Path> oldest : history.entrySet()) {
            if (bytes <= HISTORY_BYTES) {
                break;
            }
            bytes -= Files.size(oldest.getValue());
            Files.delete(oldest.getValue());
        }
    }

    /** Lets go of the folder as a process does that is killed: nothing more is written. */
    void abandon() {
        forcing.cancel(false);
        disk.shutdownNow();
        try {
            segment.close();
            folder.close();
        } catch (IOException failure) {
            fail(failure);
        }
    }

    /** Brings everything to the disk and lets go of the folder. */
    @Override
    public void close() {
        forcing.cancel(false);
        disk.shutdown();
        try {
            if (!disk.awaitTermination(LAST_WRITES.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("the journal's last writes did not end within {} ms", LAST_WRITES.toMillis());
            }
            segment.force();
            segment.close();
            folder.close();
        } catch (IOException failure) {
            fail(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
