package io.fairlead.manager.services;

import io.fairlead.InstanceId;

/** What came of an order to drain, or of taking one back. */
public sealed interface DrainReply {

    /** The instance drains. */
    record Ordered(DrainShown drain) implements DrainReply {}

    /** No order stands for the instance any more. */
    record Cancelled(InstanceId instance) implements DrainReply {}

    /** There is no such instance. */
    record Unknown(InstanceId instance) implements DrainReply {}

    /** Refused: no other instance would take rooms. */
    record LastUsable(InstanceId instance) implements DrainReply {}
}
