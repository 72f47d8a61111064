package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last things that happened to the changes of one group. */
final class StepLog {

    private static final Logger LOG = LoggerFactory.getLogger(StepLog.class);

    /** Some five changes. */
    private static final int KEPT = 40;

    private final Deque<StepNews> last = new ArrayDeque<>();

    /** What it is about: what has begun is what goes on now, anything else went on before. */
    static HandoverState.Course concerned(HandoverNews news, HandoverState before, HandoverState after) {
        return switch (news.what()) {
            case STARTED, DRILL_STARTED -> after.course();
            default -> before.course();
        };
    }

    /** Tells one; that a change is wanted again and again while another goes on is no news. */
    void tell(GroupId group, HandoverNews news, HandoverState.Course course, long wallMillis) {
        if (news.what() == HandoverNews.What.BUSY) {
            return;
        }
        boolean ofDrill = course.kind() == HandoverKind.DRILL;
        last.addLast(new StepNews(wallMillis, news.what(), news.node(), course.number(), ofDrill));
        if (last.size() > KEPT) {
            forgetOne();
        }
        if (news.what().isTrouble()) {
            LOG.warn(
                    "group {}: {} {} (step {})",
                    group,
                    news.node(),
                    news.what().words(),
                    course.step().word());
        } else {
            LOG.info("group {}: {} {}", group, news.node(), news.what().words());
        }
    }

    /** The oldest, except of the last change: however many drills come after it, what went wrong in it still stands. */
    private void forgetOne() {
        long change = last.stream()
                .filter(news -> !news.ofDrill())
                .mapToLong(StepNews::change)
                .max()
                .orElse(0);
        Iterator<StepNews> oldest = last.iterator();
        StepNews news = oldest.next();
        while (news.change() == change && oldest.hasNext()) {
            news = oldest.next();
        }
        oldest.remove();
    }

    HandoverView view(HandoverState state, Duration groupTime, DrillView drills) {
        List<HandoverView.Barred> barred = new ArrayList<>();
        state.bars().forEach((node, bar) -> {
            if (state.isBarred(node, groupTime)) {
                barred.add(new HandoverView.Barred(node, bar.until().minus(groupTime), bar.failures()));
            }
        });
        return new HandoverView(state, groupTime.minus(state.course().since()), barred, new ArrayList<>(last), drills);
    }
}
