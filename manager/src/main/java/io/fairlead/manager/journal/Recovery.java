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
import java.util.Comparator;
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

    private final DataFolder folder;
    private final BootClock clock;
    private final BootClock.Stamp now;

    Recovery(DataFolder folder, BootClock clock) {
        this.folder = folder;
        this.clock = clock;
        this.now = clock.stamp();
    }

    /**
     * What was found.
     *
     * @param earlier what earlier processes left, as it is at a moment
     * @param at the moment
     * @param next the number of the next file of the journal
     */
    record Found(Earlier earlier, BootClock.Stamp at, long next) {}

    /** The records of a file of the journal, its header read. */
    private record Facts(Path file, String boot, Frames frames) {

        boolean areNone() {
            return frames.rest() == 0;
        }
    }

    Found read() throws IOException {
        SortedMap<Long, Path> snapshots = folder.snapshots();
        SortedMap<Long, Path> journals = folder.journals();
        Map.Entry<Long, Snapshot> snapshot = newest(snapshots);
        List<Facts> files = files(journals.tailMap(snapshot.getKey()), Math.max(1, snapshot.getKey()));
        boolean endsUnused = !files.isEmpty() && files.get(files.size() - 1).areNone();
        // Files without facts come last when an earlier process could only begin them.
        int used = files.size();
        while (used > 0 && files.get(used - 1).areNone()) {
            used--;
        }
        List<Fact.Past> facts = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            facts.addAll(facts(files.get(i), i == used - 1));
        }
        long last =
                Math.max(journals.isEmpty() ? 0 : journals.lastKey(), snapshots.isEmpty() ? 0 : snapshots.lastKey());
        boolean again = endsUnused && last == journals.lastKey();
        return new Found(
                new Earlier(snapshot.getValue().groups(), snapshot.getValue().acts(), facts),
                now,
                again ? last : last + 1);
    }

    private List<Facts> files(SortedMap<Long, Path> journals, long first) throws IOException {
        List<Facts> files = new ArrayList<>();
        long expected = first;
        for (Map.Entry<Long, Path> file : journals.entrySet()) {
            if (file.getKey() != expected) {
                throw new IOException(folder.journal(expected) + " is missing, but " + file.getValue()
                        + " is there: put it back, or move the whole folder away to begin anew");
            }
            Frames frames = new Frames(ByteBuffer.wrap(Files.readAllBytes(file.getValue())));
            if (!frames.hasNext()) {
                throw damaged(file.getValue(), frames.end(), frames.rest());
            }
            files.add(new Facts(
                    file.getValue(), header(new Reader(frames.next()), Segment.MAGIC, file.getValue()), frames));
            expected++;
        }
        return files;
    }

    private Map.Entry<Long, Snapshot> newest(SortedMap<Long, Path> snapshots) throws IOException {
        SortedMap<Long, Path> newestFirst = new TreeMap<>(Comparator.reverseOrder());
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
        String boot = header(in, Snapshots.MAGIC, file);
        try {
            Duration ago = clock.between(new BootClock.Stamp(in.time(), in.wholeLong()), boot, now);
            List<GroupMemory.Past> groups = StateCodec.readAll(in).stream()
                    .map(group -> new GroupMemory.Past(group, ago))
                    .toList();
            Snapshot whole = new Snapshot(groups, in.all(() -> FactCodec.act(in)));
            in.end();
            return whole;
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw unreadable(file, 0, wrong);
        }
    }

    private List<Fact.Past> facts(Facts file, boolean isLast) throws IOException {
        Frames frames = file.frames();
        List<Fact.Past> facts = new ArrayList<>();
        while (frames.hasNext()) {
            int at = frames.end();
            facts.add(fact(new Reader(frames.next()), file, at));
        }
        if (frames.rest() > 0) {
            dropTail(frames, file.file(), isLast);
        }
        return facts;
    }

    private Fact.Past fact(Reader in, Facts file, int at) throws IOException {
        try {
            Duration ago = clock.between(Segment.Head.read(in).at(), file.boot(), now);
            Fact fact = FactCodec.read(in);
            in.end();
            return new Fact.Past(fact, ago);
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw unreadable(file.file(), at, wrong);
        }
    }

    /**
     * A process or machine that dies leaves a record that is cut off, or loses some of what was not on the disk yet.
     * Nothing that was to be there for good is lost by that. Anything else is damage, and then what is lost is not
     * known.
     */
    private void dropTail(Frames frames, Path file, boolean isLast) throws IOException {
        int end = frames.end();
        int rest = frames.rest();
        boolean wasOnDisk = !isLast;
        while (!wasOnDisk && frames.skipToWhole()) {
            while (frames.hasNext()) {
                wasOnDisk |= Segment.Head.read(new Reader(frames.next())).onDisk() > end;
            }
        }
        if (wasOnDisk) {
            throw damaged(file, end, rest);
        }
        LOG.warn(
                "{}: the last {} bytes were cut off while they were written; they were not confirmed to anybody and are"
                        + " dropped",
                file,
                rest);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            out.truncate(end);
            out.force(true);
        }
    }

    private static IOException damaged(Path file, int at, int rest) {
        return new IOException(file + " is damaged at byte " + at + " of " + (at + rest)
                + ": put it back from a copy, or move the whole folder away to begin anew");
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
                    + ": this program reads " + magic + " of format " + Segment.FORMAT
                    + "; use the program that wrote it, or name another folder with --data-dir");
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
