package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.primary.GroupFacts;
import io.fairlead.primary.Hindrance;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Orders;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is seen of a group at a moment, as a decision is made from it. Touched by the loop's thread only. */
final class Beholder {

    private final Remembered group;
    private final GroupSettings settings;
    private final SilenceWatch silence;
    private final Promises promises;
    private StartWait start;

    Beholder(Remembered group, GroupSettings settings, SilenceWatch silence, StartWait start) {
        this.group = group;
        this.settings = settings;
        this.silence = silence;
        this.promises = new Promises(group.roster);
        this.start = start;
    }

    Remembered group() {
        return group;
    }

    GroupSettings settings() {
        return settings;
    }

    Promises promises() {
        return promises;
    }

    StartWait start() {
        return start;
    }

    void start(StartWait other) {
        start = other;
    }

    /** Whether somebody may be promoted: not while the manager finds out who is primary. */
    boolean mayPromote(Duration now) {
        return start.isOver(now);
    }

    /** Why a change would only be shown. */
    Held held(Duration now) {
        if (!start.isOver(now)) {
            return Held.START;
        }
        return group.orders().observe(settings) == Observe.OFF ? Held.NO : Held.OBSERVE;
    }

    Observation observe(Duration now) {
        // Nobody is promoted while the manager finds out who is primary; what would be done is shown.
        Observe observe = start.isOver(now) ? group.orders().observe(settings) : Observe.ALL;
        Orders orders = Orders.none().with(observe).with(group.orders().pause());
        // Tidying up can wait where nobody is primary.
        HandoverState state = group.change.state();
        boolean free = state.course().step() == HandoverStep.CLEANING && state.primary() == null;
        return new Observation(
                group.at(now),
                group.roster.observe(now, group.orders().maintenance(settings), member -> hindrances(member, now)),
                free ? orders : orders.withChangeTo(group.change.underWayTo()),
                facts(now));
    }

    private GroupFacts facts(Duration now) {
        boolean many = group.roster.members().stream().anyMatch(member -> silence.has(member, now));
        Duration patience = many ? patience(group.primary(), now) : Duration.ZERO;
        return new GroupFacts(group.list().primary(), promises.heldForLong(now), many, patience);
    }

    /** For how much longer than usual the silence of a primary is waited for. */
    Duration patience(@Nullable NodeId primary, Duration now) {
        Member member = primary == null ? null : group.roster.member(primary);
        return member != null && silence.has(member, now) ? group.roster.deadAfter() : Duration.ZERO;
    }

    private Set<Hindrance> hindrances(Member member, Duration now) {
        EnumSet<Hindrance> found = EnumSet.noneOf(Hindrance.class);
        if (member.beat().steps().unhealthy()) {
            found.add(Hindrance.UNHEALTHY);
        }
        if (group.change.state().isBarred(member.id, group.at(now))) {
            found.add(Hindrance.BARRED);
        }
        if (group.change.isResting(member.id, group.at(now))) {
            found.add(Hindrance.RESTING);
        }
        if (member.isBound(now)) {
            found.add(Hindrance.BOUND);
        }
        if (group.list().isUnknownToPrimary(member.id)) {
            found.add(Hindrance.UNLISTED);
        }
        return found;
    }

    /** Whether nothing binds a node that forbids any role. */
    boolean isFree(Member member, Duration now) {
        return !member.isBound(now) && !group.list().isUnknownToPrimary(member.id);
    }

    /** Whether the node that had the role until now can be given it again. */
    boolean isFit(Member member, Duration now) {
        return hindrances(member, now).isEmpty()
                && !group.orders().maintenance(settings).contains(member.id);
    }
}
