package io.fairlead.primary;

import io.fairlead.NodeId;
import io.fairlead.load.Averaging;
import io.fairlead.load.LoadFormula;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the primary of one group is chosen.
 *
 * @param profile the profile that the settings were made from
 * @param sampleInterval length of a round, 100 ms to 1 h
 * @param load how metrics become a load
 * @param averaging how loads become an average
 * @param rule when a less loaded standby takes over
 * @param safeguards what is done beyond the literal text
 * @param fixedRoleLoad what being primary costs on a machine of capacity 1, in points 0..100, where an operator
 *     knows it; else it is measured or learned
 * @param bootstrap when a first primary is chosen
 * @param preferred the node that is first choice for a first primary, or null for the lowest id
 * @param heartbeatTimeout age of the last heartbeat above which a node counts as dead, above 0
 */
public record PrimarySettings(
        Profile profile,
        Duration sampleInterval,
        LoadFormula load,
        Averaging averaging,
        SwitchRule rule,
        Set<Safeguard> safeguards,
        OptionalDouble fixedRoleLoad,
        Bootstrap bootstrap,
        @Nullable NodeId preferred,
        Duration heartbeatTimeout) {

    /** A lease of 4 s and its allowance of 5 % and 100 ms. */
    private static final Duration DEFAULT_HEARTBEAT_TIMEOUT = Duration.ofMillis(4300);

    /** Checks ranges and relations; refuses naming the key, the value and the range. */
    public PrimarySettings {
        if (sampleInterval.compareTo(Duration.ofMillis(100)) < 0 || sampleInterval.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "sample-interval is " + sampleInterval.toMillis() / 1000.0 + " s: use 100ms to 1h");
        }
        if (fixedRoleLoad.isPresent() && !(fixedRoleLoad.getAsDouble() >= 0 && fixedRoleLoad.getAsDouble() <= 100)) {
            throw new IllegalArgumentException(
                    "role-load is " + fixedRoleLoad.getAsDouble() + ": use auto, off or points from 0 to 100");
        }
        if (heartbeatTimeout.isNegative() || heartbeatTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "heartbeat-timeout is " + heartbeatTimeout.toMillis() / 1000.0 + " s: use a time above 0");
        }
        EnumSet<Safeguard> copy = EnumSet.noneOf(Safeguard.class);
        copy.addAll(safeguards);
        safeguards = Collections.unmodifiableSet(copy);
    }

    /** The defaults of a profile for rounds of the given length. */
    public static PrimarySettings of(Profile profile, Duration sampleInterval) {
        boolean classic = profile == Profile.CLASSIC;
        int window = Averaging.defaultWindow(sampleInterval);
        return new PrimarySettings(
                profile,
                sampleInterval,
                classic ? LoadFormula.weightedSum() : LoadFormula.withBottleneck(),
                classic ? Averaging.fixedWeight(window) : Averaging.windowLong(window),
                classic ? SwitchRule.literal() : SwitchRule.floored(),
                classic ? EnumSet.noneOf(Safeguard.class) : EnumSet.allOf(Safeguard.class),
                OptionalDouble.empty(),
                Bootstrap.IMMEDIATE,
                null,
                DEFAULT_HEARTBEAT_TIMEOUT);
    }

    /** Whether a safeguard is on. */
    public boolean has(Safeguard safeguard) {
        return safeguards.contains(safeguard);
    }

    /** Settings that work but are unusual enough to say so at start, each in one line. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Duration span = sampleInterval.multipliedBy(averaging.window());
        if (span.compareTo(Duration.ofMinutes(1)) < 0 || span.compareTo(Duration.ofMinutes(5)) > 0) {
            warnings.add("window " + averaging.window() + " x sample-interval " + sampleInterval.toMillis() / 1000.0
                    + " s spans " + span.toMillis() / 1000.0 + " s: 60 to 300 s is usual");
        }
        if (profile == Profile.CLASSIC && (averaging.weight() < 0.2 || averaging.weight() > 0.4)) {
            warnings.add("weight is " + averaging.weight() + ": 0.2 to 0.4 is usual for classic");
        }
        if (rule.confirmations().two() < 3 || rule.confirmations().two() > 5) {
            warnings.add("confirmations at k=2 is " + rule.confirmations().two() + ": 3 to 5 is usual");
        }
        if (rule.confirmations().more() > 2) {
            warnings.add("confirmations at k>=4 is " + rule.confirmations().more() + ": 1 to 2 is usual");
        }
        return warnings;
    }

    /** The same with another load formula. */
    public PrimarySettings with(LoadFormula other) {
        return with(other, averaging, rule, safeguards);
    }

    /** The same with another averaging. */
    public PrimarySettings with(Averaging other) {
        return with(load, other, rule, safeguards);
    }

    /** The same with another rule. */
    public PrimarySettings with(SwitchRule other) {
        return with(load, averaging, other, safeguards);
    }

    /** The same with one safeguard turned off. */
    public PrimarySettings without(Safeguard safeguard) {
        EnumSet<Safeguard> fewer = EnumSet.noneOf(Safeguard.class);
        fewer.addAll(safeguards);
        fewer.remove(safeguard);
        return with(load, averaging, rule, fewer);
    }

    /** The same with a role load that is known, in points on a machine of capacity 1. */
    public PrimarySettings withRoleLoad(double points) {
        return with(OptionalDouble.of(points), bootstrap, preferred, heartbeatTimeout);
    }

    /** The same with another way to get a first primary. */
    public PrimarySettings with(Bootstrap other, @Nullable NodeId first) {
        return with(fixedRoleLoad, other, first, heartbeatTimeout);
    }

    /** The same with another age at which a silent node counts as dead. */
    public PrimarySettings withHeartbeatTimeout(Duration age) {
        return with(fixedRoleLoad, bootstrap, preferred, age);
    }

    private PrimarySettings with(LoadFormula formula, Averaging how, SwitchRule when, Set<Safeguard> guards) {
        return new PrimarySettings(
                profile,
                sampleInterval,
                formula,
                how,
                when,
                guards,
                fixedRoleLoad,
                bootstrap,
                preferred,
                heartbeatTimeout);
    }

    private PrimarySettings with(
            OptionalDouble roleLoad, Bootstrap first, @Nullable NodeId firstChoice, Duration timeout) {
        return new PrimarySettings(
                profile, sampleInterval, load, averaging, rule, safeguards, roleLoad, first, firstChoice, timeout);
    }

    /** Rounds that a span of time takes, rounded up, at least one. */
    int roundsIn(Duration span) {
        long interval = sampleInterval.toMillis();
        return (int) Math.max(1, (span.toMillis() + interval - 1) / interval);
    }
}
