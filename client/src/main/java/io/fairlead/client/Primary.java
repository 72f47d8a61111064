package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.Optional;

/**
 * The primary of a group, as its manager named it.
 *
 * @param node the node
 * @param address where its clients reach it, if it told the manager
 * @param token its fencing token, 1 to 2^52: what it does counts unless something with a higher token was seen
 * @param age time since the question was sent that was answered so
 */
public record Primary(NodeId node, Optional<String> address, long token, Duration age) implements PrimaryView {

    /** Checks the token. */
    public Primary {
        FencingToken.check("token", token);
    }

    Primary aged(Duration other) {
        return new Primary(node, address, token, other);
    }

    /** Whether it is the same primary, whatever the ages. */
    boolean isSame(Primary other) {
        return token == other.token && node.equals(other.node) && address.equals(other.address);
    }
}
