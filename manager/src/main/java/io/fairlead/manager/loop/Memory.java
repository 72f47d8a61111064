package io.fairlead.manager.loop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where facts go to outlive the manager's process. Called by the loop's thread only. */
public interface Memory {

    /** Nothing outlives the process. */
    Memory NONE = new Memory() {
        @Override
        public boolean write(Fact fact) {
            return true;
        }

        @Override
        public boolean commit(Fact fact) {
            return true;
        }

        @Override
        public boolean isSnapshotDue() {
            return false;
        }

        @Override
        public @Nullable String trouble() {
            return null;
        }

        @Override
        public void snapshot(List<GroupMemory> groups, List<Act> acts) {
            throw new IllegalStateException("no snapshot is due");
        }
    };

    /**
     * Writes a fact, so that it outlives the process from now on and the machine soon.
     *
     * @return whether that worked; trouble is told by the implementation, once
     */
    boolean write(Fact fact);

    /**
     * Writes a fact, so that it outlives the machine from now on.
     *
     * @return whether that worked; trouble is told by the implementation, once
     */
    boolean commit(Fact fact);

    /** Whether a snapshot of everything is wanted: there are many facts since the last, or some could not be written. */
    boolean isSnapshotDue();

    /** What keeps facts from being written, or null; from any thread. */
    @Nullable String trouble();

    /** The random name of what remembers, by which nodes know it again; null where nothing outlives the process. */
    default @Nullable String cluster() {
        return null;
    }

    /** Takes over the name of one that was lost. */
    default void takeOver(String cluster) {
        throw new IllegalStateException("what has no name takes over none");
    }

    /**
     * Takes a snapshot, from which a later process can go on without the facts before.
     *
     * @param groups all groups
     * @param acts the acts that the audit keeps
     */
    void snapshot(List<GroupMemory> groups, List<Act> acts);
}
