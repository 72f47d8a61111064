package io.fairlead.manager.loop;

import io.fairlead.primary.Evaluation;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.Observation;
import io.fairlead.primary.PrimarySelector;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who is primary of a group, under which token, and what the rules remember. It changes by facts alone, the same way
 * whether one has just happened or is read again after a restart.
 */
final class Tenure {

    private final PrimarySelector selector;
    private final DecisionLog log;

    private GroupState state = GroupState.initial();
    private @Nullable Evaluation lastRound;
    private @Nullable Evaluation began;
    private long token;
    private Duration tokenAt = Duration.ZERO;

    Tenure(PrimarySelector selector, DecisionLog log) {
        this.selector = selector;
        this.log = log;
    }

    Duration sampleInterval() {
        return selector.settings().sampleInterval();
    }

    /** What a decision would be; changes nothing. */
    Evaluation evaluate(DecisionRecord.Moment moment, Observation seen) {
        return moment == DecisionRecord.Moment.ROUND ? selector.evaluate(state, seen) : selector.watch(state, seen);
    }

    /** Carries a decision out. */
    DecisionRecord decided(Fact.Decided fact, Evaluation evaluation, Duration now) {
        return happened(fact, evaluation, evaluation.next(), now);
    }

    /** Carries a decision out whose steps before it are done. */
    DecisionRecord committed(Fact.Decided fact, Duration now) {
        DecisionRecord record = DecisionRecord.ofCommit(fact, began);
        state = selector.obey(state, fact.seen(), false, fact.outcome().decision());
        token(fact.outcome().token(), now);
        log.add(record);
        began = null;
        return record;
    }

    private DecisionRecord happened(Fact.Decided fact, Evaluation evaluation, GroupState next, Duration now) {
        DecisionRecord record = DecisionRecord.of(fact, evaluation);
        state = next;
        token(fact.outcome().token(), now);
        log.add(record);
        if (fact.moment() == DecisionRecord.Moment.ROUND) {
            lastRound = evaluation;
        }
        if (fact.seen().orders().changingTo() == null) {
            began = null;
        } else if (began == null) {
            // What was found when a change began explains it later, when it is committed.
            began = evaluation;
        }
        return record;
    }

    /**
     * Carries a decision of an earlier process out once more.
     *
     * @return whether it came out as it did then; if not, what was decided then stands
     */
    boolean decidedBefore(Fact.Decided fact, Duration now) {
        if (fact.moment() == DecisionRecord.Moment.COMMIT) {
            committed(fact, now);
            return true;
        }
        Evaluation evaluation = evaluate(fact.moment(), fact.seen());
        Fact.Outcome outcome = fact.outcome();
        boolean same = outcome.isAs(evaluation.decision());
        GroupState next = same
                ? evaluation.next()
                : selector.obey(state, fact.seen(), fact.moment() == DecisionRecord.Moment.ROUND, outcome.decision());
        happened(fact, evaluation, next, now);
        return same;
    }

    void adopted(Fact.Adopted fact, Duration now) {
        state = fact.node() == null || fact.life() == null
                ? state.withoutPrimary()
                : state.adopting(fact.node(), fact.life());
        token(fact.token(), now);
    }

    void renewed(Fact.Renewed fact, Duration now) {
        token(fact.token(), now);
    }

    void restore(GroupMemory memory, Duration now) {
        state = memory.state();
        token(memory.token(), now);
        log.restore(memory.changes());
    }

    /** Forgets the loads of a time that is too long ago to decide by. */
    void forgetLoads() {
        state = state.withoutLoads();
    }

    private void token(long newest, Duration now) {
        if (newest != token) {
            token = newest;
            tokenAt = now;
        }
    }

    GroupState state() {
        return state;
    }

    long token() {
        return token;
    }

    Duration tokenAge(Duration now) {
        return now.minus(tokenAt);
    }

    DecisionLog log() {
        return log;
    }

    @Nullable Evaluation lastRound() {
        return lastRound;
    }

    boolean isHeldBy(Member member) {
        return member.id.equals(state.primary()) && member.life().equals(state.primaryIncarnation());
    }
}
