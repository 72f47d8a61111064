package io.fairlead.client;

import io.fairlead.placement.LoadReport;
import io.fairlead.store.RoomClaims;
import java.time.Duration;

/** The time after a store has lost its rooms in which one without a claim may live somewhere. */
final class RoomLoss {

    /** Each process sees the loss with its next report, and renews all of its rooms right after it. */
    private static final Duration RENEWED_AFTER = LoadReport.PERIOD.multipliedBy(2);

    private RoomLoss() {}

    static boolean isRecent(RoomClaims rooms) {
        Duration since = rooms.sinceLoss();
        return since != null && since.compareTo(RENEWED_AFTER) < 0;
    }
}
