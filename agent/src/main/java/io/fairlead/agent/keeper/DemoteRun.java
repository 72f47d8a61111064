package io.fairlead.agent.keeper;

import io.fairlead.agent.role.ProcessFamily;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Runs the hook {@code demote}, and {@code fence} where that failed, with a time limit and nothing of the agent's. */
final class DemoteRun {
    private final Path hooks;

    DemoteRun(Path hooks) {
        this.hooks = hooks;
    }

    /** Whether the role's effect is gone: a hook ended with 0, or there is none. */
    boolean run(KeeperLine line) throws InterruptedException {
        line.hook()
                .ifPresent(hook -> ProcessHandle.of(hook.pid())
                        .ifPresent(process -> new ProcessFamily(process, hook.mark()).endIfRunning()));
        Path demote = hooks.resolve("demote");
        if (!Files.exists(demote) || run(demote, line)) {
            return true;
        }
        Path fence = hooks.resolve("fence");
        return Files.exists(fence) && run(fence, line);
    }

    private boolean run(Path hook, KeeperLine line) throws InterruptedException {
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder =
                new ProcessBuilder(List.of(hook.toAbsolutePath().toString()));
        builder.environment().putAll(line.environment());
        builder.environment().put(ProcessFamily.MARK, mark);
        try {
            // The keeper's own output is a pipe to the agent, which nobody reads any more.
            Process process = builder.redirectInput(new File("/dev/null"))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.INHERIT)
                    .start();
            if (process.waitFor(line.times().limitMs(), TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0;
            }
            new ProcessFamily(process.toHandle(), mark).end();
        } catch (IOException e) {
            System.err.println("fairlead keeper: " + hook + " could not be started: " + e.getMessage());
        }
        return false;
    }
}
