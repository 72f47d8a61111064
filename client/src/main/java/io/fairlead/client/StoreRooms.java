package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** How rooms of one service end in a store. */
record StoreRooms(ServiceId service, AffinityStore rooms, Supplier<Instant> clock) implements RoomEnds {

    @Override
    public CompletionStage<ReleaseAnswer> end(RoomId room, OptionalLong epoch) {
        return rooms.find(new Room(service, room), clock.get()).thenCompose(found -> {
            if (found == null) {
                return CompletableFuture.completedFuture(ReleaseAnswer.LIVES_NOWHERE);
            }
            boolean other = epoch.isPresent() && epoch.getAsLong() != found.epoch();
            return other ? CompletableFuture.completedFuture(ReleaseAnswer.NOT_HELD) : end(room, found);
        });
    }

    /** Ends a claim, if it is the one that stands. */
    CompletionStage<ReleaseAnswer> end(RoomId room, Claim held) {
        Room named = new Room(service, room);
        return rooms.release(named, held, clock.get())
                .thenCompose(answer -> answer == AffinityStore.ReleaseAnswer.DONE
                        ? CompletableFuture.completedFuture(ReleaseAnswer.DONE)
                        : rooms.find(named, clock.get())
                                .thenApply(
                                        found -> found == null ? ReleaseAnswer.LIVES_NOWHERE : ReleaseAnswer.NOT_HELD));
    }
}
