package io.fairlead.simulator.rooms;

import io.fairlead.placement.PlacementSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Plays a world of rooms with Fairlead's own placer in virtual time.
 *
 * <p>Same world, policy and seed, same outcome. Rooms, noise and what clients do do not depend on the policy, so that
 * policies are compared in the same weather.
 */
public final class RoomRun {

    private final Shared shared;
    private final Fleet fleet;
    private final List<Scheduler> schedulers = new ArrayList<>();

    private RoomRun(RoomWorld world, PlacementSettings settings, long seed) {
        shared = new Shared(world);
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom ofFleet = random.split();
        SplittableRandom ofCrowd = random.split();
        Clients[] asking = new Clients[1];
        fleet = new Fleet(shared, ofFleet, stay -> asking[0].cutOff(stay));
        for (int i = 0; i < world.schedulers(); i++) {
            schedulers.add(new Scheduler(shared, settings, random.split()));
        }
        Clients clients = new Clients(shared, fleet, schedulers);
        asking[0] = clients;
        Crowd crowd = new Crowd(shared, fleet, clients, ofCrowd);
        shared.agenda.at(0, crowd::begin);
        shared.agenda.at(0, () -> schedulers.forEach(Scheduler::read));
        shared.agenda.at(0, this::sample);
    }

    /**
     * Plays a world to its end.
     *
     * @param world the world
     * @param settings how each of the schedulers places
     * @param seed all that is random follows from it
     */
    public static RoomOutcome play(RoomWorld world, PlacementSettings settings, long seed) {
        RoomRun run = new RoomRun(world, settings, seed);
        run.shared.agenda.playUntil(world.span().endS());
        return new RoomOutcome(world.nodes(), run.shared.books.samples, run.shared.books.close());
    }

    private void sample() {
        double now = shared.now();
        shared.books.lookAtDoubled(now);
        if (now >= shared.world.span().countsFromS()) {
            int count = fleet.hosts.size();
            RoomSample sample = new RoomSample(now, new double[count], new int[count], new long[count]);
            for (int i = 0; i < count; i++) {
                Host host = fleet.hosts.get(i);
                sample.load()[i] = host.up ? host.load(now) : Double.NaN;
                sample.rooms()[i] = host.stays.size();
                sample.placed()[i] = host.placed;
            }
            shared.books.samples.add(sample);
        }
        shared.agenda.in(1, this::sample);
    }
}
