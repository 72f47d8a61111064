package io.fairlead.client;

import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.RoomClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Rooms of a store each call of which ends within a time, whatever the store does. */
record BoundedClaims(RoomClaims store, StoreCalls calls, Duration limit) implements RoomClaims {

    @Override
    public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
        return calls.within(limit, () -> store.claim(room, wish, now));
    }

    @Override
    public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
        return calls.within(limit, () -> store.find(room, now));
    }

    @Override
    public @Nullable Duration sinceLoss() {
        return store.sinceLoss();
    }
}
