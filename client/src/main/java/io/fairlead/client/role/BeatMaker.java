package io.fairlead.client.role;

import io.fairlead.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the heartbeats of a node together, and takes from the answers what only heartbeats need. */
final class BeatMaker {
    private static final Logger LOG = LoggerFactory.getLogger(BeatMaker.class);

    private final RoleSettings settings;
    private final String incarnation;
    private final NodeClock clock;
    private final Supplier<NodeHealth> health;
    private volatile long sequenceAnswered = -1;
    private long number;
    private Optional<String> cluster;
    private boolean forgetful;
    private volatile @Nullable MemberList members;
    private volatile @Nullable MemberList acknowledged;

    BeatMaker(RoleSettings settings, String incarnation, NodeClock clock, Supplier<NodeHealth> health) {
        this.settings = settings;
        this.incarnation = incarnation;
        this.clock = clock;
        this.health = health;
        this.cluster = settings.memory().cluster();
    }

    String incarnation() {
        return incarnation;
    }

    /** The next beat; a sample that was answered already is left out. */
    synchronized Beat beat(RoleState state, Optional<Sample> newest, Duration interval) {
        Moment now = clock.now();
        Role role = state.isPrimary(now) ? Role.PRIMARY : Role.STANDBY;
        Optional<Sample> sample = newest.filter(s -> s.sequence() > sequenceAnswered)
                .map(s -> role == Role.PRIMARY ? s : s.withoutRoleLoad());
        number++;
        return new Beat(
                incarnation,
                role,
                state.token(),
                settings.address(),
                settings.capacity(),
                interval,
                sample,
                Optional.empty(),
                false,
                System.currentTimeMillis(),
                steps(state, now));
    }

    private Beat.Steps steps(RoleState state, Moment now) {
        Bond bond = state.bond();
        Optional<String> promisedTo = bond.promise(now).map(Bond.Promise::to).map(NodeId::value);
        return new Beat.Steps(
                cluster,
                number,
                state.report().point(),
                new Beat.Bound(bond.said(now, state.terms()), promisedTo),
                health.get(),
                new Beat.Peers(
                        settings.failsafe().isPresent(),
                        settings.failsafe().map(FailsafeSettings::address),
                        Optional.ofNullable(members)),
                state.laidDown());
    }

    /** Takes in an answer; a list of members that is older than the known one is ignored. */
    synchronized void answered(Beat beat, HeartbeatAnswer answer) {
        beat.sample().ifPresent(sample -> sequenceAnswered = sample.sequence());
        beat.steps().peers().members().ifPresent(list -> acknowledged = list);
        answer.steps().flatMap(HeartbeatAnswer.Steps::cluster).ifPresent(this::belongTo);
        answer.steps().flatMap(HeartbeatAnswer.Steps::members).ifPresent(list -> {
            MemberList known = members;
            if (known == null || list.version() >= known.version()) {
                members = list;
            }
        });
    }

    /** The list of members that a manager has heard this node acknowledge: nobody else is promoted behind its back. */
    Optional<MemberList> acknowledged() {
        return Optional.ofNullable(acknowledged);
    }

    /** The id of the store that this node belongs to, once it knows one. */
    synchronized Optional<String> cluster() {
        return cluster;
    }

    /** Tried again with each answer, and told once. */
    private void belongTo(String id) {
        if (cluster.isPresent()) {
            return;
        }
        try {
            settings.memory().belongTo(id);
            cluster = Optional.of(id);
        } catch (IOException e) {
            if (!forgetful) {
                LOG.warn("the id of the managers' store cannot be kept: {}", e.getMessage());
            }
            forgetful = true;
        }
    }
}
