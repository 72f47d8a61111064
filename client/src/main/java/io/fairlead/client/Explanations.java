package io.fairlead.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last placements with their checks. Touched in turns only. */
final class Explanations {

    /** Enough to see what happened in the last moments. */
    static final int MOST = 100;

    /** Bounds the memory whatever the number of instances: some 6 MB. */
    static final int MOST_CHECKS = 50_000;

    private final Deque<Explanation> kept = new ArrayDeque<>();
    private long checks;

    /** Enters one; the oldest ones go. */
    void add(Explanation explanation) {
        kept.addLast(explanation);
        checks += weight(explanation);
        while (kept.size() > MOST || (checks > MOST_CHECKS && kept.size() > 1)) {
            checks -= weight(kept.removeFirst());
        }
    }

    private static int weight(Explanation explanation) {
        return explanation.placement().checks().size();
    }

    /** All that are kept, oldest first. */
    List<Explanation> all() {
        return List.copyOf(kept);
    }
}
