package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.handover.Timing;
import io.fairlead.primary.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All groups of a manager. Callable from any thread: calls only hand over to the timeline and answer later.
 *
 * <p>A group comes into being with its first heartbeat.
 */
public final class Groups {

    private static final Logger LOG = LoggerFactory.getLogger(Groups.class);

    /** Bounds the memory that strangers can make the manager use; far above what one manager is measured for. */
    public static final int MAX_GROUPS = 10_000;

    /** The end of a lease is noticed this late at most, and an answer that is kept back is given this late at most. */
    public static final Duration TICK = Duration.ofMillis(50);

    /** A look that comes later than this shows that the manager itself was stopped, so nobody's silence counts. */
    private static final Duration OWN_PAUSE = Duration.ofSeconds(2);

    /** Checks of past decisions that all groups together keep; some 150 bytes each. */
    static final int CHECKS_KEPT = 1_000_000;

    private final Timeline timeline;
    private final Function<GroupId, GroupSettings> settings;
    private final SortedMap<GroupId, Group> groups = new TreeMap<>();
    private final Map<GroupId, Runnable> rounds = new TreeMap<>();
    private final Operators operators;
    private volatile Listening listening;
    private Duration lastTurn;
    private Duration aliveSince;
    private final Arrivals arrivals;
    private volatile @Nullable DecisionListener listener;

    /**
     * Groups that nothing is remembered of.
     *
     * @param timeline time and turns
     * @param timing for how long a role lasts, where a group has no timing of its own
     * @param settings how a group is treated
     */
    public Groups(Timeline timeline, Timing timing, Function<GroupId, GroupSettings> settings) {
        this(timeline, timing, settings, Memory.NONE);
    }

    /**
     * Groups whose facts are written down.
     *
     * @param timeline time and turns
     * @param timing for how long a role lasts, where a group has no timing of its own
     * @param settings how a group is treated
     * @param memory where facts outlive the process
     */
    public Groups(Timeline timeline, Timing timing, Function<GroupId, GroupSettings> settings, Memory memory) {
        this.timeline = timeline;
        this.settings = settings;
        this.listening = new Listening(timeline, timing, memory, new SilenceWatch());
        this.lastTurn = timeline.now();
        this.aliveSince = lastTurn;
        this.operators = new Operators(timeline);
        this.arrivals = new Arrivals(timeline, memory);
        timeline.every(TICK, TICK, this::tick);
    }

    /**
     * Goes on where earlier processes stopped, before the first heartbeat.
     *
     * @return how many of their decisions would come out differently under the present settings and rules; what they
     *     decided stands
     */
    public CompletionStage<Integer> restore(Earlier earlier) {
        return turn(() -> {
            // What is remembered speaks of one moment, however long it takes to go through it.
            Duration now = timeline.now();
            earlier.groups().forEach(past -> earlier(past.memory().group()).restore(past, now));
            earlier.acts().forEach(operators::remember);
            int different = 0;
            for (Fact.Past past : earlier.facts()) {
                different += replay(past, now) ? 0 : 1;
            }
            groups.values().forEach(group -> begin(group, group.live()));
            lastTurn = timeline.now();
            aliveSince = lastTurn;
            return different;
        });
    }

    /** Notes that the manager can be heard from now on: until now nobody could reach it, so nobody was silent. */
    public CompletionStage<@Nullable Void> opened() {
        return turn(() -> {
            Duration now = timeline.now();
            leaveOut(now.minus(aliveSince), now);
            return null;
        });
    }

    /** What is remembered of all groups now. */
    public CompletionStage<List<GroupMemory>> memories() {
        return turn(this::remembered);
    }

    /** Writes everything down at once, so that the next process need not compute it again. */
    public CompletionStage<@Nullable Void> remember() {
        return turn(() -> {
            snapshot();
            return null;
        });
    }

    private void snapshot() {
        listening.memory().snapshot(remembered(), operators.acts());
    }

    private List<GroupMemory> remembered() {
        return groups.values().stream().map(Group::memory).toList();
    }

    private boolean replay(Fact.Past past, Duration now) {
        if (past.fact() instanceof Fact.Forgotten forgotten) {
            groups.remove(forgotten.group());
            return true;
        }
        if (past.fact() instanceof Fact.Ordered ordered) {
            operators.remember(ordered.act());
        } else if (past.fact() instanceof Fact.Removed removed) {
            operators.remember(removed.act());
        }
        return earlier(past.fact().group()).replay(past, now);
    }

    private Group earlier(GroupId id) {
        return groups.computeIfAbsent(id, this::group);
    }

    /** Lets somebody hear of every decision from now on; there is one listener at most. */
    public void tell(DecisionListener who) {
        listener = who;
    }

    /** What keeps what happens from being remembered, or null. */
    public @Nullable String memoryTrouble() {
        return listening.memory().trouble();
    }

    /**
     * Takes in a heartbeat; the node counts as alive from the moment of this call.
     *
     * @param beat the heartbeat
     * @param from the address that it came from
     * @param wait for how long the answer may be kept back while there is nothing new to say, zero for not at all
     */
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat beat, String from, Duration wait) {
        Duration at = timeline.now();
        return turn(() -> {
                    HeartbeatAnswer foreign = arrivals.foreign(beat);
                    if (foreign != null) {
                        return CompletableFuture.completedFuture(foreign);
                    }
                    Group group = groups.get(beat.group());
                    if (group == null && groups.size() >= MAX_GROUPS) {
                        return CompletableFuture.completedFuture(
                                (HeartbeatAnswer) new HeartbeatAnswer.Full("groups", MAX_GROUPS));
                    }
                    Group known = group == null ? create(beat.group()) : group;
                    CompletableFuture<HeartbeatAnswer> answer =
                            arrivals.take(known, new Arrivals.Arrival(beat, from, at, wait));
                    tellNews(known, at);
                    return answer;
                })
                .thenCompose(answer -> answer);
    }

    /**
     * Lets this manager follow one whose data was lost: each group that it hears of is paused until an operator resumes
     * it, because nobody here can know of a primary that is cut off.
     */
    public void followALoss() {
        arrivals.followALoss();
    }

    /** Warns of groups of which one node is on this machine, which has these addresses, and another elsewhere. */
    public void warnOfNeighbours(Set<String> ownAddresses) {
        arrivals.own(ownAddresses);
    }

    /** Takes in a heartbeat that is answered at once. */
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat beat, String from) {
        return heartbeat(beat, from, Duration.ZERO);
    }

    /** The groups after an id in the order of their ids, as many as the limit; from the first one if it is null. */
    public CompletionStage<List<GroupView>> list(@Nullable GroupId after, int limit) {
        return turn(() -> {
            List<GroupView> page = new ArrayList<>();
            SortedMap<GroupId, Group> rest = after == null ? groups : groups.tailMap(after);
            for (Group group : rest.values()) {
                if (page.size() < limit && !group.id().equals(after)) {
                    page.add(group.view(timeline.now()));
                }
            }
            return page;
        });
    }

    /** The ids of all groups. */
    public CompletionStage<List<GroupId>> ids() {
        return turn(() -> List.copyOf(groups.keySet()));
    }

    /** A group as it is now, or null if it is not known. */
    public CompletionStage<@Nullable GroupView> view(GroupId id) {
        return turn(() -> {
            Group group = groups.get(id);
            return group == null ? null : group.view(timeline.now());
        });
    }

    /**
     * Does what an operator wants of a group, if it may be done and can be written down; else changes nothing. Answers
     * null if the group is not known.
     *
     * @param id the group
     * @param wanted what is wanted
     * @param by whose wish it is
     */
    public CompletionStage<@Nullable ActAnswer> act(GroupId id, OperatorAct wanted, Act.By by) {
        return turn(() -> {
            Group group = groups.get(id);
            return group == null ? null : operators.act(group, wanted, by);
        });
    }

    /** The acts of operators in the order of time: the first ones after a number, or without one the newest. */
    public CompletionStage<List<Act>> acts(OptionalLong after, int limit) {
        return turn(() -> operators.page(after, limit));
    }

    /**
     * A page of a group's decisions in the order of time, or null if the group is not known.
     *
     * @param id the group
     * @param page which decisions
     */
    public CompletionStage<@Nullable List<DecisionRecord>> decisions(GroupId id, DecisionPage page) {
        return turn(() -> {
            Group group = groups.get(id);
            return group == null ? null : group.log().page(page.after(), page.limit(), page.changesOnly());
        });
    }

    /** What was decided in one round of a group and before the next one, or null if the group is not known. */
    public CompletionStage<@Nullable List<DecisionRecord>> decisionsOf(GroupId id, long round) {
        return turn(() -> {
            Group group = groups.get(id);
            return group == null ? null : group.log().ofRound(round);
        });
    }

    /**
     * Which decisions of a group are asked for.
     *
     * @param after only those after this round; without it the newest
     * @param limit how many, 1 or more; a round is never cut in two
     * @param changesOnly only those that changed the primary
     */
    public record DecisionPage(OptionalLong after, int limit, boolean changesOnly) {}

    /** An error, other than an exception, is not caught: it ends the loop. */
    private <T extends @Nullable Object> CompletionStage<T> turn(Supplier<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        timeline.execute(() -> {
            T done;
            try {
                done = work.get();
            } catch (RuntimeException bug) {
                answer.completeExceptionally(bug);
                return;
            }
            answer.complete(done);
        });
        return answer;
    }

    private Group create(GroupId id) {
        Group group = group(id);
        groups.put(id, group);
        if (arrivals.followsALoss()) {
            operators.act(
                    group, new OperatorAct.Pausing(Pause.ALL), new Act.By("manager", "started with --after-loss"));
        }
        begin(group, group.sampleInterval());
        LOG.info(
                "group {}: first heartbeat, a round every {} ms",
                id,
                group.sampleInterval().toMillis());
        return group;
    }

    private Group group(GroupId id) {
        DecisionLog log = new DecisionLog(() -> CHECKS_KEPT / Math.max(1, groups.size()));
        return new Group(id, settings.apply(id), log, listening);
    }

    private void begin(Group group, Duration untilFirstRound) {
        rounds.put(group.id(), timeline.every(untilFirstRound, group.sampleInterval(), () -> round(group)));
    }

    private void round(Group group) {
        Duration now = timeline.now();
        noticeOwnPause(now);
        group.round(now);
        tellNews(group, now);
        if (group.isForgotten(now)) {
            LOG.info("group {}: none of its nodes has been heard within a day; it is forgotten", group.id());
            listening.memory().write(new Fact.Forgotten(group.id()));
            groups.remove(group.id());
            Objects.requireNonNull(rounds.remove(group.id()), "its rounds").run();
        }
    }

    private void tick() {
        Duration now = timeline.now();
        noticeOwnPause(now);
        listening.silence().look(groups.values(), now);
        for (Group group : groups.values()) {
            group.tick(now);
            tellNews(group, now);
        }
        if (listening.memory().isSnapshotDue()) {
            snapshot();
        }
    }

    private void tellNews(Group group, Duration now) {
        List<DecisionRecord> news = group.log().takeNews();
        DecisionListener who = listener;
        if (who != null && !news.isEmpty() && who.wants(group.id())) {
            who.decided(group.view(now), news);
        }
    }

    /** A manager that was stopped for a while heard nobody: their silence in that time is its own. */
    private void noticeOwnPause(Duration now) {
        Duration gap = now.minus(lastTurn);
        lastTurn = now;
        if (gap.compareTo(OWN_PAUSE) > 0) {
            LOG.warn("the manager was stopped for {} ms; nobody's silence in that time counts", gap.toMillis());
            leaveOut(gap, now);
        }
    }

    private void leaveOut(Duration span, Duration now) {
        groups.values().forEach(group -> group.forgive(span, now));
        listening.silence().forgive(span);
    }
}
