package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverState;
import io.fairlead.manager.loop.DrillRecord.Result;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which standby rehearses next, and what came of the drills before. Touched by the loop's thread only. */
final class Drills {

    private final Remembered group;
    private final Beholder beholder;
    private final Timeline timeline;
    private final Memory memory;
    private final SortedMap<String, Long> results = new TreeMap<>();

    Drills(Beholder beholder, Listening listening) {
        this.group = beholder.group();
        this.beholder = beholder;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
    }

    DrillView view() {
        return new DrillView(group.drills.all(), results, timeline.wallMillis());
    }

    // ---- whose turn it is

    /** The standby whose turn it is, the one that has waited longest, or null if there is none now. */
    @Nullable NodeId due(Duration now) {
        settle();
        DrillSettings settings = beholder.settings().drill();
        long wall = timeline.wallMillis();
        if (settings == null || !settings.mayBegin(wall) || !isQuiet(now)) {
            return null;
        }
        NodeId due = null;
        long first = Long.MAX_VALUE;
        for (Member member : group.roster.members()) {
            DrillRecord last = group.drills.last(member.id);
            long began = last == null ? Long.MIN_VALUE : last.wallMillis();
            if (began < first && canRehearse(member, now) && isOver(last, settings.every(), wall)) {
                due = member.id;
                first = began;
            }
        }
        return due;
    }

    /** A clock that was set back a long way must not end the drills for as long. */
    private static boolean isOver(@Nullable DrillRecord last, Duration every, long wall) {
        return last == null || Math.abs(wall - last.wallMillis()) >= every.toMillis();
    }

    /** Whether the primary works and nothing else goes on: what goes wrong from now on is the drill's doing. */
    private boolean isQuiet(Duration now) {
        HandoverState state = group.change.state();
        NodeId primary = state.primary();
        return primary != null
                && state.isSteady()
                && !state.mayOthersHold(primary)
                && group.roster.isHeard(primary, now)
                && beholder.mayPromote(now)
                // What goes wrong would be left as it is.
                && group.orders().pause() != Pause.ALL
                && group.orders().observe(beholder.settings()) != Observe.ALL;
    }

    private boolean canRehearse(Member member, Duration now) {
        return !member.id.equals(group.change.state().primary())
                && member.beat().steps().handover() != null
                && group.roster.isHeard(member.id, now)
                && beholder.isFit(member, now);
    }

    // ---- what came of it

    /** Writes down what the news tell of drills. */
    void told(HandoverState before, List<HandoverNews> told) {
        for (int i = 0; i < told.size(); i++) {
            HandoverNews news = told.get(i);
            HandoverNews.What because = i == 0 ? null : told.get(i - 1).what();
            switch (news.what()) {
                case DRILL_STARTED -> {
                    long number = group.change.state().course().number();
                    write(DrillRecord.begun(number, news.node(), timeline.wallMillis()));
                }
                case DRILL_PASSED -> ended(before.course(), news.node(), Result.PASSED, null);
                case DRILL_FAILED -> ended(before.course(), news.node(), Result.FAILED, because);
                case DRILL_CUT -> ended(before.course(), news.node(), Result.CUT, because);
                default -> {
                    // It is about a change.
                }
            }
        }
    }

    private void ended(HandoverState.Course course, NodeId node, Result result, HandoverNews.@Nullable What because) {
        long now = timeline.wallMillis();
        DrillRecord running = group.drills.running();
        if (running == null || running.number() != course.number()) {
            // Its beginning was never written down.
            running = DrillRecord.begun(course.number(), node, now);
        }
        write(result == Result.PASSED ? running.passed(now) : running.ended(result, course.step(), because, now));
    }

    /** Ends a record whose drill is not under way any more: an earlier process ended before it could write how. */
    private void settle() {
        DrillRecord running = group.drills.running();
        HandoverState.Course course = group.change.state().course();
        boolean goesOn = course.kind() == HandoverKind.DRILL && running != null && running.number() == course.number();
        if (running != null && !goesOn) {
            write(running.ended(Result.CUT, null, null, timeline.wallMillis()));
        }
    }

    private void write(DrillRecord record) {
        memory.write(new Fact.Drilled(group.id, record));
        group.drills.put(record);
        if (record.result() != Result.RUNNING) {
            results.merge(record.result().label(), 1L, Long::sum);
        }
    }
}
