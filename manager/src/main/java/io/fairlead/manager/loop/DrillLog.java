package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last drills of one group, oldest first; of each node its last one stays, or it would be drilled again too soon. */
final class DrillLog {

    static final int KEPT = 100;

    /** However many nodes come and go. */
    private static final int MOST = 1_000;

    private final List<DrillRecord> records = new ArrayList<>();

    void restore(List<DrillRecord> before) {
        records.clear();
        records.addAll(before);
    }

    /** Takes a drill in, or what became of one. */
    void put(DrillRecord record) {
        for (int i = records.size() - 1; i >= 0; i--) {
            if (records.get(i).number() == record.number()) {
                records.set(i, record);
                return;
            }
        }
        records.add(record);
        if (records.size() > KEPT) {
            forgetOne();
        }
    }

    private void forgetOne() {
        for (int i = 0; i < records.size(); i++) {
            DrillRecord old = records.get(i);
            if (!old.equals(last(old.node()))) {
                records.remove(i);
                return;
            }
        }
        if (records.size() > MOST) {
            records.remove(0);
        }
    }

    List<DrillRecord> all() {
        return List.copyOf(records);
    }

    @Nullable DrillRecord last(NodeId node) {
        for (int i = records.size() - 1; i >= 0; i--) {
            if (records.get(i).node().equals(node)) {
                return records.get(i);
            }
        }
        return null;
    }

    /** The drill that goes on, or null. */
    @Nullable DrillRecord running() {
        for (int i = records.size() - 1; i >= 0; i--) {
            if (records.get(i).result() == DrillRecord.Result.RUNNING) {
                return records.get(i);
            }
        }
        return null;
    }
}
