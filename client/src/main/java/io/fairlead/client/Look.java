package io.fairlead.client;

import io.fairlead.placement.PlacementSettings;
import io.fairlead.store.DrainedView;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The instances of one service as they can be read, from stores or from a manager. Touched by turns only. */
interface Look {

    /** What was read last; nobody before the first reading. */
    DrainedView last();

    /** Reads it anew, within a time. Fails with {@link io.fairlead.store.OutcomeUnknownException} alone. */
    CompletionStage<DrainedView> read(Duration within);

    /** How rooms of the service are placed, as far as that is known by now. */
    PlacementSettings settings();
}
