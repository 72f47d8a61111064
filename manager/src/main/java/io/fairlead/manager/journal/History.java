package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.manager.loop.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups' past rounds, as far back as the journal's files are kept, the one being written included. Each file is
 * looked through once; after that a page reads nothing but its own records. Blocks for as long as the disk does, so it
 * is never asked on a loop's thread.
 *
 * <p>The history of a group begins where its rounds were last counted from the beginning.
 */
public final class History {

    private static final Logger LOG = LoggerFactory.getLogger(History.class);

    /** A page holds no more than this much of the journal, or one round; as JSON it is about twice as long. */
    private static final int BYTES_A_PAGE = 4 << 20;

    private final Path folder;
    private final SortedMap<Long, FileIndex> files = new TreeMap<>();

    History(Path folder) {
        this.folder = folder;
    }

    /**
     * Which rounds are asked for.
     *
     * @param after only those after this round; -1 for all
     * @param limit how many decisions, 1 or more; a round is never cut in two
     * @param changesOnly only those that changed the primary, or would have if nothing held it back, or found that nobody follows
     *     a lost one after all, or that it is back
     * @param newest the last ones instead of the first
     */
    public record Wish(long after, int limit, boolean changesOnly, boolean newest) {}

    /**
     * Some rounds in the order of time.
     *
     * @param rounds the decisions with everything that they were made from
     * @param more whether there are later ones
     */
    public record Page(List<Fact.Decided> rounds, boolean more) {}

    /** The decisions of a group in one file, from the first one that is asked for. */
    private record Part(Path file, FileIndex.Rounds rounds, int from) {

        long count(Wish wish) {
            return wish.changesOnly() ? rounds.changesFrom(from) : rounds.size() - from;
        }
    }

    /**
     * A page of a group's history, empty if nothing of it is kept.
     *
     * @throws IOException if a file cannot be read, naming it
     */
    public synchronized Page page(GroupId group, Wish wish) throws IOException {
        SortedMap<Long, Path> there = DataFolder.journals(folder);
        files.keySet().retainAll(there.keySet());
        there.forEach((number, file) -> files.computeIfAbsent(number, added -> new FileIndex(file)));
        List<Part> parts = parts(group, wish);
        if (wish.newest()) {
            List<Fact.Decided> newest = page(parts, wish).rounds;
            Collections.reverse(newest);
            return new Page(newest, false);
        }
        Collections.reverse(parts);
        return page(parts, wish);
    }

    /** What the page may need of each file, found from the newest file back. */
    private List<Part> parts(GroupId group, Wish wish) throws IOException {
        List<Part> parts = new ArrayList<>();
        List<FileIndex> newestFirst = new ArrayList<>(files.values());
        Collections.reverse(newestFirst);
        long found = 0;
        long before = Long.MAX_VALUE;
        for (FileIndex file : newestFirst) {
            FileIndex.Rounds rounds = read(file, file == newestFirst.get(0)).of(group);
            if (rounds == null) {
                continue;
            }
            if (rounds.last() > before) {
                break;
            }
            before = rounds.first();
            Part part = new Part(file.file, rounds, rounds.firstAfter(wish.after()));
            parts.add(part);
            found += part.count(wish);
            if (before <= wish.after() || rounds.begunAnew() || (wish.newest() && found > wish.limit())) {
                break;
            }
        }
        return parts;
    }

    private static FileIndex read(FileIndex file, boolean isWritten) throws IOException {
        try {
            file.readOn(isWritten);
        } catch (NoSuchFileException deleted) {
            LOG.debug("{} was deleted while the history was read: it was the oldest", file.file);
        }
        return file;
    }

    private static Page page(List<Part> parts, Wish wish) throws IOException {
        List<Fact.Decided> found = new ArrayList<>();
        long bytes = 0;
        long last = -1;
        for (Part part : parts) {
            try (FileChannel in = FileChannel.open(part.file, StandardOpenOption.READ)) {
                for (int n = 0; n < part.rounds.size() - part.from; n++) {
                    int decision = wish.newest() ? part.rounds.size() - 1 - n : part.from + n;
                    if (wish.changesOnly() && !part.rounds.isChange(decision)) {
                        continue;
                    }
                    boolean full = found.size() >= wish.limit() || bytes > BYTES_A_PAGE;
                    if (full && part.rounds.round(decision) != last) {
                        return new Page(found, true);
                    }
                    ByteBuffer record = Frames.at(in, part.rounds.offset(decision), part.file);
                    bytes += record.remaining();
                    found.add(decided(record, part.file));
                    last = part.rounds.round(decision);
                }
            } catch (NoSuchFileException deleted) {
                LOG.debug("{} was deleted while the history was read: it was the oldest", part.file);
            }
        }
        return new Page(found, false);
    }

    private static Fact.Decided decided(ByteBuffer record, Path file) throws IOException {
        Reader in = new Reader(record);
        Segment.Head.read(in);
        if (FactCodec.read(in) instanceof Fact.Decided decided) {
            return decided;
        }
        throw new IOException(file + " was changed by somebody else while it was read");
    }
}
