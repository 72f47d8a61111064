package io.fairlead.redis;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is the matter with Redis at the moment, from what calls and probes met: one line of the log when something begins and
 * one when it ends, however many calls meet it.
 */
final class Troubles {

    /** What the probe does not see is over when no call has met it for three reports. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    private final String store;
    private final LongSupplier nanos;
    private final Duration settle;
    private final Map<Fault, Sighting> present = new EnumMap<>(Fault.class);
    private long outageSince;
    private boolean settling;
    private long settlingSince;
    private boolean lost;
    private long lostSince;

    /**
     * @param store its name in messages
     * @param nanos a clock that never goes back
     * @param settle time after an outage, or a loss, in which silence tells nothing; an outage of up to a third of it costs
     *     nobody's report its standing
     */
    Troubles(String store, LongSupplier nanos, Duration settle) {
        this.store = store;
        this.nanos = nanos;
        this.settle = settle;
    }

    /**
     * A fault that is present.
     *
     * @param detail the server's own words
     * @param probed whether a success of the probe ends it
     * @param first when it was first met
     * @param last when it was last met
     */
    private record Sighting(String detail, boolean probed, long first, long last) {}

    /** The clock, for {@link #probed(long)}. */
    long now() {
        return nanos.getAsLong();
    }

    /** A call failed. */
    void met(Fault fault, String detail) {
        met(fault, detail, fault.isProbed());
    }

    /** The connection or its probe failed. */
    void metByProbe(Fault fault, String detail) {
        met(fault, detail, true);
    }

    private synchronized void met(Fault fault, String detail, boolean probed) {
        long now = now();
        Sighting before = present.get(fault);
        if (before == null) {
            if (blinds(fault) && !outage()) {
                outageSince = now;
            }
            LOG.warn("Redis {} {} ({})", store, fault.words(), detail);
        }
        boolean seen = probed || (before != null && before.probed);
        present.put(fault, new Sighting(detail, seen, before == null ? now : before.first, now));
    }

    /** A probe that began at a time has succeeded. */
    synchronized void probed(long began) {
        long now = now();
        boolean outage = outage();
        present.entrySet().removeIf(entry -> {
            Sighting seen = entry.getValue();
            boolean over = seen.probed ? seen.last - began <= 0 : now - seen.last > QUIET.toNanos();
            if (over) {
                LOG.info(
                        "Redis {} is well again: it was \"{}\" for {} s",
                        store,
                        entry.getKey().words(),
                        (now - seen.first) / 1_000_000_000);
            }
            return over;
        });
        if (outage && !outage() && now - outageSince > settle.toNanos() / 3) {
            settle(now);
        }
    }

    /** The store has forgotten what was in it. */
    synchronized void forgotten() {
        long now = now();
        if (!lost || now - lostSince > settle.toNanos()) {
            LOG.warn(
                    "Redis {} has lost what was in it: instances report again within 3 s, rooms are renewed within 30 s",
                    store);
        }
        lost = true;
        lostSince = now;
        settle(now);
    }

    /** Another server answers than before, or the same after a new start: what was in it may be older, or gone. */
    synchronized void replaced() {
        LOG.warn(
                "Redis {} was started again, or is another one by now: until rooms are renewed, new ones are placed without a claim",
                store);
        lost = true;
        lostSince = now();
    }

    /** Time since the store was last seen to have forgotten what was in it, or may have; null if that was never seen. */
    synchronized @Nullable Duration sinceLoss() {
        return lost ? Duration.ofNanos(now() - lostSince) : null;
    }

    /** Whether the silence of an instance tells something about it: no outage, and none that has just ended. */
    synchronized boolean canSee() {
        if (settling && now() - settlingSince > settle.toNanos()) {
            settling = false;
        }
        return !settling && !outage();
    }

    /** What is the matter, in one line, or null. */
    synchronized @Nullable String text() {
        if (present.isEmpty()) {
            return null;
        }
        long now = now();
        StringJoiner joined = new StringJoiner("; ");
        present.forEach((fault, seen) -> joined.add("Redis " + store + " " + fault.words() + " (for "
                + (now - seen.first) / 1_000_000_000 + " s; " + seen.detail + ")"));
        return joined.toString();
    }

    private void settle(long now) {
        settling = true;
        settlingSince = now;
    }

    private boolean outage() {
        return present.keySet().stream().anyMatch(Troubles::blinds);
    }

    /** Whether instances may be silent since the store takes no reports. */
    private static boolean blinds(Fault fault) {
        return fault.isProbed() || fault == Fault.DENIED;
    }
}
