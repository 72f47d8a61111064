package io.fairlead.agent.role;

import io.fairlead.agent.role.HookOrder.Hook;
import io.fairlead.agent.role.HookWatch.Kind;
import java.time.Duration;

/** One run of a hook that somebody watches. */
final class WatchedRun {
    private final HookWatch watch;
    private final Kind kind;
    private final long token;

    WatchedRun(HookWatch watch, HookOrder order) {
        this.watch = watch;
        this.kind = kind(order.hook());
        this.token = order.change().token();
    }

    private static Kind kind(Hook hook) {
        if (hook.isQuestion()) {
            return Kind.QUESTION;
        }
        return hook == Hook.DEMOTE ? Kind.DEMOTE : hook == Hook.FENCE ? Kind.FENCE : Kind.OTHER;
    }

    /** Runs it; with what it has to end after SIGTERM it takes no longer than that limit. */
    HookResult run(HookRun hook, Duration limit) throws InterruptedException {
        HookWatch.Run run = new HookWatch.Run(kind, token, hook.mark(), limit);
        if (!watch.begins(run)) {
            return HookResult.without(HookResult.End.RUN_BY_KEEPER, "");
        }
        boolean succeeded = false;
        try {
            HookResult result = hook.telling(pid -> watch.runs(run, pid)).run();
            succeeded = result.succeeded();
            return result;
        } finally {
            watch.ended(run, succeeded);
        }
    }
}
