package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a group has, as its primary is told: it asks all of them before it goes on without a manager, so nobody
 * whom it does not know may follow it.
 *
 * @param version grows with every change, 0 before the first
 * @param peers where each node is asked, empty text where it cannot be
 * @param primary the last primary that asks others before it lays the role down, or null if the last one does not
 * @param known the nodes that this primary knows of
 */
public record MemberList(
        long version,
        SortedMap<NodeId, String> peers,
        @Nullable NodeId primary,
        Set<NodeId> known) {

    /** Keeps copies. */
    public MemberList {
        peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
        known = Collections.unmodifiableSet(new TreeSet<>(known));
    }

    /** A group without nodes. */
    public static MemberList none() {
        return new MemberList(0, new TreeMap<>(), null, Set.of());
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
        Set<NodeId> rest = new TreeSet<>(known);
        rest.remove(node);
        boolean gone = node.equals(primary);
        return new MemberList(version + 1, fewer, gone ? null : primary, gone ? Set.of() : rest);
    }

    /** The same once its primary has taken over this version, or is one that asks nobody. */
    MemberList takenOver(NodeId by, boolean asks) {
        return new MemberList(version, peers, asks ? by : null, asks ? peers.keySet() : Set.of());
    }

    /** The same with a primary of which is not known whom it knows. */
    MemberList knowingNobody(NodeId by) {
        return new MemberList(version, peers, by, Set.of());
    }

    /** The same nodes with the primary of another list, where nobody may follow it who may not follow the one of this. */
    MemberList narrowedTo(MemberList next) {
        if (next.primary == null) {
            return this;
        }
        Set<NodeId> both = new TreeSet<>(next.known);
        both.removeIf(this::isUnknownToPrimary);
        return new MemberList(version, peers, next.primary, both);
    }

    /** Whether the last primary asks others and does not know of a node. */
    boolean isUnknownToPrimary(NodeId node) {
        return primary != null && !node.equals(primary) && !known.contains(node);
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
