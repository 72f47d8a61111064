package io.fairlead.manager.rest;

import io.fairlead.manager.access.KnownTokens;
import java.net.InetSocketAddress;

/**
 * Where a manager is reached, and whom it lets in.
 *
 * @param address where it listens; port 0 takes any free one
 * @param tokens whose requests it answers
 */
public record Door(InetSocketAddress address, KnownTokens tokens) {

    /** One that lets everybody in. */
    public static Door open(InetSocketAddress address) {
        return new Door(address, KnownTokens.NONE);
    }
}
