package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the manager makes of the role and the token that a node reports. */
final class RoleClaims {

    private static final Logger LOG = LoggerFactory.getLogger(RoleClaims.class);

    private final Remembered group;
    private final Succession succession;
    private final Memory memory;

    RoleClaims(Remembered group, Succession succession, Memory memory) {
        this.group = group;
        this.succession = succession;
        this.memory = memory;
    }

    /** Learns from a heartbeat that was taken in, before what it reports of the steps counts. */
    void learn(Member member, StartWait start, Duration at) {
        Heartbeat beat = member.beat();
        long known = FencingToken.learned(beat.token());
        group.reported(known);
        start.learn(beat);
        if (!start.isOver(at)) {
            adopt(member, start, at);
        } else if (group.change.state().primary() != null && known > group.tenure.token()) {
            succession.renew(at, "node " + beat.node() + " knows the higher token " + known);
        }
    }

    /**
     * Takes over a role that a node already has. A node whose token is below one that somebody knows is no longer
     * primary, whatever it says: somebody was promoted after it.
     */
    private void adopt(Member member, StartWait start, Duration at) {
        Heartbeat beat = member.beat();
        long token = group.tenure.token();
        boolean newest = beat.token() > 0 && FencingToken.learned(beat.token()) == start.highestToken();
        if (beat.role() == Role.PRIMARY && newest && !beat.goodbye() && beat.token() > token) {
            LOG.info("group {}: adopted {} as primary with token {}", group.id, beat.node(), beat.token());
            adopted(new Fact.Adopted(group.id, beat.node(), member.life(), beat.token()), at);
        } else if (group.primary() != null && start.highestToken() > token) {
            LOG.warn(
                    "group {}: {} is not primary after all: {} knows a higher token",
                    group.id,
                    group.primary(),
                    beat.node());
            adopted(new Fact.Adopted(group.id, null, null, 0), at);
        }
    }

    private void adopted(Fact.Adopted fact, Duration at) {
        memory.commit(fact);
        group.adopted(fact, at);
        if (fact.node() != null) {
            group.change.granted(fact.node(), at);
        }
    }
}
