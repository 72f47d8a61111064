package io.fairlead.client.role;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the managers: the one that answered last first, then the others in turn; and one log line for each change
 * of what becomes of the heartbeats, however many of them there are.
 */
final class ManagerLink {
    private static final Logger LOG = LoggerFactory.getLogger(ManagerLink.class);

    private final List<URI> managers;
    private static final int GOODBYES = 3;

    private final ManagerCall call;
    private final NodeClock clock;
    private int current;
    private volatile String standing = "no heartbeat was sent yet";
    private String told = "";
    private int silentRounds;

    ManagerLink(List<URI> managers, ManagerCall call, NodeClock clock) {
        this.managers = List.copyOf(managers);
        this.call = call;
        this.clock = clock;
    }

    /** How it stands between this agent and its managers, in words. */
    String standing() {
        return standing;
    }

    /** A reply, and when the heartbeat that it answers was sent. */
    record Exchange(Reply reply, Moment sent) {}

    /**
     * Sends a heartbeat to the managers in turn until one answers, or one says that this node's id is taken. Where none
     * answers, a refusal is told before a silence.
     */
    Exchange exchange(ManagerCall.Sending sending, Bell bell) throws InterruptedException {
        Map<String, String> troubles = new LinkedHashMap<>();
        Exchange refusal = null;
        Exchange last = new Exchange(new Reply.Silent("no manager is configured"), clock.now());
        for (int tried = 0; tried < managers.size(); tried++) {
            URI manager = managers.get(current);
            Moment sent = clock.now();
            last = new Exchange(call.send(manager, sending, bell), sent);
            if (last.reply() instanceof Reply.Answered) {
                tellAnswered(manager);
                return last;
            }
            if (last.reply() instanceof Reply.Overtaken) {
                return last;
            }
            current = (current + 1) % managers.size();
            if (last.reply() instanceof Reply.Refused refused) {
                troubles.put(manager + " " + refused.code(), manager + ": " + refused.words());
                refusal = refusal == null ? last : refusal;
                if (refused.isConflict()) {
                    break;
                }
            } else if (last.reply() instanceof Reply.Silent silent) {
                troubles.put(manager + " " + silent.reason(), manager + ": " + silent.reason());
            }
        }
        silentRounds = refusal == null ? silentRounds + 1 : 0;
        standing = "not answered: " + String.join("; ", troubles.values());
        if (silentRounds != 1) {
            tellTrouble(troubles);
        }
        return refusal != null ? refusal : last;
    }

    /** Says it until a manager has heard it, a few times at most. */
    void sayGoodbye(ManagerCall.Sending sending) throws InterruptedException {
        for (int tried = 0; tried < GOODBYES; tried++) {
            Reply reply = exchange(sending, new Bell()).reply();
            if (reply instanceof Reply.Answered) {
                return;
            }
            if (reply instanceof Reply.Refused refused) {
                LOG.warn("the goodbye was refused: {}", refused.words());
                return;
            }
        }
        LOG.warn("the goodbye was {}", standing);
    }

    private void tellAnswered(URI manager) {
        silentRounds = 0;
        standing = "answered by " + manager;
        if (!told.equals(standing)) {
            told = standing;
            LOG.info("heartbeats are {}", standing);
        }
    }

    /**
     * Compares what happened and not the words for it: a detail that counts seconds is no change. One late answer is no
     * trouble either, so a silence is told from the second round in a row on.
     */
    private void tellTrouble(Map<String, String> troubles) {
        String what = String.join("; ", new TreeSet<>(troubles.keySet()));
        if (!told.equals(what)) {
            told = what;
            LOG.warn("heartbeats are {}", standing);
        }
    }
}
