package io.fairlead.simulator;

import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The worlds of the scenario table: 5 s rounds, bases of 20 points, the usual noise, what happens begins at 60 min. */
final class Scenarios {

    static final Duration EVENT = Duration.ofMinutes(60);
    static final Duration DAY = Duration.ofHours(24);
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    /** Enough where only what follows at once is looked at. */
    private static final Duration SHORTLY_AFTER = EVENT.plusMinutes(15);

    private Scenarios() {}

    static World quiet(int k, double roleLoad, Duration length) {
        World world = World.quiet(k, length);
        return roleLoad == 0 ? world : world.with(RoleCost.of(roleLoad));
    }

    /** The primary gets busier for good. */
    static World busierForGood(int k, double points) {
        return World.quiet(k, SHORTLY_AFTER).with(WorldEvent.onPrimary(EVENT, new Effect.Busier(points)));
    }

    static World busierFor(int k, double points, Duration time) {
        return World.quiet(k, SHORTLY_AFTER.plus(time.multipliedBy(2)))
                .with(WorldEvent.onPrimary(EVENT, new Effect.Busier(points)).lasting(time));
    }

    static World samplesLost() {
        return World.quiet(3, TWO_HOURS)
                .with(WorldEvent.onPrimary(EVENT, new Effect.SamplesLost(0.6)).lasting(Duration.ofMinutes(10)));
    }

    /** A standby that is really at 60 says 0 from the event on. */
    static World loadedStandbyReadsZero(int k) {
        return World.quiet(k, Duration.ofHours(12))
                .with(RoleCost.of(25))
                .with(WorldEvent.onStandby(EVENT, new Effect.Busier(40)))
                .with(WorldEvent.onStandby(EVENT, new Effect.SensorFixed(0)));
    }

    static World jumpingSensor() {
        return World.quiet(3, TWO_HOURS).with(WorldEvent.onPrimary(EVENT, new Effect.SensorJumping(60)));
    }

    /** The primary gets busier while a third node comes and goes. */
    static World whileAnotherFlaps() {
        return World.quiet(3, SHORTLY_AFTER)
                .with(WorldEvent.on(
                        "n03",
                        Duration.ofMinutes(30),
                        new Effect.Flapping(Duration.ofSeconds(60), Duration.ofSeconds(60))))
                .with(WorldEvent.onPrimary(EVENT, new Effect.Busier(50)));
    }

    static World allNearlyOverloaded() {
        List<Machine> machines = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            machines.add(Machine.at("n0" + i, 78 + 2.5 * (i - 1)));
        }
        return World.of(machines, DAY).with(RoleCost.of(15));
    }

    static World unequalMachines() {
        List<Machine> machines = List.of(
                Machine.at("n01", 20).withCapacity(0.5),
                Machine.at("n02", 20),
                Machine.at("n03", 20),
                Machine.at("n04", 20).withCapacity(2));
        return World.of(machines, Duration.ofHours(6)).with(RoleCost.of(25));
    }

    static World restartingStandby() {
        return World.quiet(2, Duration.ofHours(6))
                .with(WorldEvent.on(
                        "n02",
                        Duration.ofMinutes(20),
                        new Effect.Restarting(Duration.ofMinutes(20), Duration.ofSeconds(150), -18)));
    }

    /** All at 30 %, the network at 9 %; then the primary's link falls to a tenth of its speed. */
    static World slowLink() {
        List<Machine> machines = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            machines.add(Machine.at("n0" + i, 30)
                    .with(Metrics.MEMORY, 30)
                    .with(Metrics.DISK, 30)
                    .with(Metrics.NETWORK, 9));
        }
        return World.of(machines, SHORTLY_AFTER)
                .with(WorldEvent.onPrimary(EVENT, new Effect.MetricAt(Metrics.NETWORK, 90)));
    }

    static World saw() {
        return World.quiet(2, Duration.ofHours(6))
                .with(WorldEvent.onPrimary(EVENT, new Effect.BusierInTurns(60, 80, -5, 10)));
    }
}
