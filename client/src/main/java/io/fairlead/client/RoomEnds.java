package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** How rooms of one service end. */
interface RoomEnds {

    /** The service. */
    ServiceId service();

    /** Ends the claim that stands, if it is the one of an epoch or none is named. */
    CompletionStage<ReleaseAnswer> end(RoomId room, OptionalLong epoch);
}
