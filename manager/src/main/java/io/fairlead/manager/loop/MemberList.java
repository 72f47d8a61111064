package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a group has, as its primary is told: it asks all of them before it goes on without a manager, so nobody
 * whom it does not know may follow it.
 *
 * @param version grows with every change, 0 before the first
 * @param peers where each node is asked, empty text where it cannot be
 * @param primary the last primary that asks others before it lays the role down, or null if the last one does not
 * @param known the nodes that this primary knows of, with where it would ask each: a node that is asked elsewhere since, the
 *     primary itself included, may be another machine under the same name
 */
public record MemberList(
        long version,
        SortedMap<NodeId, String> peers,
        @Nullable NodeId primary,
        SortedMap<NodeId, String> known) {

    /** A version above this is no list's: it is not learned from a node. */
    private static final long HIGHEST_LEARNED = 1L << 40;

    /** Keeps copies. */
    public MemberList {
        peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
        known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
    }

    /** A group without nodes. */
    public static MemberList none() {
        return new MemberList(0, new TreeMap<>(), null, new TreeMap<>());
    }

    /** The same with a node that is asked somewhere, or nowhere. */
    MemberList with(NodeId node, @Nullable String peer) {
        String where = peer == null ? "" : peer;
        if (where.equals(peers.get(node))) {
            return this;
        }
        SortedMap<NodeId, String> more = new TreeMap<>(peers);
        more.put(node, where);
        return new MemberList(version + 1, more, primary, known);
    }

    /** The same without a node. It is no candidate from now on, and joins anew if it comes back. */
    MemberList without(NodeId node) {
        if (!peers.containsKey(node)) {
            return this;
        }
        SortedMap<NodeId, String> fewer = new TreeMap<>(peers);
        fewer.remove(node);
        SortedMap<NodeId, String> rest = new TreeMap<>(known);
        rest.remove(node);
        boolean gone = node.equals(primary);
        return new MemberList(version + 1, fewer, gone ? null : primary, gone ? new TreeMap<>() : rest);
    }

    /** What a node's role and the state of the handover say of it together. */
    enum Claim {
        /** It has the role by the state, and says so: it may go on without a manager, by those whom it knows. */
        HOLDS,
        /** It says that it is a standby, and the state does not wait for it to stop. */
        STANDS_BY,
        /** Neither is sure. */
        NEITHER
    }

    /**
     * The same above the version that a node has, where that shows that what is remembered here is older than what was told: a
     * higher version, or the primary's own of another content.
     */
    MemberList aboveWhatIsTold(NodeSteps said, Claim claim) {
        boolean other = said.listVersion() > version
                || (claim == Claim.HOLDS && said.listVersion() == version && !isTakenOver(said, claim));
        return other ? above(said.listVersion()) : this;
    }

    /** The same with what a node's word means for whom the last primary knows. */
    MemberList acknowledged(NodeId node, NodeSteps said, Claim claim) {
        boolean holds = claim == Claim.HOLDS;
        // The same process, or the one after it on the same machine: another machine under this name is asked
        // elsewhere.
        boolean back = claim == Claim.STANDS_BY && node.equals(primary) && !isUnknownToPrimary(node);
        if (back || (holds && (!said.failsafe() || isTakenOver(said, claim)))) {
            // Who is a standby asks nobody any more, so nobody has to be known to it.
            return takenOver(node, holds && said.failsafe());
        }
        return holds && !node.equals(primary) ? knowingNobody(node) : this;
    }

    /** The same with a node that was just made primary: it knows this list if it says so, or else nobody but itself. */
    MemberList promoted(NodeId node, NodeSteps said) {
        return !said.failsafe() || isTakenOver(said, Claim.HOLDS)
                ? takenOver(node, said.failsafe())
                : knowingNobody(node);
    }

    /** Whether a node has this list; only of a primary's the hash counts, for only whom that one knows matters. */
    private boolean isTakenOver(NodeSteps said, Claim claim) {
        String hash = said.listHash();
        return said.listVersion() == version && (claim != Claim.HOLDS || hash == null || hash.equals(hash()));
    }

    /** The same once its primary has taken over this version, or is one that asks nobody. */
    MemberList takenOver(NodeId by, boolean asks) {
        return new MemberList(version, peers, asks ? by : null, asks ? peers : new TreeMap<>());
    }

    /** The same with a primary of which is not known whom it knows, but for itself. */
    MemberList knowingNobody(NodeId by) {
        SortedMap<NodeId, String> itself = new TreeMap<>();
        itself.put(by, peers.getOrDefault(by, ""));
        return new MemberList(version, peers, by, itself);
    }

    /**
     * The same above a version that a node has: what is remembered here is older than what was told, and whom the primary knows
     * is not known until it has taken this list over.
     */
    MemberList above(long reported) {
        if (reported < version || reported > HIGHEST_LEARNED) {
            return this;
        }
        SortedMap<NodeId, String> itself = new TreeMap<>(known);
        itself.keySet().removeIf(node -> !node.equals(primary));
        return new MemberList(reported + 1, peers, primary, itself);
    }

    /** The same nodes with the primary of another list, where nobody may follow it who may not follow the one of this. */
    MemberList narrowedTo(MemberList next) {
        if (next.primary == null) {
            return this;
        }
        SortedMap<NodeId, String> both = new TreeMap<>(next.known);
        both.keySet().removeIf(this::isUnknownToPrimary);
        return new MemberList(version, peers, next.primary, both);
    }

    /** Whether the last primary asks others and does not know of a node, or not of where it is now. */
    boolean isUnknownToPrimary(NodeId node) {
        return primary != null && !(known.containsKey(node) && Objects.equals(known.get(node), peers.get(node)));
    }

    /** Whether any of the nodes can be asked. */
    boolean isAskable() {
        return peers.values().stream().anyMatch(where -> !where.isEmpty());
    }

    /** SHA-256 over the version and the nodes, so that two lists of one version cannot be taken for one another. */
    public String hash() {
        StringBuilder text = new StringBuilder().append(version).append('\n');
        for (Map.Entry<NodeId, String> peer : peers.entrySet()) {
            text.append(peer.getKey()).append('=').append(peer.getValue()).append('\n');
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
