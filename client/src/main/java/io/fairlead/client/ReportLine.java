package io.fairlead.client;

import io.fairlead.RoomId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The way on which one instance reports: a manager, or stores. Nothing here waits, all ends within the time that is given, and
 * what fails does so with a {@link CallException}, which may be wrapped. It ends on any thread.
 */
interface ReportLine {

    /** Sends one report, and renews the rooms that stand in it. */
    CompletableFuture<Taken> report(Report report, Duration budget);

    /** Says that the process has left. One that is not known has left as well. */
    CompletableFuture<Void> goodbye(Duration budget);

    /** Ends a claim of this process. Ends where the application's code holds nothing up. */
    CompletableFuture<ReleaseAnswer> release(RoomId room, long epoch, Duration budget);

    /**
     * What became of a report.
     *
     * @param answer what it was answered
     * @param renewed the rooms of the report whose renewal was answered, whatever the answer is
     * @param at when it was sent, on the time line
     * @param trouble what part of it came to nothing; null if nothing did
     * @param forgotten whether the claims of all rooms were lost since the report before
     */
    record Taken(
            Report.Answer answer,
            List<HeldRooms.Held> renewed,
            long at,
            @Nullable CallException trouble,
            boolean forgotten) {}
}
