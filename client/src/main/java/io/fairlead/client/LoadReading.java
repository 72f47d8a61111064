package io.fairlead.client;

import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads an instance's load on a thread of its own, so that a source that hangs holds up nothing. */
final class LoadReading {

    private static final Logger LOG = LoggerFactory.getLogger(LoadReading.class);

    private final LoadSource source;
    private final Timeline timeline;
    private final BiConsumer<InstanceLoad, Long> taker;
    private final Lane lane;
    private boolean failing;

    /**
     * The reading of a source.
     *
     * @param taker takes a load and when it was read, in a turn
     */
    LoadReading(LoadSource source, Timeline timeline, Executor lanes, BiConsumer<InstanceLoad, Long> taker) {
        this.source = source;
        this.timeline = timeline;
        this.taker = taker;
        this.lane = new Lane(lanes, this::read);
    }

    /** Begins to read, unless the reading before still hangs. Says whether it began. */
    boolean begin() {
        if (!lane.isIdle()) {
            return false;
        }
        lane.wake();
        return true;
    }

    private void read() {
        InstanceLoad load = tried();
        long read = timeline.nanos();
        timeline.execute(() -> taker.accept(load, read));
    }

    private InstanceLoad tried() {
        try {
            InstanceLoad load = source.read();
            failing = false;
            return load;
        } catch (Exception trouble) {
            if (trouble instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (!failing) {
                failing = true;
                LOG.warn("the load source fails, so the load of this instance is unknown", trouble);
            }
            return InstanceLoad.unknown();
        }
    }
}
