package io.fairlead.simulator.rooms;

import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.ReportStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The machines of a run: they start, report, renew the claims of their rooms, and fail. */
final class Fleet {

    private static final double PERIOD_S = LoadReport.PERIOD.toMillis() / 1000.0;
    private static final double PERIOD_JITTER = 0.1;
    private static final double LOST = 0.01;
    private static final double RENEW_S = AffinityStore.RENEW_EVERY.toMillis() / 1000.0;

    final List<Host> hosts = new ArrayList<>();

    private final Map<Owner, Host> byOwner = new LinkedHashMap<>();
    private final Shared shared;

    /** What the clients of a room do when its machine dies. */
    private final Consumer<Stay> cutOff;

    Fleet(Shared shared, SplittableRandom random, Consumer<Stay> cutOff) {
        this.shared = shared;
        this.cutOff = cutOff;
        for (RoomNode node : shared.world.nodes()) {
            Host host = new Host(node, shared.world.jitter(), random.split());
            hosts.add(host);
            byOwner.put(host.owner, host);
            SplittableRandom own = random.split();
            shared.agenda.at(node.startS(), () -> start(host, own));
        }
        for (Fault fault : shared.world.faults()) {
            shared.agenda.at(fault.atS(), () -> strike(fault));
        }
    }

    Host of(Owner owner) {
        Host host = byOwner.get(owner);
        if (host == null) {
            throw new IllegalStateException("placed on " + owner + ", which is no instance of this world");
        }
        return host;
    }

    private void start(Host host, SplittableRandom own) {
        host.settle(shared.now());
        host.up = true;
        report(host);
        double first = host.node.startS() < 0 ? own.nextDouble() * PERIOD_S : next(own);
        shared.agenda.in(first, () -> reportAgain(host, own));
        shared.agenda.in(RENEW_S * own.nextDouble(), () -> renewAgain(host));
    }

    private void reportAgain(Host host, SplittableRandom own) {
        if (host.up) {
            boolean lost = own.nextDouble() < LOST;
            if (!lost) {
                report(host);
            }
            shared.agenda.in(next(own), () -> reportAgain(host, own));
        }
    }

    private static double next(SplittableRandom own) {
        return PERIOD_S * Draws.between(own, 1 - PERIOD_JITTER, 1 + PERIOD_JITTER);
    }

    private void report(Host host) {
        LoadReport report = host.report(shared.now());
        if (host.silent || shared.storeAway()) {
            return;
        }
        ReportStore.ReportAnswer answer =
                Shared.answer(shared.reports.put(Shared.SERVICE, host.instance, report, shared.time()));
        if (answer == ReportStore.ReportAnswer.STORED) {
            host.heardAtS = shared.now();
            boolean closes = host.state != InstanceState.UP && Double.isInfinite(host.closedSinceS);
            host.closedSinceS = closes ? shared.now() : host.closedSinceS;
        }
        if (host.missedRenewal) {
            renewAll(host);
        }
    }

    /** A room starts on a machine. */
    Stay admit(Guest guest, Host host, double fromS) {
        Stay stay = new Stay(guest, host, fromS);
        RoomMix.Demand demand = guest.demand;
        double age = shared.now() - fromS;
        stay.steps = (int) Math.min(RoomMix.STEPS, Math.floor(RoomMix.STEPS * age / demand.growthS()));
        guest.stays.add(stay);
        if (guest.stays.size() > 1) {
            shared.books.doubled.add(guest);
        }
        host.add(stay, shared.now());
        growLater(stay);
        return stay;
    }

    private void growLater(Stay stay) {
        if (stay.steps < RoomMix.STEPS) {
            double step = stay.guest.demand.growthS() / RoomMix.STEPS;
            shared.agenda.at(stay.fromS + (stay.steps + 1) * step, () -> grow(stay));
        }
    }

    private void grow(Stay stay) {
        if (!stay.over) {
            stay.host.grow(stay, shared.now());
            growLater(stay);
        }
    }

    private void renewAgain(Host host) {
        if (host.up) {
            renewAll(host);
            shared.agenda.in(RENEW_S, () -> renewAgain(host));
        }
    }

    /** Renews the claims of all rooms; if the store is away, as soon as it takes a report again. */
    private void renewAll(Host host) {
        host.missedRenewal = shared.storeAway();
        if (!host.missedRenewal) {
            List.copyOf(host.stays).forEach(this::renew);
        }
    }

    /** The loser of the compare ends its room. */
    private void renew(Stay stay) {
        if (stay.claim == null) {
            AffinityStore.Claimed claimed = Shared.answer(shared.affinity.claim(
                    stay.guest.room, new AffinityStore.ClaimWish(stay.host.owner, null), shared.time()));
            if (claimed.claim().owner().equals(stay.host.owner)) {
                stay.claim = claimed.claim();
            } else {
                leave(stay);
            }
        } else if (Shared.answer(shared.affinity.renew(stay.guest.room, stay.claim, shared.time()))
                        .answer()
                == AffinityStore.RenewAnswer.NOT_HELD) {
            leave(stay);
        }
    }

    /** A room ends on a machine. */
    void leave(Stay stay) {
        stay.host.remove(stay, shared.now());
        stay.guest.stays.remove(stay);
    }

    private void strike(Fault fault) {
        for (Host host : hosts) {
            if (host.node.name().equals(fault.node())) {
                strike(host, fault.kind());
            }
        }
    }

    private void strike(Host host, Fault.Kind kind) {
        switch (kind) {
            case DIES -> die(host);
            case SENSOR_READS_ZERO -> host.sensorDies();
            case REPORT_FROZEN_AT_IDLE -> host.reportFreezes();
            case FALLS_SILENT -> host.silent = true;
            case DRAINS -> {
                host.state = InstanceState.DRAINING;
                report(host);
            }
            case GOES_INTO_MAINTENANCE -> {
                host.state = InstanceState.MAINTENANCE;
                report(host);
            }
        }
    }

    private void die(Host host) {
        host.settle(shared.now());
        host.up = false;
        for (Stay stay : List.copyOf(host.stays)) {
            leave(stay);
            cutOff.accept(stay);
        }
    }
}
