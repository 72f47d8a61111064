package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverStep;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A drill of a standby, as it is kept.
 *
 * @param number its place among the changes and drills of its group, growing
 * @param wallMillis when it began, in ms since 1970 on the manager's clock
 * @param node the standby
 * @param result what came of it
 * @param step the step at which it failed or was broken off, else null
 * @param why what happened then, or null where that is not known
 * @param tookMillis how long it went on in ms, or null while it does, or where the clock was set back meanwhile
 */
public record DrillRecord(
        long number,
        long wallMillis,
        NodeId node,
        Result result,
        @Nullable HandoverStep step,
        HandoverNews.@Nullable What why,
        @Nullable Long tookMillis) {

    /** What can come of a drill. Constants are added, never renamed: they are metric labels. */
    public enum Result {
        /** It goes on. */
        RUNNING,
        /** The standby got ready and tidied up. */
        PASSED,
        /** The standby did not, or not in time. */
        FAILED,
        /** Something more important came between; it says nothing about the standby. */
        CUT;

        /** The name where it is shown. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static DrillRecord begun(long number, NodeId node, long wallMillis) {
        return new DrillRecord(number, wallMillis, node, Result.RUNNING, null, null, null);
    }

    DrillRecord passed(long now) {
        return ended(Result.PASSED, null, null, now);
    }

    DrillRecord ended(Result how, @Nullable HandoverStep at, HandoverNews.@Nullable What because, long now) {
        return new DrillRecord(number, wallMillis, node, how, at, because, now < wallMillis ? null : now - wallMillis);
    }

    /** What came of it, as the rest of a sentence that begins with the node's name. */
    public String words() {
        return switch (result) {
            case RUNNING -> "rehearses";
            case PASSED -> "got ready and tidied up";
            case FAILED -> why == null ? "failed" : why.words();
            case CUT ->
                why == HandoverNews.What.PRIMARY_LOST
                        ? "broke off when the primary was lost"
                        : why == null ? "broke off for something more important" : why.words();
        };
    }
}
