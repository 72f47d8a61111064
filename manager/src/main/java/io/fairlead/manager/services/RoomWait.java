package io.fairlead.manager.services;

import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The time after the manager's start in which it learns which rooms there are, and gives none a new home that may have one.
 *
 * <p>Homes of rooms are kept in memory. A manager that has just started knows none, and a living room that it placed anew
 * would be two. So it waits until each room has been renewed once; where no instance can have a room from before, until
 * each instance has reported.
 */
final class RoomWait {

    /** Each room is renewed within one period; a report's time more lets a late one arrive. */
    static final Duration RENEWALS = AffinityStore.RENEW_EVERY.plus(LoadReport.PERIOD);

    /** An instance that has not reported by then is silent by the usual rule too. */
    static final Duration REPORTS = PlacementSettings.DEFAULT_SAMPLE_TTL;

    /** Services of which all rooms are known before the wait is over, since there were none. */
    private final Set<ServiceId> settled = new TreeSet<>();

    private boolean over;

    /**
     * Time for which a room may not get a new home, zero if it may.
     *
     * @param running time since the manager's start
     * @param view the instances of its service
     * @param remembered the home that is known of it, or null
     */
    Duration left(Duration running, ServiceView view, @Nullable Claim remembered) {
        if (over || running.compareTo(RENEWALS) >= 0) {
            over = true;
            settled.clear();
            return Duration.ZERO;
        }
        if (settled.contains(view.service())) {
            return Duration.ZERO;
        }
        boolean judged = remembered != null && view.find(remembered.owner().instance()) != null;
        if (judged) {
            return Duration.ZERO;
        }
        if (remembered == null && mayHoldUnknownRooms(running, view)) {
            return RENEWALS.minus(running);
        }
        if (running.compareTo(REPORTS) < 0) {
            return REPORTS.minus(running);
        }
        if (remembered == null) {
            settled.add(view.service());
        }
        return Duration.ZERO;
    }

    private static boolean mayHoldUnknownRooms(Duration running, ServiceView view) {
        for (Candidate candidate : view.candidates()) {
            LoadReport report = candidate.report();
            Duration sinceArrival = candidate.sampleAge().minus(report.sampleAge());
            boolean older = report.uptime().plus(sinceArrival).compareTo(running) >= 0;
            if (older && report.occupancy().rooms().orElse(1) > 0) {
                return true;
            }
        }
        return false;
    }
}
