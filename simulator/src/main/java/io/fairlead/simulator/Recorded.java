package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who was primary while a trace was recorded, round by round, and how often a replay has the same one. */
final class Recorded {

    private final List<Trace.Holder> holders;
    private final TraceRounds rounds;
    private int next;
    private @Nullable NodeId before;
    private @Nullable NodeId now;
    private int switches;
    private long compared;
    private long same;
    private ReplayReport.@Nullable Difference first;

    Recorded(Trace trace, TraceRounds rounds) {
        this.holders = trace.holders();
        this.rounds = rounds;
    }

    /** The first primary that was recorded, or null. */
    static @Nullable NodeId first(Trace trace) {
        for (Trace.Holder holder : trace.holders()) {
            if (holder.primary() != null) {
                return holder.primary();
            }
        }
        return null;
    }

    /** Goes on to a round; rounds have to be asked for in ascending order. */
    void advance(long round) {
        before = now;
        while (next < holders.size() && rounds.roundOf(holders.get(next).time()) <= round) {
            NodeId holder = holders.get(next++).primary();
            switches += now != null && holder != null ? 1 : 0;
            now = holder;
        }
    }

    /** The primary while a round was measured, which is the one that the round before decided on; null if nobody was. */
    @Nullable NodeId whileMeasured() {
        return before;
    }

    /** Compares what a replay decided in the round with what was recorded. */
    void compare(long round, @Nullable NodeId primary) {
        NodeId recorded = now;
        if (recorded == null || primary == null) {
            return;
        }
        compared++;
        if (recorded.equals(primary)) {
            same++;
        } else if (first == null) {
            first = new ReplayReport.Difference(round, rounds.timeOf(round), recorded.value(), primary.value());
        }
    }

    /** What came of it, or null if the trace does not say who was primary. */
    ReplayReport.@Nullable Comparison comparison() {
        return holders.isEmpty() ? null : new ReplayReport.Comparison(switches, compared, same, first);
    }
}
