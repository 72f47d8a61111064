package io.fairlead.manager.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/** The last acts of operators, those of earlier processes included. Touched by the loop's thread only. */
final class AuditLog {

    /** Some 200 bytes each, in memory and in every snapshot; people act a few times a day. */
    static final int ACTS = 1_000;

    private final Deque<Act> acts = new ArrayDeque<>();
    private long newest;

    long nextNumber() {
        return newest + 1;
    }

    void add(Act act) {
        newest = Math.max(newest, act.number());
        acts.addLast(act);
        if (acts.size() > ACTS) {
            acts.removeFirst();
        }
    }

    List<Act> all() {
        return new ArrayList<>(acts);
    }

    /** A page in the order of time: the first acts after a number, or without one the newest. */
    List<Act> page(OptionalLong after, int limit) {
        List<Act> page = new ArrayList<>();
        Iterator<Act> from = after.isPresent() ? acts.iterator() : acts.descendingIterator();
        while (from.hasNext() && page.size() < limit) {
            Act act = from.next();
            if (after.isEmpty() || act.number() > after.getAsLong()) {
                page.add(act);
            }
        }
        if (after.isEmpty()) {
            Collections.reverse(page);
        }
        return page;
    }
}
