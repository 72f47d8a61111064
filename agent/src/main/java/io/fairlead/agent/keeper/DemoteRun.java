package io.fairlead.agent.keeper;

import io.fairlead.agent.role.ProcessFamily;
import io.fairlead.client.role.RoleReason;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the hooks {@code demote} and {@code fence} with a time limit and nothing of the agent's. */
final class DemoteRun {
    /**
     * This share of the limit is for a demote and a fence together where both have to run: the keeper begins {@link Keeper#GRACE}
     * and one look later than the agent would have, and the lease must not be over before they are.
     */
    private static final double SHARE_OF_BOTH = 0.75;

    /** A look of the other side is over long before; an agent that stands still never lets go. */
    private static final int MOST_LOOKS = 20;

    private static final long LOOK_MILLIS = 10;
    private static final Pattern TOKEN = Pattern.compile("\\d{1,18}");

    private final Path demote;
    private final Path fence;
    private final String agent;
    private final HookTurn own;
    private final HookTurn agents;

    /**
     * @param hooks the folder with them
     * @param agent the name of this run of the node's agent
     * @param lock the file that the agent has locked, or null
     */
    DemoteRun(Path hooks, String agent, @Nullable Path lock) {
        this.demote = hooks.resolve("demote");
        this.fence = hooks.resolve("fence");
        this.agent = agent;
        this.own = HookTurn.ofKeeper(lock);
        this.agents = HookTurn.ofAgent(lock);
    }

    /**
     * What was run.
     *
     * @param what the hooks, and how they ended, in words
     * @param done whether the role's effect is gone: the last of them ended with 0, or there is none
     */
    record Ran(String what, boolean done) {}

    /** Runs demote, and fence where that failed. */
    Ran run(KeeperLine line) throws InterruptedException {
        return inTurn(line, () -> {
            long limit = line.times().limitMs();
            boolean demoted = demoted(line, limit);
            return demoted || !Files.exists(fence) ? alone(demoted) : fenced(line, limit, false);
        });
    }

    /**
     * Runs demote, and then fence however that ended, within the time of one: what runs may still write. Where there is no
     * fence, a demote that succeeded is all that can be done.
     */
    Ran runFenced(KeeperLine line) throws InterruptedException {
        return inTurn(line, () -> {
            long limit = Math.round(line.times().limitMs() * SHARE_OF_BOTH);
            if (!Files.exists(fence)) {
                return alone(demoted(line, limit));
            }
            long began = System.nanoTime();
            boolean demoted = demoted(line, limit / 2);
            return fenced(line, limit - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began), demoted);
        });
    }

    private interface Turn {
        Ran run() throws InterruptedException;
    }

    /**
     * Takes the turn from the agent, whose hook it ends, and keeps it until all has been run. That the role has been laid down is
     * written down, so that the agent does not do it again.
     */
    private Ran inTurn(KeeperLine line, Turn hooks) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS && !own.take(); look++) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        TurnNote outcome = new TurnNote.Nothing();
        try {
            boolean undisturbed = endWhatRuns(line);
            Ran ran = hooks.run();
            outcome = ran.done() && undisturbed ? laidDown(line) : outcome;
            return ran;
        } finally {
            own.note(outcome);
            own.release();
        }
    }

    private Ran fenced(KeeperLine line, long limitMs, boolean demoted) throws InterruptedException {
        RoleReason reason = demoted ? RoleReason.DRAIN_CUT : RoleReason.DEMOTE_FAILED;
        boolean done = run(fence, line.because(reason), limitMs);
        String before = demoted ? "demote and then " : "demote, which failed, and then ";
        return new Ran((Files.exists(demote) ? before : "") + "fence" + (done ? "" : ", which failed"), done);
    }

    private Ran alone(boolean demoted) {
        return new Ran(Files.exists(demote) ? "demote" + (demoted ? "" : ", which failed") : "no hook", demoted);
    }

    private TurnNote laidDown(KeeperLine line) {
        String token = line.environment().getOrDefault("FAIRLEAD_TOKEN", "");
        return TOKEN.matcher(token).matches()
                ? new TurnNote.LaidDown(agent, Long.parseLong(token))
                : new TurnNote.Nothing();
    }

    /**
     * By what the agent said and by what stands in its file: the agent may be another one by now, or may not have said it yet.
     * Answers whether none of its hooks can begin before the keeper's have ended: an agent that stopped between taking its turn
     * and starting a hook would start it.
     */
    private boolean endWhatRuns(KeeperLine line) throws InterruptedException {
        HookTurn.Seen seen = agents.look();
        for (int look = 0; look < MOST_LOOKS && seen.held() && !isStarted(seen); look++) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            seen = agents.look();
        }
        seen.hook().ifPresent(RunningHook::end);
        line.hook().ifPresent(RunningHook::end);
        return !seen.held() || isStarted(seen);
    }

    private static boolean isStarted(HookTurn.Seen seen) {
        return seen.hook().filter(hook -> hook.pid().isPresent()).isPresent();
    }

    private boolean demoted(KeeperLine line, long limitMs) throws InterruptedException {
        return !Files.exists(demote) || run(demote, line, limitMs);
    }

    private boolean run(Path hook, KeeperLine line, long limitMs) throws InterruptedException {
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder =
                new ProcessBuilder(List.of(hook.toAbsolutePath().toString()));
        builder.environment().putAll(line.environment());
        builder.environment().put(ProcessFamily.MARK, mark);
        try {
            own.note(new TurnNote.Runs(RunningHook.starting(mark)));
            // The keeper's own output is a pipe to the agent, which nobody reads any more.
            Process process = builder.redirectInput(new File("/dev/null"))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.INHERIT)
                    .start();
            own.note(new TurnNote.Runs(RunningHook.of(process.pid(), mark)));
            if (process.waitFor(limitMs, TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0;
            }
            new ProcessFamily(process.toHandle(), mark).end();
        } catch (IOException e) {
            KeeperLog.warn(line.environment(), hook + " could not be started: " + e.getMessage());
        }
        return false;
    }
}
