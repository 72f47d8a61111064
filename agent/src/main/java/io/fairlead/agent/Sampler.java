package io.fairlead.agent;

import io.fairlead.agent.metrics.MetricState;
import io.fairlead.client.machine.MachineReader;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.RoleMeter;
import io.fairlead.client.role.Sample;
import io.fairlead.client.role.SampleSource;
import io.fairlead.config.DurationText;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads this machine again and again on a thread of its own, so that a slow disk never delays a heartbeat. */
final class Sampler implements SampleSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

    private final MachineReader reader;
    private final Optional<RoleMeter> meter;
    private final ScheduledThreadPoolExecutor thread;
    private final ReadingBook book = new ReadingBook();
    private SamplePace pace;
    private ScheduledFuture<?> readings;
    private long sequence;
    private volatile @Nullable Sample newest;

    /**
     * Reads from now on.
     *
     * @param meter what the service of the role costs, where that is measured
     */
    Sampler(MachineReader reader, Optional<RoleMeter> meter, Duration interval) {
        this.reader = reader;
        this.meter = meter;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread daemon = new Thread(task, "fairlead-sampler");
            daemon.setDaemon(true);
            return daemon;
        });
        this.pace = SamplePace.of(interval);
        plan(interval);
        this.readings = read(Duration.ZERO, interval);
    }

    private void plan(Duration interval) {
        reader.planned(interval);
        meter.ifPresent(measured -> measured.planned(interval));
    }

    /** Not at a fixed rate: a machine that wakes from a pause would catch up with readings that are too close to count. */
    private ScheduledFuture<?> read(Duration first, Duration every) {
        return thread.scheduleWithFixedDelay(this::sample, first.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Reads as often as the group wants it, where that is more often than so far. */
    @Override
    public synchronized void wanted(Duration every) {
        SamplePace next = pace.wanted(every);
        boolean change = !next.interval().equals(pace.interval());
        pace = next;
        if (change && !thread.isShutdown()) {
            readings.cancel(false);
            plan(next.interval());
            readings = read(next.interval(), next.interval());
            LOG.info(
                    "this machine is read every {} from now on: sample-interval is {} here and {} in the group",
                    DurationText.format(next.interval()),
                    DurationText.format(next.own()),
                    DurationText.format(next.group()));
        }
    }

    @Override
    public Optional<Sample> newest() {
        return Optional.ofNullable(newest);
    }

    /** How it stands with each metric, and with the role load where that is measured. */
    SortedMap<String, MetricState> states() {
        return book.at(System.nanoTime());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void sample() {
        try {
            long nanos = System.nanoTime();
            MachineReading reading = reader.read(nanos);
            MachineReading all = meter.map(measured ->
                            reading.with(Sample.ROLE_LOAD, measured.read(reading, nanos), measured.origin()))
                    .orElse(reading);
            book.note(all, nanos);
            sequence++;
            newest = sample(all);
        } catch (RuntimeException bug) {
            // The manager sees a sequence that stands still, which is a missing sample and never an old one again.
            LOG.error("this machine could not be read because of a bug in this agent", bug);
        }
    }

    private Sample sample(MachineReading all) {
        SortedMap<String, Double> known = all.known();
        Double roleLoad = known.remove(Sample.ROLE_LOAD);
        return new Sample(
                sequence,
                new Metrics(known),
                all.unknown(),
                roleLoad == null ? OptionalDouble.empty() : OptionalDouble.of(roleLoad));
    }
}
