package io.fairlead.client.role;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
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
 * One node's part in its group: sends the heartbeats, holds the role as long as it may, and runs the hooks.
 *
 * <p>Before the first heartbeat the {@code demote} hook runs: whatever this machine was before, it is a standby now.
 */
public final class RoleParticipant implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RoleParticipant.class);
    private static final int INCARNATION_BYTES = 16;
    private static final Duration LONGEST_HOOK = Duration.ofSeconds(15);

    private final RoleSettings settings;
    private final SampleSource samples;
    private final String incarnation;
    private final Hooks hooks;
    private final RoleHolder role;
    private final ManagerLink link;
    private final HeartbeatLoop loop;
    private final Thread heartbeats;
    private final ExecutorService httpThreads;
    private final ScheduledThreadPoolExecutor watch;
    private @Nullable Future<?> nextLook;
    private volatile long sequenceAnswered = -1;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Takes no part yet; see {@link #start}.
     *
     * @param samples the readings of this machine
     */
    public RoleParticipant(RoleSettings settings, HookFolder folder, SampleSource samples) {
        this(settings, folder, samples, HookRun.Limits.STANDARD);
    }

    RoleParticipant(RoleSettings settings, HookFolder folder, SampleSource samples, HookRun.Limits limits) {
        this.settings = settings;
        this.samples = samples;
        SecureRandom random = new SecureRandom();
        this.incarnation = incarnation(random);
        this.hooks = new Hooks(settings.self(), folder, limits);
        this.role = new RoleHolder(settings.self(), System::nanoTime, hooks);
        this.httpThreads = Executors.newFixedThreadPool(2, task -> daemon(task, "fairlead-http"));
        this.link = new ManagerLink(
                settings.managers(),
                new ManagerCall(settings.self(), settings.heartbeatInterval(), httpThreads, settings.token()),
                System::nanoTime);
        Pace pace = new Pace(settings.heartbeatInterval(), random);
        this.loop = new HeartbeatLoop(link, pace, new OwnBeats(), System::nanoTime);
        this.heartbeats = daemon(loop, "fairlead-heartbeats");
        this.watch = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "fairlead-role"));
        this.watch.setRemoveOnCancelPolicy(true);
    }

    /** Runs the demote hook and sends heartbeats from then on; returns at once. */
    public void start() {
        heartbeats.start();
    }

    /** The role of this node. */
    public RoleHolder role() {
        return role;
    }

    /** The random name of this process. */
    public String incarnation() {
        return incarnation;
    }

    /** What became of each hook that was asked for, by its name. */
    public SortedMap<String, HookStatus> hooks() {
        return hooks.book().all();
    }

    /** How it stands between this agent and its managers, in words. */
    public String standing() {
        return link.standing();
    }

    /**
     * Leaves the group in order: no more heartbeats, then the demote hook if this node is primary, then a goodbye. The
     * goodbye lets the manager promote another node at once, so it is not sent where the demote failed: then the
     * manager must wait until the role has ended by itself.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        loop.stop();
        try {
            HookResult demoted = role.stop().get(LONGEST_HOOK.toMillis(), TimeUnit.MILLISECONDS);
            heartbeats.join(LONGEST_HOOK.toMillis());
            if (demoted.succeeded()) {
                link.sayGoodbye(beat(Optional.empty(), true).toJson());
            } else {
                LOG.warn("no goodbye is said, because the demote hook did not succeed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("no goodbye is said, because the demote hook did not end", e);
        } finally {
            hooks.close();
            watch.shutdownNow();
            httpThreads.shutdownNow();
        }
    }

    private Beat beat(Optional<Sample> sample, boolean goodbye) {
        Role now = role.role();
        return new Beat(
                incarnation,
                now,
                role.token(),
                settings.address(),
                settings.capacity(),
                settings.heartbeatInterval(),
                now == Role.PRIMARY ? sample : sample.map(Sample::withoutRoleLoad),
                hooks.book().trouble(),
                goodbye,
                System.currentTimeMillis());
    }

    /** Looks at the clock again when the time granted is over, so that a lost role runs its hook in time. */
    private synchronized void lookInTime() {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
        long nanos = role.nanosToLook();
        nextLook = nanos == Long.MAX_VALUE || watch.isShutdown()
                ? null
                : watch.schedule(role::look, nanos, TimeUnit.NANOSECONDS);
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
                HookResult result = role.begin().get();
                if (result.failed()) {
                    LOG.error("the demote hook failed at the start: this machine may still work as primary");
                }
            } catch (ExecutionException e) {
                LOG.error("the demote hook failed at the start because of a bug in this agent", e);
            }
        }

        @Override
        public Beat next() {
            role.look();
            Optional<Sample> unanswered = samples.newest().filter(s -> s.sequence() > sequenceAnswered);
            return beat(unanswered, false);
        }

        @Override
        public void answered(Beat beat, HeartbeatAnswer answer, long sent) {
            beat.sample().ifPresent(sample -> sequenceAnswered = sample.sequence());
            role.answered(answer, sent);
            answer.round().ifPresent(samples::wanted);
            lookInTime();
        }
    }
}
