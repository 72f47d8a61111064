package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.manager.loop.Fact;
import io.fairlead.primary.Decision;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    private final Queue<Long> writtenLate = new ConcurrentLinkedQueue<>();

    History(Path folder) {
        this.folder = folder;
    }

    /**
     * Which rounds are asked for.
     *
     * @param after only those after this round; -1 for all
     * @param limit how many decisions, 1 or more; a round is never cut in two
     * @param changesOnly only those that changed the primary, or would have if nothing held it back, or found that nobody follows
     *     a lost one after all, or that it is back, or has the role again
     * @param newest the last ones instead of the first
     */
    public record Wish(long after, int limit, boolean changesOnly, boolean newest) {}

    /**
     * Some rounds in the order of time.
     *
     * @param rounds the decisions with everything that they were made from
     * @param more whether there are later ones
     * @param renewals the rounds among them in which a primary stays that was given the role once more
     * @param gaps the rounds among them, or before them where nothing else is, that were not written down
     */
    public record Page(List<Fact.Decided> rounds, boolean more, Set<Long> renewals, List<Gap> gaps) {

        /** Whether it is about a primary that stays and was given the role once more. */
        public boolean isRenewal(Fact.Decided decided) {
            return decided.outcome().decision().kind() == Decision.Kind.KEEP
                    && renewals.contains(decided.outcome().round());
        }
    }

    /**
     * Rounds that were evaluated and are not in the files, because these could not be written then.
     *
     * @param after the last round before them
     * @param before the first round after them
     */
    public record Gap(long after, long before) {

        /** How many are missing. */
        public long rounds() {
            return before - after - 1;
        }
    }

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
        for (Long late = writtenLate.poll(); late != null; late = writtenLate.poll()) {
            files.remove(late);
        }
        files.keySet().retainAll(there.keySet());
        there.forEach((number, file) -> files.computeIfAbsent(number, added -> new FileIndex(file)));
        List<Part> parts = parts(group, wish);
        List<Gap> gaps = gaps(parts);
        if (wish.newest()) {
            Page page = page(parts, wish);
            Collections.reverse(page.rounds);
            long from = page.more ? page.rounds.get(0).outcome().round() : -1;
            gaps.removeIf(gap -> gap.before() <= from);
            return new Page(page.rounds, false, page.renewals, gaps);
        }
        Collections.reverse(parts);
        Page page = page(parts, wish);
        long to = page.more ? page.rounds.get(page.rounds.size() - 1).outcome().round() : Long.MAX_VALUE;
        gaps.removeIf(gap -> gap.before() <= wish.after() || gap.before() > to);
        return new Page(page.rounds, page.more, page.renewals, gaps);
    }

    /** That a file which is not the newest one was written: whatever was found in it before is not all. From any thread. */
    void written(long number) {
        writtenLate.add(number);
    }

    /** Rounds follow each other by one, so what is left out is missing; in the order of time, from files in the opposite one. */
    private static List<Gap> gaps(List<Part> newestFirst) {
        List<Gap> gaps = new ArrayList<>();
        long next = Long.MAX_VALUE;
        for (Part part : newestFirst) {
            FileIndex.Rounds rounds = part.rounds;
            if (next != Long.MAX_VALUE && rounds.last() + 1 < next) {
                gaps.add(new Gap(rounds.last(), next));
            }
            List<Gap> own = new ArrayList<>(rounds.gaps());
            Collections.reverse(own);
            gaps.addAll(own);
            next = rounds.first();
        }
        Collections.reverse(gaps);
        return gaps;
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
        Set<Long> renewals = new TreeSet<>();
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
                        return new Page(found, true, renewals, List.of());
                    }
                    ByteBuffer record = Frames.at(in, part.rounds.offset(decision), part.file);
                    bytes += record.remaining();
                    found.add(decided(record, part.file));
                    last = part.rounds.round(decision);
                    if (part.rounds.isRenewal(decision)) {
                        renewals.add(last);
                    }
                }
            } catch (NoSuchFileException deleted) {
                LOG.debug("{} was deleted while the history was read: it was the oldest", part.file);
            }
        }
        return new Page(found, false, renewals, List.of());
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
