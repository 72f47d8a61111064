package io.fairlead.manager.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds whether so many nodes fell silent at once that something they share may be at fault, and not each of them. Only
 * computes.
 */
final class ManySilent {

    /** Of fewer nodes more than half are two or three: any two machines may die in the same seconds. */
    static final int FEWEST = 5;

    private ManySilent() {}

    /**
     * A node that has not said goodbye.
     *
     * @param heardAt when it was last heard
     * @param silent whether its next heartbeat is overdue
     */
    record Node(Duration heardAt, boolean silent) {}

    /**
     * Nodes that fell silent at once: those that were last heard in a span of time.
     *
     * @param from when the first of them was last heard
     * @param to when the last of them was last heard
     */
    record Span(Duration from, Duration to) {

        boolean has(Duration heardAt) {
            return heardAt.compareTo(from) >= 0 && heardAt.compareTo(to) <= 0;
        }

        Span with(Span other) {
            return new Span(least(from, other.from), most(to, other.to));
        }

        Span later(Duration by) {
            return new Span(from.plus(by), to.plus(by));
        }
    }

    /**
     * More than half of the nodes that were heard until then, of {@value #FEWEST} or more; null where it is fewer. Who fell
     * silent before is counted on neither side.
     *
     * @param within how long after one another nodes may fall silent to count as silent at once
     */
    static @Nullable Span find(Collection<Node> nodes, Duration within) {
        List<Duration> silent = new ArrayList<>();
        for (Node node : nodes) {
            if (node.silent()) {
                silent.add(node.heardAt());
            }
        }
        silent.sort(Comparator.naturalOrder());
        int heard = nodes.size() - silent.size();
        Span found = null;
        int end = 0;
        for (int first = 0; first < silent.size(); first++) {
            Duration from = silent.get(first);
            while (end < silent.size() && silent.get(end).compareTo(from.plus(within)) <= 0) {
                end++;
            }
            int all = heard + silent.size() - first;
            if (all >= FEWEST && 2 * (end - first) > all) {
                Span span = new Span(from, silent.get(end - 1));
                found = found == null ? span : found.with(span);
            }
        }
        return found;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Duration most(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
