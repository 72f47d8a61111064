package io.fairlead.manager.loop;

import io.fairlead.primary.Cause;
import io.fairlead.primary.Evaluation;
import io.fairlead.primary.Observation;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what was decided in a group, and counts the changes. Touched by the loop's thread only. */
final class DecisionWriter {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);

    private final Remembered group;
    private final Beholder beholder;
    private final Timeline timeline;
    private final Memory memory;
    private final SortedMap<String, Long> changes = new TreeMap<>();

    DecisionWriter(Beholder beholder, Listening listening) {
        this.group = beholder.group();
        this.beholder = beholder;
        this.timeline = listening.timeline();
        this.memory = listening.memory();
    }

    /** Changes of primary since the manager started, by cause in lower case, or {@code lost}. */
    SortedMap<String, Long> changes() {
        return Collections.unmodifiableSortedMap(changes);
    }

    /** A decision with all that it was made from. */
    Fact.Decided fact(Observation seen, DecisionRecord.Moment moment, Evaluation evaluation, Duration now) {
        return fact(seen, moment, beholder.held(now), evaluation);
    }

    /** The same where it is known why it is only shown. */
    Fact.Decided fact(Observation seen, DecisionRecord.Moment moment, Held held, Evaluation evaluation) {
        long wall = timeline.wallMillis();
        Fact.Outcome outcome = new Fact.Outcome(
                evaluation.next().round(),
                evaluation.decision(),
                evaluation.decision().isSwitch() ? group.nextToken(wall) : group.tenure.token());
        return new Fact.Decided(group.id, moment, seen, wall, held, outcome);
    }

    /** Writes a decision down that gives the role to nobody, and carries it out. */
    void decided(Fact.Decided fact, Evaluation evaluation, Duration now) {
        if (DecisionRecord.isChange(fact.outcome().decision())) {
            memory.commit(fact);
        } else {
            memory.write(fact);
        }
        count(group.tenure.decided(fact, evaluation, now));
    }

    /** Counts and tells a decision that was carried out. */
    void count(DecisionRecord record) {
        if (record.isChange()) {
            Cause cause = record.decision().cause();
            changes.merge(cause == null ? "lost" : cause.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
            LOG.info("group {}: round {}: {} (token {})", group.id, record.round(), record.words(), record.token());
        }
    }
}
