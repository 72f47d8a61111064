package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the drills of a group are shown.
 *
 * @param records the last ones, oldest first
 * @param results how many ended how since the manager started, by {@link DrillRecord.Result#label}
 * @param wallMillis the moment, in ms since 1970 on the manager's clock
 */
public record DrillView(List<DrillRecord> records, SortedMap<String, Long> results, long wallMillis) {

    /** Keeps copies. */
    public DrillView {
        records = List.copyOf(records);
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
    }

    /** The last drill of a node that is over, or null. */
    public @Nullable DrillRecord last(NodeId node) {
        return last(record -> record.node().equals(node) && record.result() != DrillRecord.Result.RUNNING);
    }

    /** For how long it has been since a node last passed a drill, in ms, or null if it is not known to have. */
    public @Nullable Long sincePassed(NodeId node) {
        DrillRecord passed = last(record -> record.node().equals(node) && record.result() == DrillRecord.Result.PASSED);
        return passed == null ? null : Math.max(0, wallMillis - passed.wallMillis());
    }

    private @Nullable DrillRecord last(Predicate<DrillRecord> wanted) {
        for (int i = records.size() - 1; i >= 0; i--) {
            if (wanted.test(records.get(i))) {
                return records.get(i);
            }
        }
        return null;
    }
}
