package io.fairlead.agent;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.agent.http.InstanceAnswer;
import io.fairlead.client.ClientSettings;
import io.fairlead.client.FairleadClient;
import io.fairlead.client.InstanceListener;
import io.fairlead.client.InstanceLoad;
import io.fairlead.client.InstanceSettings;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.LoadSource;
import io.fairlead.client.MachineLoad;
import io.fairlead.client.ReporterStatus;
import io.fairlead.config.BearerToken;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.SafetyMargin;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This machine as an instance of a service: reported to the managers, and remembered for HAProxy's agent-check. */
final class ServicePart implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServicePart.class);

    private final FairleadClient client;
    private final LoadReporter reporter;
    private final Remembered load;
    private final DrainOrder order = new DrainOrder(System::nanoTime);
    private volatile @Nullable LoadReporter asked;

    private ServicePart(FairleadClient client, InstanceSettings instance, LoadSource source) {
        this.client = client;
        this.load = new Remembered(source);
        this.reporter = client.reporter(instance, this::read, new Told());
        this.asked = reporter;
    }

    /** Reports from now on. */
    static ServicePart start(URI manager, Optional<BearerToken> token, ServiceConfig service, NodeId node) {
        ClientSettings settings = ClientSettings.standard().withManager(manager.toString());
        ClientSettings known = token.isEmpty() ? settings : settings.withToken(token.get()::text);
        InstanceSettings instance = InstanceSettings.of(
                        service.name(), new InstanceId(node.value()), service.endpoint())
                .on(node);
        return new ServicePart(FairleadClient.open(known), instance, MachineLoad.ofThisMachine());
    }

    /**
     * What HAProxy's agent-check is told, from what was read for the newest report.
     *
     * @param stopping whether this agent stops for good, after which nobody says anything of the instance
     */
    String answer(boolean stopping) {
        Remembered.Reading newest = load.newest();
        Duration age = Duration.ofNanos(System.nanoTime() - newest.at());
        return InstanceAnswer.of(
                state(stopping), SafetyMargin.standard(), newest.load().metrics(), age);
    }

    private InstanceState state(boolean stopping) {
        ReporterStatus now = reporter.status();
        // What does not count at its manager any more gets nothing new, and keeps what it has.
        boolean leaves = stopping || now.ended() || order.stands(now);
        return leaves ? InstanceState.DRAINING : now.state();
    }

    /** Each report asks for a load, so this is when it is asked whether an order to drain still stands. */
    private InstanceLoad read() throws Exception {
        LoadReporter mine = asked;
        if (mine != null && order.isToBeAsked()) {
            mine.ready();
        }
        return load.read();
    }

    /** Its managers hear a goodbye. */
    @Override
    public void close() {
        client.close();
    }

    private final class Told implements InstanceListener {
        @Override
        public void roomLost(RoomId room, long epoch) {
            // An agent holds no rooms: the programs of the service do.
        }

        @Override
        public void drainOrdered() {
            if (order.heard()) {
                LOG.info("an operator wants no new rooms here");
            }
        }
    }

    /** A load source whose newest reading is kept, so that an answer reads nothing. */
    private static final class Remembered {
        private final LoadSource source;
        private volatile Reading newest = new Reading(InstanceLoad.unknown(), System.nanoTime());

        Remembered(LoadSource source) {
            this.source = source;
        }

        /** A load, and when it was read. */
        record Reading(InstanceLoad load, long at) {}

        InstanceLoad read() throws Exception {
            InstanceLoad load = source.read();
            newest = new Reading(load, System.nanoTime());
            return load;
        }

        Reading newest() {
            return newest;
        }
    }
}
