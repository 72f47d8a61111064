package io.fairlead.agent.role;

import io.fairlead.agent.role.HookOrder.Hook;
import io.fairlead.client.role.Identity;
import io.fairlead.client.role.NodeHealth;
import io.fairlead.client.role.RoleCallbacks;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleReason;
import io.fairlead.client.role.RoleWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The steps of a change of primary as executables of the operator, all of them optional, and the question for the node's
 * health. Only the exit code decides; the one exception is a number that {@code drain-status} prints.
 */
public final class Hooks implements RoleCallbacks, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration SLACK = Duration.ofSeconds(1);
    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(10);
    private static final String NUMBER = "\\d{1,18}";

    private final Identity self;
    private final HookFolder folder;
    private final HealthSettings settings;
    private final HealthWatch health;
    private final HookWatch watch;
    private final HookBook book = new HookBook();
    private final HookGate gate = new HookGate();
    private final ScheduledThreadPoolExecutor questions;
    private boolean oddHealthTold;

    /** Hooks that nobody watches. */
    public Hooks(Identity self, HookFolder folder, HealthSettings settings) {
        this(self, folder, settings, HookWatch.NOBODY);
    }

    /** Hooks of a folder; the health hook is asked from {@link #start} on. */
    public Hooks(Identity self, HookFolder folder, HealthSettings settings, HookWatch watch) {
        this.self = self;
        this.folder = folder;
        this.settings = settings;
        this.watch = watch;
        this.health = new HealthWatch(settings);
        this.questions = new ScheduledThreadPoolExecutor(1, task -> {
            Thread daemon = new Thread(task, "fairlead-health");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Asks for the health from now on, on schedule, however long an answer takes. */
    public void start() {
        if (folder.executable(Hook.HEALTH).isPresent()) {
            var unused = questions.scheduleAtFixedRate(
                    this::askHealth, 0, settings.every().toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void prepare(RoleChange change) throws HookFailed, InterruptedException {
        step(Hook.PREPARE, change);
    }

    @Override
    public void promote(RoleChange change) throws HookFailed, InterruptedException {
        step(Hook.PROMOTE, change);
    }

    @Override
    public void demote(RoleChange change) throws HookFailed, InterruptedException {
        step(Hook.DEMOTE, change);
    }

    @Override
    public void cleanup(RoleChange change) throws HookFailed, InterruptedException {
        step(Hook.CLEANUP, change);
    }

    @Override
    public boolean fence(RoleChange change) throws HookFailed, InterruptedException {
        return step(Hook.FENCE, change).end() != HookResult.End.ABSENT;
    }

    @Override
    public long drainStatus(RoleChange change) throws HookFailed, InterruptedException {
        RoleChange quick = new RoleChange(
                change.token(),
                change.reason(),
                change.cause(),
                change.from(),
                change.to(),
                change.limit().compareTo(LONGEST_QUESTION) < 0 ? change.limit() : LONGEST_QUESTION,
                true);
        String said = step(Hook.DRAIN_STATUS, quick).output().strip();
        if (said.equals(HookOutput.NOT_TAKEN)) {
            throw new HookFailed(
                    "hook drain-status: how much still runs is not known, because its output could not be" + " taken");
        }
        return said.matches(NUMBER) ? Long.parseLong(said) : 0;
    }

    @Override
    public NodeHealth health() {
        return health.health();
    }

    @Override
    public RoleWatch watch() {
        return new WatchedRole(watch, self);
    }

    @Override
    public Duration grace() {
        return GRACE.plus(SLACK);
    }

    /** What became of each hook that was asked for, by its name. */
    public SortedMap<String, HookStatus> statuses() {
        return book.all();
    }

    @Override
    public void close() {
        questions.shutdownNow();
    }

    private HookResult step(Hook hook, RoleChange change) throws HookFailed, InterruptedException {
        HookResult result = gate.step(() -> run(new HookOrder(hook, change)));
        book.note(hook, result, Instant.now());
        if (result.end() == HookResult.End.INTERRUPTED) {
            LOG.atLevel(hook.isQuestion() ? Level.DEBUG : Level.WARN)
                    .log(
                            "hook {} (token {}, {}) was interrupted after {} s: {}",
                            hook.word(),
                            change.token(),
                            change.reason(),
                            seconds(result),
                            result.account());
            throw new InterruptedException("hook " + hook.word() + ": " + result.words());
        }
        if (result.failed()) {
            throw new HookFailed("hook " + hook.word() + ": " + result.account());
        }
        if (result.end() == HookResult.End.RUN_BY_KEEPER) {
            LOG.info("hook {} (token {}, {}): {}", hook.word(), change.token(), change.reason(), result.words());
        } else if (result.end() != HookResult.End.ABSENT && !hook.isQuestion()) {
            LOG.info(
                    "hook {} (token {}, {}) succeeded after {} s",
                    hook.word(),
                    change.token(),
                    change.reason(),
                    seconds(result));
        }
        return result;
    }

    private static String seconds(HookResult result) {
        return String.format(Locale.ROOT, "%.1f", result.took().toMillis() / 1000.0);
    }

    private HookResult run(HookOrder order) throws InterruptedException {
        Optional<Path> executable = folder.executable(order.hook());
        if (executable.isEmpty()) {
            return HookResult.absent();
        }
        boolean graceless = order.change().exclusive() || order.hook().isQuestion();
        HookRun.Limits limits = new HookRun.Limits(order.change().limit(), graceless ? Duration.ZERO : GRACE);
        HookRun run = new HookRun(executable.get(), HookOrder.environment(self, order.change()), limits);
        return new WatchedRun(watch, order).run(run, limits.time().plus(limits.grace()));
    }

    /** A question that has to make way for a step says nothing. */
    private void askHealth() {
        try {
            RoleChange change = new RoleChange(0, RoleReason.HEALTH, "", "", "", settings.timeout(), true);
            @Nullable HookResult result = gate.question(() -> run(new HookOrder(Hook.HEALTH, change)));
            if (result != null && result.end() != HookResult.End.INTERRUPTED) {
                heard(result);
            }
        } catch (InterruptedException e) {
            LOG.debug("the health hook made way for a step");
        } catch (RuntimeException bug) {
            LOG.error("the health hook was not run because of a bug in this agent", bug);
        }
    }

    private void heard(HookResult result) {
        book.note(Hook.HEALTH, result, Instant.now());
        if (health.heard(result.succeeded())) {
            boolean well = health.health() == NodeHealth.OK;
            LOG.atLevel(well ? Level.INFO : Level.WARN)
                    .log(
                            "the health of this node is {} now: hook health: {}",
                            health.health().word(),
                            result.account());
        }
        String said = result.output().strip();
        if (!oddHealthTold && result.succeeded() && said.matches(NUMBER) && !said.matches("0+")) {
            oddHealthTold = true;
            LOG.warn(
                    "hook health printed \"{}\" and exited with 0, which counts as a success: the exit code decides",
                    said);
        }
    }
}
