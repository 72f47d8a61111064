package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.GroupMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Writes snapshots, and takes away what they have made superfluous and there is no room for. */
final class Snapshots {

    static final String MAGIC = "fairlead-snapshot";

    private final DataFolder folder;
    private final BootClock clock;
    private final Room room;

    private volatile long newestBytes;

    Snapshots(DataFolder folder, BootClock clock, Room room) {
        this.folder = folder;
        this.clock = clock;
        this.room = room;
    }

    /**
     * How much room the files may take.
     *
     * @param journalBytes a file of the journal that is longer calls for a snapshot; a restart computes again what is in
     *     one or two such files
     * @param historyBytes files of the journal that no restart needs any more are kept as the groups' history up to this
     */
    record Room(long journalBytes, long historyBytes) {

        /** 8 MiB are computed again in well below a second; a group of five nodes writes some 10 MB a day. */
        static Room standard() {
            return new Room(8 << 20, 256 << 20);
        }
    }

    /**
     * What a snapshot holds.
     *
     * @param groups all groups
     * @param acts the acts that the audit keeps
     */
    record Content(List<GroupMemory> groups, List<Act> acts) {}

    /** Whether a file of the journal is so long that it is worth a snapshot, which may be long itself. */
    boolean isWorthOne(long journalBytes) {
        return journalBytes > Math.max(room.journalBytes(), 2 * newestBytes);
    }

    /** Brings a snapshot to the disk. The facts in the journal file of its number come after it. */
    void store(long number, Content content, BootClock.Stamp stamp) throws IOException {
        Writer out = new Writer()
                .text(MAGIC)
                .whole(Segment.FORMAT)
                .text(clock.boot())
                .time(stamp.uptime())
                .whole(stamp.wallMillis());
        out.all(content.groups(), group -> StateCodec.write(out, group));
        out.all(content.acts(), act -> FactCodec.act(out, act));
        ByteBuffer frame = Frames.frame(out.bytes());
        newestBytes = frame.remaining();
        folder.put(folder.snapshot(number), frame);
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
            if (bytes <= room.historyBytes()) {
                break;
            }
            bytes -= Files.size(oldest.getValue());
            Files.delete(oldest.getValue());
        }
    }
}
