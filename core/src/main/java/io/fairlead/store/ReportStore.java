package io.fairlead.store;

import io.fairlead.ServiceId;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Remembers the newest report of each instance of each service.
 *
 * <p>Every call takes the time on the store's own time line, which never goes back; a store with a clock of its own uses that
 * and ignores the argument. An age is a difference of store time, so no clock of an instance is compared with a caller's.
 */
public interface ReportStore {

    /**
     * How long an instance that is silent stays in view: as long as a room remembers its home. It takes no room in that
     * time, but its rooms are still found.
     */
    Duration FORGET_AFTER = AffinityStore.CLAIM_TTL;

    /**
     * Takes in a report; its instance comes into being with it.
     *
     * @param service the service
     * @param instance the instance
     * @param report what it reports
     * @param now store time
     */
    CompletionStage<ReportAnswer> put(ServiceId service, Instance instance, LoadReport report, Instant now);

    /**
     * Takes an instance out at once, if it is still this process. A report of this process that comes later is refused.
     *
     * @param service the service
     * @param process the process that leaves
     * @param now store time
     */
    CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant now);

    /** The instances of a service, silent ones included until they are forgotten; none if the service is not known. */
    CompletionStage<ServiceView> view(ServiceId service, Instant now);

    /** The services that have an instance, in the order of their ids. */
    CompletionStage<List<ServiceId>> services(Instant now);

    /** What became of a report. */
    enum ReportAnswer {
        /** It is the instance's newest now. */
        STORED,
        /** Refused: its sequence is not above that of the newest one, which goes on ageing. */
        NOT_NEWER,
        /** Refused: a process that started later has the same id. */
        OLDER_PROCESS,
        /** Refused: this process has left. */
        HAS_LEFT
    }

    /** What became of a leave. */
    enum LeaveAnswer {
        /** The instance is gone. */
        DONE,
        /** Refused: the instance is not there, or is another process by now. */
        NOT_REGISTERED
    }
}
