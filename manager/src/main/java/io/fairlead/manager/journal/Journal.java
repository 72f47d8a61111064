package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.Earlier;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.Memory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 *
 * <p>Where a fact cannot be written, the following ones are not written either, since they build upon it, until a
 * snapshot of everything is on the disk. A process that ends before that leaves what was known before the first of them.
 * For the history the decisions of that time are kept in memory, and written when the journal can be.
 */
public final class Journal implements Memory, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private static final Duration FORCE_EVERY = Duration.ofSeconds(1);
    private static final Duration LAST_WRITES = Duration.ofSeconds(5);

    /** While the journal cannot be written, a new beginning is tried this often, or less often where it takes long. */
    private static final Duration TRY_AGAIN = Duration.ofSeconds(2);

    /** So many times as long as the last try took there is none: then the loop spends some 5 % of its time on it. */
    private static final int REST = 20;

    private final DataFolder folder;
    private final BootClock clock;
    private final History history;
    private final Snapshots snapshots;
    private final Unwritten unwritten;
    private final ScheduledExecutorService disk = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "fairlead-journal");
        made.setDaemon(true);
        return made;
    });
    private final ScheduledFuture<?> forcing;

    private @Nullable Earlier earlier;
    private final BootClock.Stamp earlierAt;
    private String cluster;
    private long next;
    private boolean begun;
    private Duration tryAgainAt = Duration.ZERO;
    private @Nullable Segment late;

    private volatile @Nullable Segment segment;
    private volatile boolean snapshotUnderWay;
    private volatile @Nullable String trouble;
    private volatile @Nullable String snapshotTrouble;

    private Journal(DataFolder folder, BootClock clock, Snapshots.Room room) throws IOException {
        this.folder = folder;
        this.clock = clock;
        this.history = new History(folder.path());
        this.snapshots = new Snapshots(folder, clock, room);
        this.unwritten = new Unwritten(room.journalBytes());
        this.cluster = folder.cluster();
        Recovery.Found found = new Recovery(folder, clock).read();
        this.earlier = found.earlier();
        this.earlierAt = found.at();
        this.next = found.next();
        this.begun = found.earlier().facts().isEmpty();
        try {
            this.segment = begin();
        } catch (IOException failure) {
            // A manager that decides without remembering is worth more than none.
            fail(failure);
        }
        this.forcing = disk.scheduleWithFixedDelay(
                this::force, FORCE_EVERY.toMillis(), FORCE_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Opens a folder and reads what earlier processes left in it.
     *
     * @param data the folder; made where there is none
     * @param clock the clock
     * @throws IOException if it cannot be read or is not this process's own, naming the file and what would be right
     */
    public static Journal open(Path data, BootClock clock) throws IOException {
        return open(data, clock, Snapshots.Room.standard());
    }

    static Journal open(Path data, BootClock clock, Snapshots.Room room) throws IOException {
        DataFolder folder = DataFolder.open(data);
        try {
            return new Journal(folder, clock, room);
        } catch (IOException | RuntimeException trouble) {
            folder.close();
            throw trouble;
        }
    }

    /** Hands over what earlier processes left, as it is now; it is not kept here, so there is nothing a second time. */
    public Earlier handOver() {
        Earlier left = earlier == null ? Earlier.none() : earlier;
        earlier = null;
        return left.after(clock.uptime().minus(earlierAt.uptime()));
    }

    @Override
    public String cluster() {
        return cluster;
    }

    /** Where that cannot be written down now, the next start asks for it again. */
    @Override
    public void takeOver(String id) {
        cluster = id;
        try {
            folder.name(id);
        } catch (IOException failure) {
            LOG.error("the cluster id {} cannot be written to {}: {}", id, folder.path(), DataFolder.reason(failure));
        }
    }

    /** The past rounds in its files. */
    public History history() {
        return history;
    }

    @Override
    public @Nullable String trouble() {
        return trouble != null ? trouble : snapshotTrouble;
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
        Segment current = segment;
        BootClock.Stamp at = clock.stamp();
        if (trouble == null && current != null) {
            try {
                current.write(fact, at, toTheDisk);
                return true;
            } catch (IOException failure) {
                fail(failure);
            }
        }
        unwritten.add(fact, at);
        return false;
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
    }

    private void force() {
        Segment current = segment;
        if (trouble != null || current == null) {
            return;
        }
        try {
            current.force();
        } catch (IOException failure) {
            if (current.equals(segment)) {
                fail(failure);
            }
        }
    }

    // ---- snapshots; the loop's thread

    @Override
    public boolean isSnapshotDue() {
        Segment current = segment;
        if (snapshotUnderWay) {
            return false;
        }
        if (trouble != null || current == null) {
            return clock.uptime().compareTo(tryAgainAt) >= 0;
        }
        return !begun || snapshots.isWorthOne(current.length());
    }

    @Override
    public void snapshot(List<GroupMemory> groups, List<Act> acts) {
        begun = true;
        BootClock.Stamp stamp = clock.stamp();
        Segment full = segment;
        if (trouble != null || full == null) {
            beginAnew(new Snapshots.Content(groups, acts), stamp);
            return;
        }
        Segment fresh;
        try {
            // A file is whole on the disk before the next one begins: so only the last one can be cut off.
            full.force();
            fresh = begin();
        } catch (IOException failure) {
            fail(failure);
            return;
        }
        segment = fresh;
        snapshotUnderWay = true;
        disk.execute(() -> {
            try {
                full.close();
                snapshots.store(fresh.number, new Snapshots.Content(groups, acts), stamp);
                snapshotTrouble = null;
            } catch (IOException failure) {
                // The journal goes on, and the next file that is full tries again.
                snapshotTrouble = "no snapshot could be written: " + DataFolder.reason(failure);
                LOG.warn("the journal in {} goes on; {}", folder.path(), snapshotTrouble);
            } finally {
                snapshotUnderWay = false;
            }
        });
    }

    private Segment begin() throws IOException {
        Segment made = Segment.create(folder, next, clock);
        next++;
        return made;
    }

    /** Ends a time of trouble: with a snapshot on the disk, what is missing in the journal is not missed. */
    private void beginAnew(Snapshots.Content content, BootClock.Stamp stamp) {
        Segment before = segment;
        try {
            if (late == null && !unwritten.isEmpty()) {
                // What stands in a file from the snapshot's own on counts as what came after it: these come before.
                late = before != null && before.isUnused() ? before : begin();
            }
            boolean again = before != null && before.isUnused() && !before.equals(late);
            Segment fresh = before != null && again ? before : begin();
            segment = fresh;
            if (before != null && !before.equals(fresh) && !before.equals(late)) {
                before.close();
            }
            snapshots.store(fresh.number, content, stamp);
            trouble = null;
            snapshotTrouble = null;
            LOG.info("the journal in {} is written again", folder.path());
            writeLate();
        } catch (IOException failure) {
            fail(failure);
        }
        Duration took = clock.uptime().minus(stamp.uptime());
        Duration pause = took.multipliedBy(REST);
        tryAgainAt = clock.uptime().plus(pause.compareTo(TRY_AGAIN) > 0 ? pause : TRY_AGAIN);
    }

    /** A restart needs none of it any more, so that what cannot be written now either is missing in the history alone. */
    private void writeLate() {
        Segment file = late;
        late = null;
        if (file == null) {
            return;
        }
        if (unwritten.dropped() > 0) {
            LOG.warn("the history lacks {} decisions: that time was too long to keep all of them", unwritten.dropped());
        }
        try (file) {
            unwritten.writeTo(file);
        } catch (IOException failure) {
            LOG.warn(
                    "the history lacks up to {} decisions, which cannot be written to {}: {}",
                    unwritten.size(),
                    folder.journal(file.number),
                    DataFolder.reason(failure));
        }
        unwritten.clear();
        history.written(file.number);
    }

    /** Lets go of the folder as a process does that is killed: nothing more is written. */
    void abandon() {
        forcing.cancel(false);
        disk.shutdownNow();
        // A snapshot under way is cut short by that, but ends on its own thread.
        awaitLastWrites();
        letGo(false);
    }

    /** Brings everything to the disk and lets go of the folder. */
    @Override
    public void close() {
        forcing.cancel(false);
        disk.shutdown();
        awaitLastWrites();
        letGo(trouble == null);
    }

    private void awaitLastWrites() {
        try {
            if (!disk.awaitTermination(LAST_WRITES.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("the journal's last writes did not end within {} ms", LAST_WRITES.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void letGo(boolean whole) {
        Segment current = segment;
        try {
            if (current != null && whole) {
                current.force();
            }
            if (current != null) {
                current.close();
            }
            folder.close();
        } catch (IOException failure) {
            fail(failure);
        }
    }
}
