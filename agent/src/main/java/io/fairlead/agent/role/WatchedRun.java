package io.fairlead.agent.role;

import io.fairlead.agent.role.HookOrder.Hook;
import io.fairlead.agent.role.HookWatch.Kind;
import java.time.Duration;

/** One run of a hook that somebody watches. */
final class WatchedRun {
    private final HookWatch watch;
    private final Kind kind;

    WatchedRun(HookWatch watch, Hook hook) {
        this.watch = watch;
        this.kind = hook == Hook.DEMOTE ? Kind.DEMOTE : hook == Hook.FENCE ? Kind.FENCE : Kind.OTHER;
    }

    /** Runs it; with what it has to end after SIGTERM it takes no longer than that limit. */
    HookResult run(HookRun run, Duration limit) throws InterruptedException {
        watch.begins(kind, limit);
        boolean succeeded = false;
        try {
            HookResult result =
                    run.telling(pid -> watch.runs(kind, pid, run.mark())).run();
            succeeded = result.succeeded();
            return result;
        } finally {
            watch.ended(kind, run.mark(), succeeded);
        }
    }
}
