package io.fairlead.manager.loop;

import io.fairlead.FencingToken;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the manager makes of the role and the token that a node reports. */
final class RoleClaims {

    private static final Logger LOG = LoggerFactory.getLogger(RoleClaims.class);

    private final Remembered group;
    private final Timeline timeline;
    private final Memory memory;

    RoleClaims(Remembered group, Timeline timeline, Memory memory) {
        this.group = group;
        this.timeline = timeline;
        this.memory = memory;
    }

    /**
     * Learns from a heartbeat that was taken in.
     *
     * @return whether another primary has to be looked for at once
     */
    boolean learn(Member member, StartWait start, Duration at) {
        Heartbeat beat = member.beat();
        long known = FencingToken.learned(beat.token());
        group.reported(known);
        start.learn(beat, group.tenure.token(), at);
        if (!start.isOver(at)) {
            adopt(member, start, at);
        } else if (group.primary() != null && known > group.tenure.token()) {
            renew(at, "node " + beat.node() + " knows the higher token " + known);
        }
        if (!group.tenure.isHeldBy(member)) {
            return false;
        }
        Duration tokenAge = group.tenure.tokenAge(at);
        if (beat.goodbye()) {
            return true;
        }
        if (member.steppedDown(group.tenure.token(), tokenAge)) {
            return laidDown(member, at);
        }
        return member.missedTheRole(tokenAge)
                && givenUp(member, at, "never took up the role: answers do not reach it, or its promote hook hangs");
    }

    /** Once may be a lost answer, and the same node is preferred. Twice in a row means that it cannot hold the role. */
    private boolean laidDown(Member member, Duration at) {
        if (!member.laysDownAgain(at)) {
            renew(at, "node " + member.id + " had stepped down by itself");
            return false;
        }
        return givenUp(member, at, "laid the role down twice in a row: look at its promote hook");
    }

    /** Another primary is looked for; the node itself gets the role again only if it is the only one. */
    private boolean givenUp(Member member, Duration at, String because) {
        LOG.warn("group {}: {} {}; another node is preferred", group.id, member.id, because);
        member.beginNewLife();
        remember(member, at);
        return true;
    }

    /** Writes down what is new about a node. */
    void remember(Member member, Duration at) {
        MemberMemory known = member.memory(at);
        if (member.isNews(known) && memory.write(new Fact.Joined(group.id, known))) {
            member.remembered(known);
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
        group.tenure.adopted(fact, at);
    }

    /** Gives the present primary a new token, so that nothing older counts. */
    private void renew(Duration at, String because) {
        Fact.Renewed fact = new Fact.Renewed(group.id, group.nextToken(timeline.wallMillis()));
        memory.commit(fact);
        group.tenure.renewed(fact, at);
        LOG.warn(
                "group {}: {} stays primary under the new token {}: {}",
                group.id,
                group.primary(),
                fact.token(),
                because);
    }
}
