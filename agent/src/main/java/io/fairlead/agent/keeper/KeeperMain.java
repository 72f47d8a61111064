package io.fairlead.agent.keeper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The keeper's process: reads the agent's lines from its standard input until it is no longer needed.
 *
 * <p>It uses no logging library, to be small and quick to start; what it has to say goes to standard error, which is the
 * agent's.
 */
public final class KeeperMain {
    /** How often the time since boot is looked at: while the machine sleeps, the other clock stands still. */
    private static final long LOOK_MILLIS = 50;

    /** Stands in the queue for the end of the pipe; no line of the agent is empty. */
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final KeeperRules rules = new KeeperRules();
    private final long agent =
            ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    private final DemoteRun demote;
    private final @Nullable Path lock;

    private KeeperMain(Path hooks, String agent, @Nullable Path lock) {
        this.demote = new DemoteRun(hooks, agent, lock);
        this.lock = lock;
    }

    /**
     * Keeps a node.
     *
     * @param arguments the folder with its hooks, the name of its agent's run, and, if there is one, the file that the agent has
     *     locked
     */
    public static void main(String[] arguments) throws InterruptedException {
        // Whoever asks the agent's whole group of processes to end must not end this one before the agent: the end of a
        // JVM waits for this thread.
        CountDownLatch never = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        KeeperMain keeper = new KeeperMain(
                Path.of(arguments[0]), arguments[1], arguments.length > 2 ? Path.of(arguments[2]) : null);
        Thread reader = new Thread(keeper::read, "reader");
        reader.setDaemon(true);
        reader.start();
        int exit = 1;
        try {
            keeper.keep();
            exit = 0;
        } catch (RuntimeException bug) {
            KeeperLog.warn("ends because of a bug: " + bug);
        } finally {
            Runtime.getRuntime().halt(exit);
        }
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            KeeperLog.warn("the agent's lines cannot be read: " + e.getMessage());
        } finally {
            lines.add(END);
        }
    }

    private void keep() throws InterruptedException {
        while (!rules.over()) {
            String line = lines.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (END.equals(line)) {
                rules.pipeBroke();
            } else if (line != null) {
                KeeperLine.read(line).ifPresent(read -> rules.take(read, System.nanoTime()));
            }
            if (rules.isAlone() && isReplaced()) {
                rules.replaced();
            }
            // A line that waits may say that there is nothing to do.
            Optional<KeeperRules.Due> due =
                    lines.isEmpty() ? rules.due(System.nanoTime(), Uptime.millis()) : Optional.empty();
            if (due.isPresent()) {
                demote(due.get());
            }
        }
    }

    private void demote(KeeperRules.Due due) throws InterruptedException {
        String why = rules.why();
        DemoteRun.Ran ran = due.fenced() ? demote.runFenced(due.line()) : demote.run(due.line());
        rules.ran(due, ran.done(), System.nanoTime());
        String words = "the keeper ran " + ran.what() + ", because " + why;
        KeeperLog.warn(due.line().environment(), words);
        // For the agent's log, should it come back to life.
        System.out.println(words);
    }

    /** Whether another agent of the node has been started since that of this keeper was killed. */
    private boolean isReplaced() {
        long holder = lock == null ? 0 : LockHolder.of(lock);
        return holder != 0 && holder != agent;
    }
}
