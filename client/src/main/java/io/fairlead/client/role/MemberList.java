package io.fairlead.client.role;

import io.fairlead.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The members of a group and where each is asked.
 *
 * @param version grows with each change
 * @param hash the manager's digest of it
 * @param addresses {@code HOST:PORT} of each member, empty where it has none
 */
record MemberList(long version, String hash, SortedMap<NodeId, String> addresses) {

    MemberList {
        addresses = Collections.unmodifiableSortedMap(new TreeMap<>(addresses));
    }

    /** Whether the digest is that of the list. */
    boolean isWhole() {
        return hash.equals(digest());
    }

    private String digest() {
        StringBuilder text = new StringBuilder().append(version).append('\n');
        addresses.forEach(
                (node, address) -> text.append(node).append('=').append(address).append('\n'));
        try {
            byte[] sum =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
