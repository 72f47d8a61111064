package io.fairlead.simulator.rooms;

import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.store.AffinityStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The clients of a run: each asks a scheduler where its room is, connects, and asks again where it cannot. */
final class Clients {

    private static final double CLAIM_FROM_S = 0.0005;
    private static final double CLAIM_TO_S = 0.003;
    private static final double CONNECT_FAILS_S = 0.2;
    private static final double RETRY_S = 1;
    private static final double NOTICES_WITHIN_S = 1;
    private static final double VIEW_LAG_S = 0.5;

    private static final Set<Basis> BLIND = EnumSet.of(Basis.STALE, Basis.UNIFORM_FALLBACK, Basis.NO_INSTANCES);

    private final Shared shared;
    private final Fleet fleet;
    private final List<Scheduler> schedulers;

    Clients(Shared shared, Fleet fleet, List<Scheduler> schedulers) {
        this.shared = shared;
        this.fleet = fleet;
        this.schedulers = schedulers;
    }

    /** A client asks where its room is, for the first time or again after it could not connect. */
    void ask(Guest guest, @Nullable Owner unreachable) {
        if (guest.ended) {
            return;
        }
        Scheduler scheduler = schedulers.get(guest.random.nextInt(schedulers.size()));
        if (unreachable != null) {
            scheduler.connectFailed(unreachable);
        }
        boolean away = shared.storeAway();
        Claim remembered = away ? null : Shared.answer(shared.affinity.find(guest.room, shared.time()));
        Placement placement = scheduler.place(guest, remembered, unreachable);
        if (BLIND.contains(placement.basis())) {
            shared.books.lastBlindS = shared.now();
        }
        Candidate chosen = placement.chosen();
        if (chosen == null) {
            turnedAway(guest, unreachable);
        } else if (away || placement.basis() == Basis.AFFINITY) {
            connect(guest, chosen.owner(), remembered);
        } else {
            judge(chosen.owner(), scheduler);
            boolean moves = remembered != null && remembered.owner().equals(unreachable);
            AffinityStore.ClaimWish wish = new AffinityStore.ClaimWish(chosen.owner(), moves ? unreachable : null);
            shared.agenda.in(
                    Draws.between(guest.random, CLAIM_FROM_S, CLAIM_TO_S), () -> claim(guest, wish, scheduler));
        }
    }

    private void turnedAway(Guest guest, @Nullable Owner unreachable) {
        if (guest.orphaned() || unreachable != null) {
            shared.books.nowhere++;
            shared.agenda.in(RETRY_S, () -> ask(guest, unreachable));
        } else if (guest.stays.isEmpty()) {
            shared.books.refused++;
            guest.ended = true;
        }
    }

    private void claim(Guest guest, AffinityStore.ClaimWish wish, Scheduler scheduler) {
        if (guest.ended) {
            return;
        }
        if (shared.storeAway()) {
            connect(guest, wish.candidate(), null);
            return;
        }
        AffinityStore.Claimed claimed = Shared.answer(shared.affinity.claim(guest.room, wish, shared.time()));
        if (claimed.origin() != AffinityStore.Origin.KEPT) {
            scheduler.placed(wish.candidate());
            guest.moves += guest.orphaned() ? 1 : 0;
        }
        connect(guest, claimed.claim().owner(), claimed.claim());
    }

    private void connect(Guest guest, Owner owner, @Nullable Claim claim) {
        Host host = fleet.of(owner);
        if (!host.up) {
            shared.agenda.in(CONNECT_FAILS_S, () -> failed(guest, owner));
            return;
        }
        Stay stay = guest.on(host);
        if (stay == null) {
            stay = fleet.admit(guest, host, shared.now());
            host.placed++;
        }
        if (claim == null) {
            host.missedRenewal |= stay.claim == null;
        } else {
            stay.claim = claim;
        }
    }

    private void failed(Guest guest, Owner owner) {
        shared.books.lost(guest, owner);
        ask(guest, owner);
    }

    /** The machine under a room has died: each client notices, tries it once more, and asks again. */
    void cutOff(Stay stay) {
        Guest guest = stay.guest;
        shared.books.lost(guest, stay.host.owner);
        for (int i = 0; i < guest.demand.clients(); i++) {
            double notices = NOTICES_WITHIN_S * guest.random.nextDouble();
            shared.agenda.in(notices + CONNECT_FAILS_S, () -> failed(guest, stay.host.owner));
        }
    }

    /** Holds a placement against what the store knew at the oldest moment that the scheduler may have read. */
    private void judge(Owner owner, Scheduler scheduler) {
        Host host = fleet.of(owner);
        if (!host.up) {
            shared.books.onDead++;
            shared.books.onDeadAfterFailure += scheduler.toldOfFailure(owner) ? 1 : 0;
        }
        shared.books.onBarred += host.barredSince() < shared.now() - VIEW_LAG_S ? 1 : 0;
    }
}
