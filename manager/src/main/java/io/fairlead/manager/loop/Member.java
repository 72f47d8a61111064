package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.Holding;
import io.fairlead.primary.Hindrance;
import io.fairlead.primary.NodeObservation;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of one node of a group from its heartbeats. Touched by the loop's thread only. */
final class Member {

    /** A node that lays the role down twice within this time cannot hold it for now. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final NodeId id;

    private Heartbeat beat;
    private String from;
    private Duration heardAt;
    private boolean gone;
    private boolean heardHere;
    private long sequence = -1;
    private @Nullable Sample pending;
    private @Nullable Sample latest;
    private long confirmedToken;
    private @Nullable Duration laidDownAt;
    private int lives;
    private @Nullable IdConflict conflict;
    private Duration conflictAt = Duration.ZERO;
    private @Nullable MemberMemory written;
    private @Nullable Duration clockSkew;
    private @Nullable StepOrder lastTold;
    private int tooRare;

    Member(Heartbeat beat, String from, Duration at) {
        this.id = beat.node();
        this.beat = beat;
        this.from = from;
        this.heardAt = at;
        take(beat, from, at);
    }

    /** A node as it was remembered; the time without a manager is not its silence. */
    Member(GroupId group, MemberMemory memory, Duration now) {
        this.id = memory.node();
        this.beat = new Heartbeat(
                group,
                id,
                memory.incarnation(),
                Role.STANDBY,
                0,
                memory.address(),
                memory.capacity(),
                memory.interval(),
                memory.gone(),
                null,
                null,
                null);
        this.from = memory.from();
        this.heardAt = now.minus(memory.age());
        this.gone = memory.gone();
        this.sequence = memory.sequence();
        this.lives = memory.lives();
        this.written = memory;
    }

    MemberMemory memory(Duration now) {
        return new MemberMemory(
                id,
                beat.incarnation(),
                lives,
                beat.address(),
                from,
                beat.capacity(),
                beat.interval(),
                gone,
                sequence,
                age(now));
    }

    /** Whether a later process would take it for another one than what was last written down. */
    boolean isNews(MemberMemory now) {
        return written == null || !written.isSameBut(now);
    }

    void remembered(MemberMemory now) {
        written = now;
    }

    /** Takes over what an earlier process saw of it in a round. */
    void replay(NodeObservation seen, Duration now) {
        sequence = Math.max(sequence, seen.sequence());
        heardAt = now.minus(seen.heartbeatAge());
    }

    /** Takes in a heartbeat, that of another process included. */
    void take(Heartbeat next, String connectedFrom, Duration at) {
        if (!next.incarnation().equals(beat.incarnation())) {
            sequence = -1;
            pending = null;
            latest = null;
            confirmedToken = 0;
            laidDownAt = null;
            conflict = null;
            lastTold = null;
            tooRare = 0;
        }
        beat = next;
        heardHere = true;
        from = connectedFrom;
        heardAt = at.compareTo(heardAt) > 0 ? at : heardAt;
        gone = next.goodbye();
        clockSkew = null;
        Sample sample = next.sample();
        // A sequence that stands still is a stuck source: what it measured before is not measured again.
        if (sample != null && sample.sequence() > sequence) {
            sequence = sample.sequence();
            pending = sample;
            latest = sample;
        }
        if (next.role() == Role.PRIMARY) {
            confirmedToken = next.token();
        }
    }

    /**
     * Whether a process beats less often than is allowed, and should know: a heartbeat that is answered tells it, and one
     * answer may get lost.
     *
     * @param longest the longest time between two heartbeats that is allowed
     */
    boolean beatsTooRarely(Heartbeat other, Duration longest) {
        boolean same = heardHere && other.incarnation().equals(beat.incarnation());
        tooRare = same && other.interval().compareTo(longest) > 0 ? tooRare + 1 : 0;
        return tooRare > 1 && !other.goodbye();
    }

    /**
     * Notes how far its clock is off, if it says so.
     *
     * @param wallMillis the manager's own clock when the last heartbeat came in, in ms since 1970
     */
    void compareClocks(long wallMillis) {
        Long clock = beat.clockMillis();
        clockSkew = clock == null ? null : Duration.ofMillis(clock - wallMillis);
    }

    /** Its clock less the manager's when its last heartbeat came in, or null if it does not tell. */
    @Nullable Duration clockSkew() {
        return clockSkew;
    }

    /** What the core is told of the node; null once it said goodbye. */
    @Nullable NodeObservation observe(Duration now, boolean maintenance, Set<Hindrance> hindrances) {
        if (gone) {
            return null;
        }
        Sample sample = pending;
        return new NodeObservation(
                age(now),
                life(),
                maintenance,
                sequence,
                sample == null ? null : sample.metrics(),
                beat.capacity(),
                sample == null ? OptionalDouble.empty() : sample.roleLoad(),
                hindrances);
    }

    /** Marks the pending sample as used: a sample counts once. */
    void sampleCounted() {
        pending = null;
    }

    /** Leaves a span out of the node's silence in which the manager itself could not listen. */
    void forgive(Duration span, Duration now) {
        heardAt = OwnPause.later(heardAt, span, now);
    }

    /** Lets its silence begin now. */
    void mayHaveBeenHeard(Duration now) {
        heardAt = now;
    }

    /** Notes that another process wants this id; tells whether that is news. */
    boolean note(IdConflict other, Duration at) {
        boolean news = conflict == null
                || !conflict.claimant().incarnation().equals(other.claimant().incarnation());
        conflict = other;
        conflictAt = at;
        return news;
    }

    /** Whether it was seen as primary under the token that it has a role under. */
    boolean isConfirmed(HandoverState state) {
        Holding holding = state.holdings().get(id);
        return holding != null && confirmedToken == holding.token();
    }

    /** Whether the last answer has told it the same. */
    boolean isTold(StepOrder order) {
        return order.equals(lastTold);
    }

    void told(StepOrder order) {
        lastTold = order;
    }

    /** Whether it takes no role for now, as far as it has said. */
    boolean isBound(Duration now) {
        return beat.steps().bound().compareTo(age(now)) > 0;
    }

    /** Whether a heartbeat was sent before one that was taken in already. */
    boolean isOvertaken(Heartbeat other) {
        long number = other.steps().number();
        return number >= 0
                && number <= beat.steps().number()
                && heardHere
                && other.incarnation().equals(beat.incarnation());
    }

    /** Notes that the node laid the role down; tells whether it did so twice within two minutes. */
    boolean laysDownAgain(Duration at) {
        Duration before = laidDownAt;
        laidDownAt = at;
        return before != null && at.minus(before).compareTo(PATIENCE) < 0;
    }

    /** Lets the node count as restarted, though its process is the same: it holds no role and has to be observed anew. */
    void beginNewLife() {
        lives++;
        laidDownAt = null;
    }

    /** What the core takes for the node's process. */
    String life() {
        return lives == 0 ? beat.incarnation() : beat.incarnation() + "/" + lives;
    }

    Duration age(Duration now) {
        Duration age = now.minus(heardAt);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** When it was last heard, on the manager's time line. */
    Duration heardAt() {
        return heardAt;
    }

    /** Whether its next heartbeat should have come by now. */
    boolean isOverdue(Duration now) {
        // Half an interval is more than any usual jitter, and less than a beat that went missing.
        return age(now).compareTo(beat.interval().multipliedBy(3).dividedBy(2)) > 0;
    }

    Heartbeat beat() {
        return beat;
    }

    String from() {
        return from;
    }

    /** Whether this process of the manager has heard it; what it said before is not known. */
    boolean isHeardHere() {
        return heardHere;
    }

    boolean isGone() {
        return gone;
    }

    @Nullable Sample latest() {
        return latest;
    }

    /** The conflict over this id, as long as the other process has not been silent for the given time; else null. */
    @Nullable IdConflict conflict(Duration now, Duration within) {
        return conflict != null && now.minus(conflictAt).compareTo(within) <= 0 ? conflict : null;
    }

    IdConflict.Party party() {
        return party(beat, from);
    }

    static IdConflict.Party party(Heartbeat beat, String from) {
        String address = beat.address();
        return new IdConflict.Party(beat.incarnation(), address == null ? from : address, from);
    }
}
