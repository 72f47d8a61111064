package io.fairlead.manager.loop;

import java.util.List;

/** A memory on a disk that is full. */
public final class UnwritableMemory implements Memory {

    @Override
    public boolean write(Fact fact) {
        return false;
    }

    @Override
    public boolean commit(Fact fact) {
        return false;
    }

    @Override
    public String trouble() {
        return "No space left on device";
    }

    @Override
    public boolean isSnapshotDue() {
        return false;
    }

    @Override
    public void snapshot(List<GroupMemory> groups, List<Act> acts) {
        throw new AssertionError("none is due");
    }
}
