package io.fairlead.agent.keeper;

import io.fairlead.agent.role.ProcessFamily;
import java.util.OptionalLong;

/**
 * A hook that runs, or is just being started.
 *
 * @param pid its process; empty until that is known
 * @param mark what its family carries in {@link ProcessFamily#MARK}
 */
record RunningHook(OptionalLong pid, String mark) {
    static RunningHook of(long pid, String mark) {
        return new RunningHook(OptionalLong.of(pid), mark);
    }

    static RunningHook starting(String mark) {
        return new RunningHook(OptionalLong.empty(), mark);
    }

    /** Ends it with all its children, if it still runs. */
    void end() {
        if (pid.isEmpty()) {
            new ProcessFamily(mark).endIfRunning();
        } else {
            ProcessHandle.of(pid.getAsLong()).ifPresent(process -> new ProcessFamily(process, mark).endIfRunning());
        }
    }
}
