package io.fairlead.handover;

import io.fairlead.NodeId;
import java.time.Duration;

/**
 * Something that happened to a change of primary. Each may come late, twice, or not at all.
 *
 * <p>{@code at} is the time on the group's own time line.
 */
public sealed interface HandoverEvent {

    /** When it happened. */
    Duration at();

    /**
     * Another primary is wanted, or a drill.
     *
     * @param kind why
     * @param to the candidate, or the standby that rehearses
     */
    record Wanted(HandoverKind kind, NodeId to, Duration at) implements HandoverEvent {}

    /** The primary is to be none any more, and nobody can follow it for now. */
    record Dismissed(Duration at) implements HandoverEvent {}

    /**
     * A node says what came of a directive.
     *
     * @param node the node
     * @param token the token under which it was told, or the highest one that it knows
     * @param report what it says
     */
    record Reported(NodeId node, long token, Report report, Duration at) implements HandoverEvent {}

    /** What a node can say. */
    enum Report {
        /** It is ready to become primary. */
        PREPARED,
        /** It cannot become ready. */
        PREPARE_FAILED,
        /** It is not ready any more: it has promised another node not to become primary. */
        PREPARE_WITHDRAWN,
        /** It works as primary. */
        PROMOTED,
        /** It could not begin to work. */
        PROMOTE_FAILED,
        /** It takes no new requests, and holds no role. */
        STOPPED,
        /** It holds no role, but what it does about it failed: its service may still work. */
        STOP_FAILED,
        /** What was running on it had not ended when its time was over, and was cut. */
        DRAIN_CUT,
        /** What was running on it has ended. */
        DRAINED,
        /** It has tidied up. */
        CLEANED,
        /** It could not tidy up. */
        CLEANUP_FAILED
    }

    /**
     * The store has taken the change.
     *
     * @param token the new token
     */
    record Committed(long token, Duration at) implements HandoverEvent {}

    /** The store has refused the change: somebody else decided meanwhile, or it cannot be written. */
    record NotCommitted(Duration at) implements HandoverEvent {}

    /**
     * Whatever a node held is over: its lease and the allowance, or it said goodbye.
     *
     * @param node the node
     */
    record Lapsed(NodeId node, Duration at) implements HandoverEvent {}

    /** Time has gone by. */
    record Looked(Duration at) implements HandoverEvent {}
}
