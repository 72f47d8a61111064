package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.Said;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's side of its keeper: a small child process that runs the demote hook by itself when the agent is killed or
 * stands still while its node is primary.
 *
 * <p>No call waits for the child. One that dies is started again, with a warning, and told anew what it has to know.
 */
public final class Keeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    /** So much later than the agent the keeper acts: a living agent runs its demote itself, and says so in that time. */
    public static final Duration GRACE = Duration.ofMillis(100);

    private static final long LONGEST_PAUSE_SECONDS = 60;
    private static final long GOODBYE_SECONDS = 2;

    private final Place place;
    private final AgentTurn turn;
    private final Thread supervisor;
    private final Thread writer;

    private Said said = Said.STANDBY;
    private long untilNanos;
    private OptionalLong untilUptime = OptionalLong.empty();
    private Demote demote = new Demote(Duration.ZERO, new TreeMap<>());
    private Optional<RunningHook> hook = Optional.empty();
    private boolean untold;
    private boolean telling;
    private boolean closed;
    private @Nullable Process child;

    private Keeper(Place place) {
        this.place = place;
        this.turn = new AgentTurn(place.lock().orElse(null));
        this.supervisor = daemon(this::supervise, "fairlead-keeper");
        this.writer = daemon(this::write, "fairlead-keeper-lines");
    }

    /**
     * Where a keeper has what it needs.
     *
     * @param hooks the folder with the hooks {@code demote} and {@code fence}
     * @param lock the file that the agent of the node has locked; beside it stand two more, by which agent and keeper take turns.
     *     Empty where none can be written
     */
    public record Place(Path hooks, Optional<Path> lock) {}

    /** Starts a keeper; returns at once. Where none can be started, that is a warning and tried again. */
    public static Keeper start(Place place) {
        Keeper keeper = new Keeper(place);
        keeper.supervisor.start();
        keeper.writer.start();
        return keeper;
    }

    /**
     * What the keeper runs.
     *
     * @param limit how long the demote hook may run, and the fence after it
     * @param environment their environment, without control characters
     */
    record Demote(Duration limit, SortedMap<String, String> environment) {}

    /**
     * This node is primary, or is laying the role down: unless something else is said before, the keeper runs the demote
     * hook {@link #GRACE} after that time. To be said before a promote begins, at each answer that renews the role, and when
     * the agent begins its own demote: then with the time that the hook may take.
     *
     * @param left until the role has to be laid down
     */
    synchronized void until(Said kept, Duration left, Demote then) {
        Duration later = left.plus(GRACE);
        demote = new Demote(then.limit(), KeeperLine.checked(then.environment()));
        said = kept;
        untilNanos = System.nanoTime() + later.toNanos();
        OptionalLong uptime = Uptime.millis();
        untilUptime =
                uptime.isPresent() ? OptionalLong.of(uptime.getAsLong() + later.toMillis()) : OptionalLong.empty();
        tell();
    }

    /** The demote hook has succeeded, or the node never was primary: there is nothing to keep. */
    public synchronized void standby() {
        said = Said.STANDBY;
        tell();
    }

    /** The agent's turn to run hooks. */
    AgentTurn turn() {
        return turn;
    }

    /** This hook is about to be started, or runs: should the keeper have to act, it ends it first, with all its children. */
    synchronized void hookBegan(RunningHook begun) {
        hook = Optional.of(begun);
        tell();
    }

    /** That hook has ended. */
    public synchronized void hookEnded() {
        hook = Optional.empty();
        tell();
    }

    /** Waits until the keeper's pipe has everything that was said, or that time is over. */
    synchronized void awaitTold(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); (untold || telling) && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** The keeper's process, empty while none runs. */
    public synchronized Optional<ProcessHandle> process() {
        return Optional.ofNullable(child).filter(Process::isAlive).map(Process::toHandle);
    }

    /**
     * Says goodbye, and waits at most 2 s for the keeper's end. While the node is primary nothing is said: the keeper runs the
     * demote hook at once, because nobody else will; while it drains as a single writer, at its time.
     */
    @Override
    public void close() {
        Process last;
        boolean goodbye;
        synchronized (this) {
            closed = true;
            goodbye = !said.isKept();
            said = goodbye ? Said.BYE : said;
            last = child;
            tell();
        }
        try {
            writer.join(TimeUnit.SECONDS.toMillis(GOODBYE_SECONDS));
            if (last != null && !goodbye) {
                LOG.warn(
                        "the keeper, process {}, goes on without this agent: what the role started has not been ended for sure",
                        last.pid());
            }
            if (last != null && goodbye && !last.waitFor(GOODBYE_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("the keeper, process {}, is killed because it does not end", last.pid());
                last.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        supervisor.interrupt();
    }

    private void tell() {
        untold = true;
        notifyAll();
    }

    private void supervise() {
        long pause = 0;
        try {
            while (true) {
                TimeUnit.SECONDS.sleep(pause);
                long began = System.nanoTime();
                Process started = startChild();
                if (started != null) {
                    hear(started);
                    int exit = started.waitFor();
                    if (isClosed()) {
                        return;
                    }
                    LOG.warn(
                            "the keeper, process {}, has ended with exit code {}; it is started again",
                            started.pid(),
                            exit);
                }
                long lived = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
                pause = lived > LONGEST_PAUSE_SECONDS ? 0 : Math.min(LONGEST_PAUSE_SECONDS, pause == 0 ? 1 : pause * 2);
            }
        } catch (InterruptedException e) {
            LOG.debug("the keeper is not watched any more");
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private @Nullable Process startChild() throws InterruptedException {
        if (isClosed()) {
            throw new InterruptedException("closed");
        }
        try {
            // Nobody who has something to say waits for that.
            Process started = KeeperProcess.start(place, turn.agent());
            take(started);
            return started;
        } catch (IOException e) {
            LOG.warn("no keeper can be started, so nobody runs demote when this agent is killed: {}", e.getMessage());
            return null;
        }
    }

    private synchronized void take(Process started) {
        child = started;
        if (closed) {
            send(started, line().text(), true);
        } else {
            tell();
        }
    }

    /** What a keeper says, it says after it has run the hook: the agent was stopped and has come back. */
    private static void hear(Process process) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                LOG.warn("{}", line);
            }
        } catch (IOException e) {
            LOG.debug("the keeper's words are lost: {}", e.getMessage());
        }
    }

    /** On a thread of its own: a child that does not read would keep the one that writes. */
    private void write() {
        try {
            while (true) {
                Process to;
                String text;
                boolean last;
                synchronized (this) {
                    while (!untold || (child == null && !closed)) {
                        wait();
                    }
                    untold = false;
                    telling = true;
                    to = child;
                    text = line().text();
                    last = closed;
                }
                if (to != null) {
                    send(to, text, last);
                }
                told();
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("the keeper is told nothing any more");
        }
    }

    private synchronized void told() {
        telling = false;
        notifyAll();
    }

    private static void send(Process to, String text, boolean last) {
        OutputStream pipe = to.getOutputStream();
        try {
            pipe.write((text + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
            if (last) {
                pipe.close();
            }
        } catch (IOException e) {
            // It has died; the next one is told everything.
            LOG.debug("the keeper, process {}, was not told: {}", to.pid(), e.getMessage());
        }
    }

    private KeeperLine line() {
        if (!said.isKept()) {
            return KeeperLine.of(said);
        }
        long left = Math.max(0, TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime()));
        return new KeeperLine(
                said, new KeeperLine.Times(left, untilUptime, demote.limit().toMillis()), hook, demote.environment());
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
