package io.fairlead.manager.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The last decisions of one group, and, for longer, those that changed something. */
final class DecisionLog {

    /** At rounds of 5 s the last 83 minutes; about 2 MB for a group of five. */
    static final int DECISIONS = 1_000;

    /** Changes are rare, so these reach back for days. */
    static final int CHANGES = 100;

    private final Deque<DecisionRecord> decisions = new ArrayDeque<>();
    private final Deque<DecisionRecord> changes = new ArrayDeque<>();
    private List<DecisionRecord> news = new ArrayList<>();

    void add(DecisionRecord record) {
        append(decisions, record, DECISIONS);
        news.add(record);
        if (record.decision().isSwitch() || isLoss(record)) {
            append(changes, record, CHANGES);
        }
    }

    /** What was added since the last call. The loop asks after each turn in which it may have decided something. */
    List<DecisionRecord> takeNews() {
        if (news.isEmpty()) {
            return List.of();
        }
        List<DecisionRecord> taken = news;
        news = new ArrayList<>();
        return taken;
    }

    @Nullable DecisionRecord newest() {
        return decisions.peekLast();
    }

    @Nullable DecisionRecord newestChange() {
        return changes.peekLast();
    }

    /** What was decided in one round and before the next one. */
    List<DecisionRecord> ofRound(long round) {
        List<DecisionRecord> found = new ArrayList<>();
        for (DecisionRecord record : decisions) {
            if (record.round() == round) {
                found.add(record);
            }
        }
        if (found.isEmpty()) {
            changes.stream().filter(record -> record.round() == round).forEach(found::add);
        }
        return found;
    }

    /**
     * A page in the order of time: the first decisions after a round, or without one the newest. A round is never cut
     * in two, so a page may be a little longer than the limit.
     */
    List<DecisionRecord> page(OptionalLong after, int limit, boolean changesOnly) {
        Deque<DecisionRecord> from = changesOnly ? changes : decisions;
        List<DecisionRecord> page = new ArrayList<>();
        Iterator<DecisionRecord> all = after.isPresent() ? from.iterator() : from.descendingIterator();
        while (all.hasNext()) {
            DecisionRecord record = all.next();
            if (after.isPresent() && record.round() <= after.getAsLong()) {
                continue;
            }
            if (page.size() >= limit && page.get(page.size() - 1).round() != record.round()) {
                break;
            }
            page.add(record);
        }
        if (after.isEmpty()) {
            Collections.reverse(page);
        }
        return page;
    }

    private static boolean isLoss(DecisionRecord record) {
        return record.decision().from() != null && record.decision().to() == null;
    }

    private static void append(Deque<DecisionRecord> to, DecisionRecord record, int limit) {
        to.addLast(record);
        if (to.size() > limit) {
            to.removeFirst();
        }
    }
}
