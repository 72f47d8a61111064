package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Decides by itself, from what stores or a manager show. */
final class StoreAllocator implements Allocator {

    private final StoreDesk desk;
    private final RoomEnds rooms;
    private final StoreCalls calls;
    private final Duration budget;

    StoreAllocator(StoreDesk desk, RoomEnds rooms, StoreCalls calls, Duration budget) {
        this.desk = desk;
        this.rooms = rooms;
        this.calls = calls;
        this.budget = budget;
    }

    @Override
    public ServiceId service() {
        return rooms.service();
    }

    @Override
    public Allocator withBudget(Duration other) {
        ClientSettings.checkBudget(other);
        return new StoreAllocator(desk, rooms, calls, other);
    }

    @Override
    public CompletionStage<Place> allocate(PlaceWish wish) {
        String what = wish.room()
                .map(room -> "the place of room " + room + " of service " + service())
                .orElse("a place for a connection of service " + service());
        return calls.begin(what, call -> desk.allocate(wish, budget, call));
    }

    @Override
    public CompletionStage<List<Explanation>> explanations() {
        return calls.begin("the last placements of service " + service(), call -> call.succeed(desk.explanations()));
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(RoomId room, long epoch) {
        FencingToken.check("epoch", epoch);
        return release(room, OptionalLong.of(epoch));
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(RoomId room) {
        return release(room, OptionalLong.empty());
    }

    private CompletionStage<ReleaseAnswer> release(RoomId room, OptionalLong epoch) {
        return calls.begin("the end of room " + room + " of service " + service(), call -> {
            desk.forget(room);
            var unused = calls.within(budget, () -> rooms.end(room, epoch)).whenComplete((answer, trouble) -> {
                if (answer == null) {
                    call.fail(StoreCalls.trouble(call.what, trouble));
                } else {
                    call.succeed(answer);
                }
            });
        });
    }
}
