package io.fairlead.simulator.rooms;

import io.fairlead.RoomId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore;
import java.util.List;
import java.util.SplittableRandom;

/** The rooms that live at the start of a run, and those that arrive; what they are does not depend on the policy. */
final class Crowd {

    /** The mean of what the machines use without any room, in percent. */
    private static final double BASE_PERCENT = 4;

    private static final double SECOND_CLIENT_WITHIN_S = 2;

    private final Shared shared;
    private final Fleet fleet;
    private final Clients clients;
    private final SplittableRandom random;
    private long named;

    Crowd(Shared shared, Fleet fleet, Clients clients, SplittableRandom random) {
        this.shared = shared;
        this.fleet = fleet;
        this.clients = clients;
        this.random = random;
    }

    /** Fills the machines evenly, and lets rooms arrive from now on. */
    void begin() {
        Arrivals arrivals = shared.world.arrivals();
        double cores = 0;
        for (Host host : fleet.hosts) {
            cores += host.up ? host.node.cores() : 0;
        }
        RoomMix mix = shared.world.mix();
        double rate = cores * (arrivals.offered() - BASE_PERCENT) / 100 / mix.coreSeconds();
        SplittableRandom first = random.split();
        for (long i = Math.round(rate * mix.lifeS()); i > 0; i--) {
            settle(first);
        }
        double end = shared.world.span().endS();
        new Stream(rate * (1 - arrivals.batchShare()), end, random.split()).next(0);
        for (Arrivals.Storm storm : arrivals.storms()) {
            new Stream(rate * (storm.factor() - 1), storm.fromS() + storm.lastsS(), random.split()).next(storm.fromS());
        }
        if (arrivals.batchShare() > 0) {
            double inBatch = rate * arrivals.batchShare() * Arrivals.BATCH_EVERY_S;
            SplittableRandom own = random.split();
            for (double at = Arrivals.BATCH_EVERY_S; at < end; at += Arrivals.BATCH_EVERY_S) {
                new Stream(inBatch / Arrivals.BATCH_LASTS_S, at + Arrivals.BATCH_LASTS_S, own.split()).next(at);
            }
        }
    }

    private void settle(SplittableRandom source) {
        Guest guest = guest(shared.world.mix().living(source), source.split());
        Host idlest = fleet.hosts.get(0);
        for (Host host : fleet.hosts) {
            if (host.up && host.load(0) < idlest.load(0)) {
                idlest = host;
            }
        }
        Claim claim = Shared.answer(shared.affinity.claim(
                        guest.room, new AffinityStore.ClaimWish(idlest.owner, null), shared.time()))
                .claim();
        fleet.admit(guest, idlest, -guest.demand.ageS()).claim = claim;
    }

    private Guest guest(RoomMix.Demand demand, SplittableRandom own) {
        Guest guest = new Guest(new Room(Shared.SERVICE, new RoomId("r" + ++named)), demand, own);
        shared.agenda.in(demand.lifeS() - demand.ageS(), () -> end(guest));
        return guest;
    }

    private void end(Guest guest) {
        guest.ended = true;
        for (Stay stay : List.copyOf(guest.stays)) {
            fleet.leave(stay);
            if (stay.claim != null && !shared.storeAway()) {
                shared.affinity.release(guest.room, stay.claim, shared.time());
            }
        }
    }

    /** Rooms that arrive at random with a rate, until an end. */
    private final class Stream {

        private final double rate;
        private final double end;
        private final SplittableRandom own;

        Stream(double rate, double end, SplittableRandom own) {
            this.rate = rate;
            this.end = end;
            this.own = own;
        }

        void next(double from) {
            double at = from + Draws.exponential(own, 1 / rate);
            if (at < end) {
                shared.agenda.at(at, this::arrive);
            }
        }

        private void arrive() {
            Guest guest = guest(shared.world.mix().arriving(own), own.split());
            shared.books.arrived++;
            clients.ask(guest, null);
            for (int i = 1; i < guest.demand.clients(); i++) {
                shared.agenda.in(SECOND_CLIENT_WITHIN_S * guest.random.nextDouble(), () -> clients.ask(guest, null));
            }
            next(shared.now());
        }
    }
}
