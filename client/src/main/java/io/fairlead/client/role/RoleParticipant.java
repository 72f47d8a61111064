package io.fairlead.client.role;

import io.fairlead.client.failsafe.Member;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's part in its group: sends the heartbeats, holds the role as long as it may, and has the steps of each change done.
 *
 * <p>Before the first heartbeat {@link RoleCallbacks#demote} is called: whatever this program was before, it is a standby now.
 * A manager that does not answer is asked again and again. All methods may be called from any thread, and all threads are
 * daemons.
 */
public final class RoleParticipant implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RoleParticipant.class);
    private static final int INCARNATION_BYTES = 16;
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final RoleSettings settings;
    private final SampleSource samples;
    private final BeatMaker maker;
    private final StepRunner steps;
    private final RoleHolder role;
    private final ManagerLink link;
    private final HeartbeatLoop loop;
    private final Thread heartbeats;
    private final ExecutorService httpThreads;
    private final ScheduledThreadPoolExecutor watch;
    private final RoleCallbacks callbacks;
    private final NodeClock clock;
    private volatile @Nullable Failsafe failsafe;
    private @Nullable Future<?> nextLook;
    private @Nullable Future<?> nextAsk;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Takes no part yet; see {@link #start}.
     *
     * @param samples the readings of this machine
     */
    public RoleParticipant(RoleSettings settings, RoleCallbacks callbacks, SampleSource samples) {
        this(settings, callbacks, samples, NodeClock.ofThisMachine());
    }

    RoleParticipant(RoleSettings settings, RoleCallbacks callbacks, SampleSource samples, NodeClock clock) {
        this.settings = settings;
        this.samples = samples;
        this.callbacks = callbacks;
        this.clock = clock;
        SecureRandom random = new SecureRandom();
        this.watch = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "fairlead-role"));
        this.watch.setRemoveOnCancelPolicy(true);
        this.steps = new StepRunner(callbacks, FIRST_PAUSE, settings.memory());
        this.role = new RoleHolder(
                settings.self(),
                new RoleHolder.Tools(clock, settings.memory(), steps, callbacks.watch()),
                this::changed);
        this.maker = new BeatMaker(settings, incarnation(random), clock, callbacks::health);
        this.httpThreads = Executors.newFixedThreadPool(2, task -> daemon(task, "fairlead-http"));
        this.link = new ManagerLink(
                settings.managers(),
                new ManagerCall(settings.self(), httpThreads, settings.credential(), maker::cluster),
                clock);
        this.loop = new HeartbeatLoop(link, new Pace(settings.heartbeatInterval(), random), new OwnBeats(), clock);
        this.heartbeats = daemon(loop, "fairlead-heartbeats");
    }

    /** Takes part from now on, without readings: such a node is chosen when another is gone, and never for its load. */
    public static RoleParticipant join(RoleSettings settings, RoleCallbacks callbacks) throws IOException {
        return join(settings, callbacks, Optional::empty);
    }

    /** Takes part from now on. */
    public static RoleParticipant join(RoleSettings settings, RoleCallbacks callbacks, SampleSource samples)
            throws IOException {
        RoleParticipant node = new RoleParticipant(settings, callbacks, samples);
        node.start();
        return node;
    }

    /**
     * Has the demote of the start done, and sends heartbeats from then on; returns at once. Throws {@link IOException} where
     * the other nodes could not ask this one, with one line; then nothing has begun.
     */
    public void start() throws IOException {
        if (settings.failsafe().isPresent()) {
            boolean opened = false;
            try {
                failsafe = failsafe(settings.failsafe().get());
                opened = true;
            } finally {
                if (!opened) {
                    end();
                }
            }
        }
        heartbeats.start();
    }

    private Failsafe failsafe(FailsafeSettings how) throws IOException {
        Member self = new Member(settings.self().group(), settings.self().node(), maker.incarnation());
        return new Failsafe(how, self, new Failsafe.Node(role, settings.memory(), clock), maker::acknowledged);
    }

    /**
     * Whether this node is primary now: compared with the clocks at each call, which takes some microseconds. Ask it before
     * each thing that only a primary may do.
     */
    public boolean isPrimary() {
        return role.isPrimary();
    }

    /** The fencing token that goes with what a primary writes; the highest one known where it is a standby, 0 for none. */
    public long token() {
        return role.token();
    }

    /** The role of this node. */
    public RoleHolder role() {
        return role;
    }

    /** The random name of this process. */
    public String incarnation() {
        return maker.incarnation();
    }

    /** How it stands between this node and its managers, in words. */
    public String standing() {
        return link.standing();
    }

    /** How it stands with its part in failsafe. */
    public FailsafeState failsafe() {
        Failsafe part = failsafe;
        return part == null ? FailsafeState.OFF : part.state();
    }

    /**
     * Leaves the group in order: no more heartbeats, then the demote if this node is primary, then a goodbye. The goodbye
     * lets the manager promote another node at once, so it is not sent where the demote failed and the fence after it did, too, or there
     * is none: then the manager must wait until the role has ended by itself. Waits for it, 15 s at most for each.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        loop.stop();
        steps.lastSteps();
        try {
            boolean demoted = role.stop().get(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS);
            heartbeats.join(LONGEST_STOP.toMillis());
            if (demoted) {
                Beat goodbye = maker.beat(role.state(), Optional.empty(), settings.heartbeatInterval());
                link.sayGoodbye(loop.sending(
                        goodbye.with(steps.trouble()).asGoodbye(),
                        Duration.ZERO,
                        HeartbeatLoop.waitFor(
                                settings.heartbeatInterval(), role.state().terms())));
            } else {
                LOG.warn("no goodbye is said, because neither demote nor fence has succeeded");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("no goodbye is said, because the demote did not end", e);
        } finally {
            end();
        }
    }

    private void end() {
        closed.set(true);
        steps.close();
        Failsafe asking = failsafe;
        if (asking != null) {
            asking.close();
        }
        watch.shutdownNow();
        httpThreads.shutdownNow();
        settings.memory().close();
    }

    /** What is new is said at once, and the clock is looked at when the time granted is over. */
    private void changed(RoleState before) {
        RoleState now = role.state();
        if (before.role() != now.role() || !before.report().equals(now.report())) {
            loop.hurry();
        }
        lookInTime();
        Failsafe asking = failsafe;
        if (asking != null) {
            askInTime(asking);
        }
    }

    private synchronized void askInTime(Failsafe asking) {
        if (nextAsk != null) {
            nextAsk.cancel(false);
        }
        long nanos = asking.nanosToAsk();
        nextAsk = nanos == Long.MAX_VALUE || watch.isShutdown()
                ? null
                : watch.schedule(() -> ask(asking), nanos, TimeUnit.NANOSECONDS);
    }

    /** A primary that is not able to work asks nobody to let it go on. */
    private void ask(Failsafe asking) {
        guarded(() -> {
            if (callbacks.health() != NodeHealth.FAILED) {
                asking.ask();
            }
        });
        askInTime(asking);
    }

    /** What the executor would keep to itself is said. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            LOG.error("what was due for the role of this node failed because of a bug in this node", bug);
        }
    }

    private synchronized void lookInTime() {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
        long nanos = role.nanosToLook();
        nextLook = nanos == Long.MAX_VALUE || watch.isShutdown()
                ? null
                : watch.schedule(() -> guarded(role::look), nanos, TimeUnit.NANOSECONDS);
    }

    private static String incarnation(SecureRandom random) {
        byte[] name = new byte[INCARNATION_BYTES];
        random.nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The beats of this node. */
    private final class OwnBeats implements HeartbeatLoop.Beats {
        @Override
        public void beforeTheFirst() throws InterruptedException {
            try {
                if (!role.begin().get()) {
                    LOG.error("the demote failed at the start: this machine may still work as primary");
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException("the end of a demote does not fail", e);
            }
        }

        @Override
        public Beat next(Duration interval) {
            role.look();
            return maker.beat(role.state(), samples.newest(), interval).with(steps.trouble());
        }

        @Override
        public void answered(Beat beat, HeartbeatAnswer answer, Moment sent) {
            maker.answered(beat, answer);
            Failsafe asking = failsafe;
            if (asking != null) {
                answer.steps().ifPresent(told -> asking.told(told.terms()));
            }
            role.answered(answer, sent, beat.steps().point());
            answer.round().ifPresent(samples::wanted);
        }

        @Override
        public RoleTerms terms() {
            return role.state().terms();
        }
    }
}
