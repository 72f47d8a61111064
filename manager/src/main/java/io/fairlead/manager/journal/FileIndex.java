package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Reason;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where in one file of the journal the decisions of each group are; 8 bytes for each. The file may still be written: it
 * is read on from where the last look ended.
 */
final class FileIndex {

    private static final Logger LOG = LoggerFactory.getLogger(FileIndex.class);

    final Path file;
    private final SortedMap<GroupId, Rounds> groups = new TreeMap<>();
    private int end;
    private boolean complete;

    FileIndex(Path file) {
        this.file = file;
    }

    /** The decisions of one group in a file; their rounds never go back. */
    static final class Rounds {
        private int[] offsets = new int[16];
        private int[] rounds = new int[16];
        private final BitSet changes = new BitSet();
        private final BitSet renewals = new BitSet();
        private final List<History.Gap> gaps = new ArrayList<>();
        private long first;
        private int size;
        private boolean begunAnew;
        private @Nullable NodeId shown;
        private boolean nobody;
        private boolean toBeFollowed;
        private long token;

        private void add(FactCodec.Heading heading, int offset) {
            long round = heading.round();
            if (size > 0 && (round < last() || round - first > Integer.MAX_VALUE)) {
                // The group began anew: what was before is another history.
                size = 0;
                changes.clear();
                renewals.clear();
                gaps.clear();
                token = 0;
                begunAnew = true;
            }
            if (size > 0 && round > last() + 1) {
                gaps.add(new History.Gap(last(), round));
            }
            if (size == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * size);
                rounds = Arrays.copyOf(rounds, 2 * size);
            }
            first = size == 0 ? round : first;
            offsets[size] = offset;
            rounds[size] = (int) (round - first);
            boolean renewed = isRenewed(heading);
            changes.set(size, isNews(heading.decision()) || renewed);
            renewals.set(size, renewed);
            token = heading.token();
            size++;
        }

        /**
         * A change; one that is only shown, unless the round before has shown the same; that nobody follows a lost primary
         * although somebody was to; and that one is primary again without having been chosen.
         */
        private boolean isNews(Decision decision) {
            NodeId shownBefore = shown;
            boolean nobodyBefore = nobody;
            shown = decision.kind() == Decision.Kind.WOULD_SWITCH ? decision.to() : null;
            nobody = decision.kind() == Decision.Kind.NO_PRIMARY || (shown != null && decision.from() == null);
            boolean unfollowed = toBeFollowed && decision.kind() == Decision.Kind.NO_PRIMARY && !isChanging(decision);
            boolean back = nobodyBefore && decision.kind() == Decision.Kind.KEEP;
            boolean change = DecisionRecord.isChange(decision);
            toBeFollowed = nobody && !unfollowed && (toBeFollowed || (change && isChanging(decision)));
            return change || unfollowed || back || (shown != null && !shown.equals(shownBefore));
        }

        /** The same node stays primary and had to be given the role once more: between the two it had none. */
        private boolean isRenewed(FactCodec.Heading heading) {
            return token > 0 && heading.token() > token && heading.decision().kind() == Decision.Kind.KEEP;
        }

        private static boolean isChanging(Decision decision) {
            return decision.reason() == Reason.CHANGING;
        }

        int size() {
            return size;
        }

        long first() {
            return first;
        }

        long last() {
            return round(size - 1);
        }

        long round(int decision) {
            return first + rounds[decision];
        }

        /** The rounds among its own that are not in the file. */
        List<History.Gap> gaps() {
            return gaps;
        }

        /** Where it is in the file. */
        int offset(int decision) {
            return offsets[decision];
        }

        boolean isChange(int decision) {
            return changes.get(decision);
        }

        /** Whether the primary stays under a new token. */
        boolean isRenewal(int decision) {
            return renewals.get(decision);
        }

        /** Whether no earlier file has anything of this history. */
        boolean begunAnew() {
            return begunAnew;
        }

        /** How many decisions from this one on are changes. */
        long changesFrom(int decision) {
            return changes.get(decision, Math.max(decision, size)).cardinality();
        }

        /** The first decision of a later round than this one. */
        int firstAfter(long round) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (round(middle) <= round) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** The decisions of a group, or null if there is none. */
    @Nullable Rounds of(GroupId group) {
        return groups.get(group);
    }

    /**
     * Reads what was written since the last look.
     *
     * @param isWritten whether the file is still being written
     */
    void readOn(boolean isWritten) throws IOException {
        if (complete) {
            return;
        }
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            int added = Math.toIntExact(Math.max(0, in.size() - end));
            Frames frames = new Frames(Frames.read(in, end, added));
            int from = end;
            while (frames.hasNext()) {
                int at = from + frames.end();
                ByteBuffer payload = frames.next();
                // The first record says what file this is.
                if (at > 0) {
                    take(payload, at);
                }
            }
            end = from + frames.end();
            complete = !isWritten;
            if (complete && frames.rest() > 0) {
                LOG.warn(
                        "{}: {} bytes from byte {} on cannot be read; the history lacks them",
                        file,
                        frames.rest(),
                        end);
            }
        }
    }

    private void take(ByteBuffer payload, int at) throws IOException {
        try {
            Reader in = new Reader(payload);
            Segment.Head.read(in);
            FactCodec.Heading heading = FactCodec.heading(in);
            if (heading != null) {
                groups.computeIfAbsent(heading.group(), id -> new Rounds()).add(heading, at);
            }
        } catch (BufferUnderflowException | IllegalArgumentException wrong) {
            throw Recovery.unreadable(file, at, wrong);
        }
    }
}
