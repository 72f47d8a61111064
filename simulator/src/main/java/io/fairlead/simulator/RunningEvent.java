package io.fairlead.simulator;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** An event of a running world: knows its machine once it has begun. */
final class RunningEvent {

    private final WorldEvent event;
    private final Duration interval;
    private final SplittableRandom random;
    private @Nullable NodeId node;

    RunningEvent(WorldEvent event, Duration interval, SplittableRandom random) {
        this.event = event;
        this.interval = interval;
        this.random = random;
        this.node = event.node();
    }

    /** Binds an event on the primary, or on a standby, to who that is in its first round. */
    void begin(Duration at, List<Machine> machines, @Nullable NodeId primary) {
        if (node != null || !isOn(at)) {
            return;
        }
        if (event.target() == WorldEvent.Target.PRIMARY) {
            node = primary;
            return;
        }
        for (Machine machine : machines) {
            if (node == null && !machine.id().equals(primary)) {
                node = machine.id();
            }
        }
    }

    void apply(NodeId machine, Duration at, Condition.Total total) {
        if (isOn(at) && machine.equals(node)) {
            Duration since = at.minus(event.from());
            event.effect().apply(new Condition(since, since.toMillis() / interval.toMillis(), random, total));
        }
    }

    private boolean isOn(Duration at) {
        return at.compareTo(event.from()) > 0 && at.compareTo(event.until()) <= 0;
    }
}
