package io.fairlead.manager.services;

import io.fairlead.RoomId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.AffinityStore.Renewed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What becomes of the rooms that one report names. Touched by the loop's thread only. */
final class Renewals {

    private final Report report;
    private final SortedSet<RoomId> lost = new TreeSet<>();
    private final SortedSet<RoomId> refused = new TreeSet<>();
    private final SortedMap<RoomId, Long> claimed = new TreeMap<>();

    private Renewals(Report report) {
        this.report = report;
    }

    /** Lets the claims of a report live on, all at once, and claims the rooms that it has without one. */
    static CompletionStage<Renewals> of(Homes homes, Report report) {
        Renewals renewals = new Renewals(report);
        List<CompletableFuture<?>> begun = new ArrayList<>();
        for (Map.Entry<RoomId, Long> held : report.renewed().entrySet()) {
            RoomId room = held.getKey();
            begun.add(homes.renew(renewals.room(room), new Claim(report.owner(), held.getValue()))
                    .thenAccept(renewed -> renewals.renewed(room, renewed))
                    .toCompletableFuture());
        }
        for (RoomId room : report.unclaimed()) {
            begun.add(homes.adopt(renewals.room(room), report.owner())
                    .thenAccept(answer -> renewals.adopted(room, homes, answer))
                    .toCompletableFuture());
        }
        return CompletableFuture.allOf(begun.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> renewals);
    }

    private Room room(RoomId id) {
        return new Room(report.service(), id);
    }

    private void renewed(RoomId room, @Nullable Renewed renewed) {
        if (renewed == null) {
            refused.add(room);
        } else if (renewed.answer() == RenewAnswer.NOT_HELD) {
            lost.add(room);
        }
    }

    private void adopted(RoomId room, Homes homes, ClaimReply reply) {
        Claimed answer = reply.claimed();
        if (answer == null) {
            // One that has to wait is asked for again with the next report.
            if (reply.refused() instanceof Placed.Full) {
                refused.add(room);
            }
        } else if (answer.claim().owner().equals(report.owner())) {
            claimed.put(room, answer.claim().epoch());
            homes.contested().settled(room(room));
        } else if (homes.contested().isLost(room(room), homes.now())) {
            lost.add(room);
        }
    }

    /** Rooms that live elsewhere by now or have ended. */
    List<RoomId> lost() {
        return List.copyOf(lost);
    }

    /** Rooms of which there was no space left to remember them. */
    List<RoomId> refused() {
        return List.copyOf(refused);
    }

    /** The epochs of those that came without a claim and have one now. */
    SortedMap<RoomId, Long> claimed() {
        return claimed;
    }
}
