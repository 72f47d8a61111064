package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.Earlier;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what earlier processes left in a folder: the newest snapshot, and the facts since. */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    static final String SNAPSHOT_MAGIC = "fairlead-snapshot";

    private final DataFolder folder;
    private final BootClock clock;

    Recovery(DataFolder folder, BootClock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * What was found.
     *
     * @param earlier what earlier processes left
     * @param last the highest number that a file has, 0 without any
     */
    record Found(Earlier earlier, long last) {}

    Found read() throws IOException {
        SortedMap<Long, Path> journals = folder.journals();
        SortedMap<Long, Path> snapshots = folder.snapshots();
        long last =
                Math.max(journals.isEmpty() ? 0 : journals.lastKey(), snapshots.isEmpty() ? 0 : snapshots.lastKey());
        Map.Entry<Long, Snapshot> snapshot = newest(snapshots);
        List<Fact.Past> facts = new ArrayList<>();
        Iterator<Map.Entry<Long, Path>> files =
                journals.tailMap(snapshot.getKey()).entrySet().iterator();
        long expected = Math.max(1, snapshot.getKey());
        while (files.hasNext()) {
            Map.Entry<Long, Path> file = files.next();
            if (file.getKey() != expected) {
                throw new IOException(folder.journal(expected) + " is missing, but " + file.getValue()
                        + " is there: put it back, or move the whole folder away to begin anew");
            }
            facts.addAll(facts(file.getValue(), !files.hasNext()));
            expected = file.getKey() + 1;
        }
        return new Found(
                new Earlier(snapshot.getValue().groups(), snapshot.getValue().acts(), facts), last);
    }

    private Map.Entry<Long, Snapshot> newest(SortedMap<Long, Path> snapshots) throws IOException {
        SortedMap<Long, Path> newestFirst = new TreeMap<>(java.util.Comparator.reverseOrder());
        newestFirst.putAll(snapshots);
        for (Map.Entry<Long, Path> snapshot : newestFirst.entrySet()) {
            Snapshot whole = snapshot(snapshot.getValue());
            if (whole != null) {
                return Map.entry(snapshot.getKey(), whole);
            }
            LOG.warn("{} is damaged; an older snapshot is looked for", snapshot.getValue());
        }
        if (!snapshots.isEmpty()) {
            throw new IOException("none of the snapshots in " + folder.path()
                    + " can be read: put one back, or move the whole folder away to begin anew");
        }
        return Map.entry(0L, new Snapshot(List.of(), List.of()));
    }

    private record Snapshot(List<GroupMemory.Past> groups, List<Act> acts) {}

    private @Nullable Snapshot snapshot(Path file) throws IOException {
        Frames frames = new Frames(ByteBuffer.wrap(Files.readAllBytes(file)));
        if (!frames.hasNext()) {
            return null;
        }
        Reader in = new Reader(frames.next());
        String boot = header(in, SNAPSHOT_MAGIC, file);
        Duration ago = clock.since(new BootClock.Stamp(in.time(), in.wholeLong()), boot);
        try {
            List<GroupMemory.Past> groups = StateCodec.readAll(in).stream()
                    .map(group -> new GroupMemory.Past(group, ago))
                    .toList();
            return new Snapshot(groups, in.all(() -> FactCodec.act(in)));
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw unreadable(file, 0, wrong);
        }
    }

    private List<Fact.Past> facts(Path file, boolean isLast) throws IOException {
        Frames frames = new Frames(ByteBuffer.wrap(Files.readAllBytes(file)));
        List<Fact.Past> facts = new ArrayList<>();
        if (frames.hasNext()) {
            String boot = header(new Reader(frames.next()), Segment.MAGIC, file);
            while (frames.hasNext()) {
                int at = frames.end();
                facts.add(fact(new Reader(frames.next()), boot, file, at));
            }
        }
        if (frames.rest() > 0) {
            dropTail(frames, file, isLast);
        }
        return facts;
    }

    private Fact.Past fact(Reader in, String boot, Path file, int at) throws IOException {
        try {
            Duration ago = clock.since(new BootClock.Stamp(in.time(), in.wholeLong()), boot);
            Fact fact = FactCodec.read(in);
            if (!in.isAtEnd()) {
                throw new IllegalArgumentException("there is more of it than was understood");
            }
            return new Fact.Past(fact, ago);
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw unreadable(file, at, wrong);
        }
    }

    /** A record that was cut off was never acted on. Anything else is damage, and then what is lost is not known. */
    private void dropTail(Frames frames, Path file, boolean isLast) throws IOException {
        if (!isLast || frames.isDamaged()) {
            throw new IOException(file + " is damaged at byte " + frames.end() + " of "
                    + (frames.end() + frames.rest())
                    + ": put it back from a copy, or move the whole folder away to begin anew");
        }
        LOG.warn(
                "{}: the last {} bytes are a record that was cut off; it was not acted on and is dropped",
                file,
                frames.rest());
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            out.truncate(frames.end());
            out.force(true);
        }
    }

    /** Reads the beginning of a file; gives the run of the machine in which it was written. */
    private static String header(Reader in, String magic, Path file) throws IOException {
        try {
            String found = in.text();
            int format = in.whole();
            if (found.equals(magic) && format == Segment.FORMAT) {
                return in.text();
            }
            throw new IOException(file + " is " + (found.equals(magic) ? "of format " + format : "something else")
                    + ": this program reads " + magic + " of format " + Segment.FORMAT);
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw unreadable(file, 0, wrong);
        }
    }

    static IOException unreadable(Path file, int at, RuntimeException wrong) {
        return new IOException(
                file + " has a record at byte " + at + " that this program cannot read (" + wrong.getMessage()
                        + "): it is of a newer program, or damaged; use that program, or move the whole folder away to"
                        + " begin anew",
                wrong);
    }
}
