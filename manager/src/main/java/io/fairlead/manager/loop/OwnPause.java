package io.fairlead.manager.loop;

import java.time.Duration;

/** What becomes of the moments that others were heard at once the manager itself could not listen for a while. */
final class OwnPause {

    private OwnPause() {}

    /**
     * A moment from which silence is counted, later by a span that does not count. All that is counted from the same
     * heartbeat has to move alike: a primary would be taken for dead while its lease still runs, and be told to stop when
     * it is heard again.
     *
     * @param at the moment; one that is still to come stays
     * @param span time in which the manager could not listen
     * @param now the present, beyond which nothing is moved
     */
    static Duration later(Duration at, Duration span, Duration now) {
        if (at.compareTo(now) >= 0) {
            return at;
        }
        Duration later = at.plus(span);
        return later.compareTo(now) > 0 ? now : later;
    }
}
