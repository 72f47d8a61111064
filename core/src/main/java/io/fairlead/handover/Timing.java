package io.fairlead.handover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * For how long a role lasts without an answer, and what happens when on the way there.
 *
 * <p>All of it counts from the send of the last heartbeat that was answered, on the node's own clock, except the
 * manager's wait, which counts on the manager's clock from when a heartbeat came in. The law:
 * {@code heartbeat + answer wait < failsafe after < lease - fence lead < lease < lease x 1.05 + 100 ms}. So a node has
 * asked its peers before it begins to lay the role down, has laid it down before its lease ends, and its lease has ended
 * before the manager promotes another, even when the two clocks differ by 5 % in speed.
 *
 * @param heartbeat time between two heartbeats
 * @param answerWait how long an answer to one is waited for
 * @param failsafeAfter when a primary without an answer begins to ask the other nodes
 * @param fenceLead how long before the end of its lease a primary begins to lay the role down
 * @param lease how long a role lasts, 100 ms to 1 h
 */
public record Timing(
        Duration heartbeat, Duration answerWait, Duration failsafeAfter, Duration fenceLead, Duration lease) {

    /** The allowance is this share of the lease, for clocks that differ in speed, ... */
    private static final int ALLOWANCE_PERCENT = 5;

    /** ... and this much for a thread that comes late to look at its clock. */
    private static final Duration ALLOWANCE = Duration.ofMillis(100);

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Refuses what breaks the law, naming the law and the first two spans in the wrong order. */
    public Timing {
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("lease is " + ms(lease) + ": use 100ms to 1h");
        }
        positive("heartbeat-interval", heartbeat);
        positive("answer-wait", answerWait);
        positive("fence-lead", fenceLead);
        List<Span> law = new ArrayList<>();
        law.add(new Span("heartbeat-interval + answer-wait", heartbeat.plus(answerWait)));
        law.add(new Span("failsafe-after", failsafeAfter));
        law.add(new Span("lease - fence-lead", lease.minus(fenceLead)));
        for (int i = 1; i < law.size(); i++) {
            if (law.get(i - 1).length.compareTo(law.get(i).length) >= 0) {
                throw new IllegalArgumentException(law.get(i).what + " is " + ms(law.get(i).length) + " and "
                        + law.get(i - 1).what + " is " + ms(law.get(i - 1).length)
                        + ": heartbeat-interval + answer-wait < failsafe-after < lease - fence-lead < lease must hold,"
                        + " or two nodes may be primary at once");
            }
        }
    }

    private record Span(String what, Duration length) {}

    /** The default: a role lasts 4 s, and a silent primary is replaced after 4.3 s. */
    public static Timing safe() {
        return new Timing(
                Duration.ofSeconds(1),
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofSeconds(4));
    }

    /** Half of {@link #safe} in all, for groups on a good network. */
    public static Timing fast() {
        return of(safe().lease.dividedBy(2));
    }

    /** The standard proportions for a lease: those of {@link #safe}. */
    public static Timing of(Duration lease) {
        return new Timing(lease.dividedBy(4), lease.dividedBy(8), lease.dividedBy(2), lease.dividedBy(4), lease);
    }

    /** How much longer than the lease the manager waits: 5 % of it and 100 ms. */
    public Duration allowance() {
        return lease.multipliedBy(ALLOWANCE_PERCENT).dividedBy(100).plus(ALLOWANCE);
    }

    /** The silence after which a manager takes a lease for over, counted from when the last heartbeat came in. */
    public Duration managerWait() {
        return lease.plus(allowance());
    }

    /** When a primary without an answer begins to lay the role down, counted from the send of the last answered heartbeat. */
    public Duration fenceAfter() {
        return lease.minus(fenceLead);
    }

    /** The longest that one question to another node may take: half of the time that there is for it. */
    public Duration failsafeAskTime() {
        return fenceAfter().minus(failsafeAfter).dividedBy(2);
    }

    /** The longest time between two heartbeats that the lease allows: one of them may get lost. */
    public Duration longestHeartbeat() {
        return lease.dividedBy(2);
    }

    private static void positive(String key, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(key + " is " + ms(value) + ": use more than 0");
        }
    }

    private static String ms(Duration value) {
        return value.toMillis() + "ms";
    }
}
