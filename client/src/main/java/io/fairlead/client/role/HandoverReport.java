package io.fairlead.client.role;

import io.fairlead.handover.HandoverLevel;
import java.util.Optional;

/**
 * What the heartbeats say of the handover.
 *
 * @param point what they say now, until something newer
 * @param next what is so already and is said once {@code point} was heard
 */
record HandoverReport(HandoverPoint point, Optional<HandoverPoint> next) {

    static HandoverReport idle() {
        return new HandoverReport(HandoverPoint.IDLE, Optional.empty());
    }

    /** The newest point, said already or not. */
    HandoverPoint newest() {
        return next.orElse(point);
    }

    HandoverReport then(long id, HandoverLevel level) {
        HandoverPoint newer = new HandoverPoint(id, level);
        boolean waits = point.level().mustBeHeard() && point.id() == id && !point.equals(newer);
        return waits ? new HandoverReport(point, Optional.of(newer)) : new HandoverReport(newer, Optional.empty());
    }

    /** A beat that said this was answered. */
    HandoverReport heard(HandoverPoint said) {
        return next.isPresent() && said.equals(point) ? onward() : this;
    }

    private HandoverReport onward() {
        return new HandoverReport(newest(), Optional.empty());
    }
}
