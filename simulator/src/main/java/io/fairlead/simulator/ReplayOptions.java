package io.fairlead.simulator;

import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a trace is replayed.
 *
 * @param settings the settings to decide by, for rounds of a given length
 * @param interval length of the rounds the trace is laid on, or null to find it in the trace
 * @param roleLoad points that being primary adds to a node's load, 0..100
 * @param interpolate length of finer rounds to replay, or null for the trace as it is
 * @param noise standard deviation that is added to every load, in points 0..100; only with {@code interpolate}
 * @param seed seed of the noise
 * @param switchCost what a switch is worth, in point-seconds, above 0
 */
public record ReplayOptions(
        Function<Duration, PrimarySettings> settings,
        @Nullable Duration interval,
        double roleLoad,
        @Nullable Duration interpolate,
        double noise,
        long seed,
        double switchCost) {

    /** 30 s of full load. */
    private static final double DEFAULT_SWITCH_COST = 3000;

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofHours(1);

    /** Checks ranges and relations; refuses naming the key, the value and the range. */
    public ReplayOptions {
        check("interval", interval);
        check("interpolate", interpolate);
        check("role-load", roleLoad);
        check("noise", noise);
        if (noise > 0 && interpolate == null) {
            throw new IllegalArgumentException("noise is " + noise + " without interpolate: give both or none");
        }
        if (!(switchCost > 0 && switchCost <= 1e9)) {
            throw new IllegalArgumentException(
                    "switch-cost is " + switchCost + ": use point-seconds above 0 and at most 1000000000");
        }
    }

    /** The trace as it is, decided by a profile's defaults. */
    public static ReplayOptions of(Profile profile) {
        return of(interval -> PrimarySettings.of(profile, interval));
    }

    /** The trace as it is, decided by the given settings. */
    public static ReplayOptions of(Function<Duration, PrimarySettings> settings) {
        return new ReplayOptions(settings, null, 0, null, 0, 1, DEFAULT_SWITCH_COST);
    }

    /** The same on rounds of another length. */
    public ReplayOptions withInterval(Duration length) {
        return new ReplayOptions(settings, length, roleLoad, interpolate, noise, seed, switchCost);
    }

    /** The same with a role that costs some points. */
    public ReplayOptions withRoleLoad(double points) {
        return new ReplayOptions(settings, interval, points, interpolate, noise, seed, switchCost);
    }

    /** The same in a finer world with some noise. */
    public ReplayOptions withInterpolation(Duration length, double sd, long seedOfNoise) {
        return new ReplayOptions(settings, interval, roleLoad, length, sd, seedOfNoise, switchCost);
    }

    /** The same with another worth of a switch. */
    public ReplayOptions withSwitchCost(double pointSeconds) {
        return new ReplayOptions(settings, interval, roleLoad, interpolate, noise, seed, pointSeconds);
    }

    private static void check(String key, @Nullable Duration length) {
        if (length != null && (length.compareTo(LEAST) < 0 || length.compareTo(MOST) > 0)) {
            throw new IllegalArgumentException(
                    key + " is " + Shown.number(length.toMillis() / 1000.0, 3) + " s: use 0.1 s to 3600 s");
        }
    }

    private static void check(String key, double points) {
        if (!(points >= 0 && points <= 100)) {
            throw new IllegalArgumentException(key + " is " + points + ": use points from 0 to 100");
        }
    }
}
