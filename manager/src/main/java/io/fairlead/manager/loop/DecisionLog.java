package io.fairlead.manager.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The last decisions of one group, and, for longer, those that changed something. */
final class DecisionLog {

    /** At rounds of 5 s the last 83 minutes; about 2 MB for a group of five. */
    static final int DECISIONS = 1_000;

    /** Changes are rare, so these reach back for days. */
    static final int CHANGES = 100;

    /** However many groups there are, this much of the last minutes stays. */
    static final int LEAST = 20;

    /** A page holds no more than this many checks, some 500 bytes of JSON each, or one round. */
    static final int CHECKS_A_PAGE = 10_000;

    private final IntSupplier share;
    private int checks;

    private final Deque<DecisionRecord> decisions = new ArrayDeque<>();
    private final Deque<DecisionRecord> changes = new ArrayDeque<>();
    private List<DecisionRecord> news = new ArrayList<>();

    /**
     * An empty log.
     *
     * @param share checks that it may keep at the moment, its changes and least number of decisions aside
     */
    DecisionLog(IntSupplier share) {
        this.share = share;
    }

    void add(DecisionRecord record) {
        decisions.addLast(record);
        news.add(record);
        checks += record.checks().size();
        while (decisions.size() > DECISIONS || (decisions.size() > LEAST && checks > share.getAsInt())) {
            checks -= decisions.removeFirst().checks().size();
        }
        if (record.isChange()) {
            changes.addLast(record);
            if (changes.size() > CHANGES) {
                changes.removeFirst();
            }
        }
    }

    /** Puts back the changes that an earlier process remembered. */
    void restore(List<DecisionRecord> remembered) {
        changes.addAll(remembered);
    }

    /** The last changes, oldest first, as many as the limit. */
    List<DecisionRecord> lastChanges(int limit) {
        List<DecisionRecord> all = new ArrayList<>(changes);
        return all.subList(Math.max(0, all.size() - limit), all.size());
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
     * in two, so a page may be a little longer than the limit; it is shorter where the decisions are large.
     */
    List<DecisionRecord> page(OptionalLong after, int limit, boolean changesOnly) {
        Deque<DecisionRecord> from = changesOnly ? changes : decisions;
        List<DecisionRecord> page = new ArrayList<>();
        int full = 0;
        Iterator<DecisionRecord> all = after.isPresent() ? from.iterator() : from.descendingIterator();
        while (all.hasNext()) {
            DecisionRecord record = all.next();
            if (after.isPresent() && record.round() <= after.getAsLong()) {
                continue;
            }
            boolean enough = page.size() >= limit || full + record.checks().size() > CHECKS_A_PAGE;
            if (enough && !page.isEmpty() && page.get(page.size() - 1).round() != record.round()) {
                break;
            }
            page.add(record);
            full += record.checks().size();
        }
        if (after.isEmpty()) {
            Collections.reverse(page);
        }
        return page;
    }
}
