package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.Errand.Repeat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows who is primary of one group: asks the manager in the background, and tells listeners what changes. */
public final class PrimaryLocator implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PrimaryLocator.class);

    /** A manager that is away is asked at least this often. */
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);

    private final GroupId group;
    private final Calls calls;
    private final Calls background;
    private final Duration budget;

    /** A question that hangs must leave time for another before all is stale. */
    private final Duration ownBudget;

    private final Duration refresh;
    private final Duration staleAfter;
    private final BackOff backOff;
    private final PrimaryBook book;
    private final List<Consumer<PrimaryView>> listeners = new CopyOnWriteArrayList<>();
    private final Lane telling;
    private final Consumer<PrimaryLocator> gone;

    // Touched by turns only.
    private int failures;
    private Runnable stopNext = () -> {};
    private Runnable stopStale = () -> {};
    private volatile boolean over;

    /** What a locator works with: the calls of its callers, those of its own, how it keeps up, and who hears of its end. */
    record Tools(
            Calls calls,
            Calls background,
            Executor lanes,
            Duration budget,
            LocatorSettings settings,
            Consumer<PrimaryLocator> gone) {}

    PrimaryLocator(GroupId group, Tools tools) {
        this.group = group;
        this.calls = tools.calls;
        this.background = tools.background;
        this.budget = tools.budget;
        this.gone = tools.gone;
        this.refresh = tools.settings.refresh();
        this.staleAfter = tools.settings.staleAfter();
        Duration half = staleAfter.dividedBy(2);
        this.ownBudget = budget.compareTo(half) < 0 ? budget : half;
        this.backOff = new BackOff(refresh, refresh.compareTo(LONGEST_BACK_OFF) > 0 ? refresh : LONGEST_BACK_OFF);
        this.book = new PrimaryBook(staleAfter, calls.timeline.nanos());
        this.telling = new Lane(tools.lanes, this::tell);
    }

    void begin() {
        background.timeline.execute(this::ask);
    }

    /** The group. */
    public GroupId group() {
        return group;
    }

    /**
     * Asks the manager now. Does not wait; the answer is there within the client's budget. It fails with
     * {@link CallException}: {@code no-primary} if the group has none, {@code unknown-group} if the manager has never heard
     * of it, {@link CallException#OLDER_TOKEN} if the answer is older than what is known, and as every call does.
     */
    public CompletionStage<Primary> locate() {
        return calls.begin(errand(Repeat.ALWAYS, budget));
    }

    /** What is known now, without asking anybody. */
    public PrimaryView current() {
        return book.at(calls.timeline.nanos());
    }

    /**
     * Tells a listener what is known, now and whenever it changes: another primary, address or token, none, or unknown. Ages
     * are no change. Listeners are told one after the other, on a thread where they may wait; a slow one misses what was
     * overtaken meanwhile, never the newest. One that throws is logged, and told again of the next change.
     *
     * @return takes the listener out
     */
    public Runnable onChange(Consumer<PrimaryView> listener) {
        Consumer<PrimaryView> told = new FirstThenChanges(listener);
        listeners.add(told);
        telling.wake();
        return () -> listeners.remove(told);
    }

    /** Stops asking. Listeners are told nothing more. */
    @Override
    public void close() {
        over = true;
        gone.accept(this);
        background.timeline.execute(() -> {
            stopNext.run();
            stopStale.run();
        });
    }

    private void ask() {
        if (over) {
            return;
        }
        var unused = background.begin(errand(Repeat.NEVER, ownBudget)).handle((primary, failure) -> {
            background.timeline.execute(() -> asked(failure));
            return null;
        });
    }

    private void asked(@Nullable Throwable failure) {
        Duration wait;
        if (failure == null || (failure instanceof CallException known && known.is("no-primary"))) {
            failures = 0;
            stopStale.run();
            stopStale = background.timeline.after(staleAfter, telling::wake);
            long tenth = refresh.toNanos() / 10;
            wait = refresh.plusNanos(background.random.nextLong(-tenth, tenth + 1));
        } else {
            failures++;
            wait = backOff.before(failures, background.random);
            book.trouble(String.valueOf(failure.getMessage()));
        }
        telling.wake();
        if (!over) {
            stopNext = background.timeline.after(wait, this::ask);
        }
    }

    private Errand<Primary> errand(Repeat repeat, Duration within) {
        return new Errand<>(
                "the primary of group " + group,
                Wire.Request.of("GET", "/v1/groups/" + group + "/primary"),
                repeat,
                within,
                new Answered());
    }

    private final class Answered implements Errand.Reader<Primary> {
        @Override
        public Primary read(Document document, long sent) {
            Duration age = Duration.ofNanos(Math.max(0, calls.timeline.nanos() - sent));
            Primary primary = new Primary(
                    new NodeId(document.requiredText("node")),
                    document.text("address").map(OneLine::of),
                    document.whole("token", 1, FencingToken.MAX),
                    age);
            PrimaryBook.Entry entry = book.primary(primary, sent);
            telling.wake();
            return switch (entry) {
                case TAKEN, OVERTAKEN -> primary;
                case OLDER_TOKEN ->
                    throw new CallException(
                            CallException.OLDER_TOKEN,
                            "the primary of group " + group + ": the manager at " + calls.manager + " names "
                                    + primary.node() + " with token " + primary.token()
                                    + ", and a higher one was seen before: this manager, or what lies between, is behind",
                            null);
                case SAME_TOKEN_OTHER_NODE ->
                    throw new IllegalArgumentException(
                            "token " + primary.token() + " belongs to another node than " + primary.node());
            };
        }

        @Override
        public @Nullable Primary refused(CallException refusal, long sent) {
            if (refusal.is("no-primary")) {
                book.none(String.valueOf(refusal.getMessage()), sent);
                telling.wake();
            }
            return null;
        }
    }

    private void tell() {
        PrimaryView now = current();
        for (Consumer<PrimaryView> listener : listeners) {
            if (!over) {
                listener.accept(now);
            }
        }
    }

    private static boolean isChange(PrimaryView before, PrimaryView now) {
        if (before instanceof Primary was && now instanceof Primary is) {
            return !was.isSame(is);
        }
        return !before.getClass().equals(now.getClass());
    }

    /** A listener with what it was told last. Touched by the telling lane only. */
    private final class FirstThenChanges implements Consumer<PrimaryView> {
        private final Consumer<PrimaryView> listener;
        private @Nullable PrimaryView last;

        FirstThenChanges(Consumer<PrimaryView> listener) {
            this.listener = listener;
        }

        @Override
        public void accept(PrimaryView now) {
            if (last != null && !isChange(last, now)) {
                return;
            }
            last = now;
            try {
                listener.accept(now);
            } catch (RuntimeException thrown) {
                LOG.error("group {}: a listener failed at {}", group, now, thrown);
            }
        }
    }
}
