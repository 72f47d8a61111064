package io.fairlead.redis;

import io.fairlead.placement.SafetyMargin;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How Redis is used.
 *
 * @param address where it is
 * @param prefix what all keys begin with, apart from the rest by a colon: 0 to 64 characters of {@code [A-Za-z0-9._-]}. Two
 *     deployments on one Redis have two prefixes
 * @param scheduler name of this process among those that place rooms, 1 to 128 of the same characters, another one in each
 *     process; null for one that places none
 * @param budget time within which every call has its end, 50 ms to 60 s
 * @param ceilings by which the weight is worked out that programs of the method's text read, of machines that bring no
 *     ceilings of their own
 * @param trusted file with the certificates (PEM) that a server's is checked against, or null for those of the JVM
 * @param sentinelPassword where the password of the sentinels is, or null for none
 * @param waitReplicas replicas that must have a claim before it is answered, 0 to 100; a claim that fewer have got within the
 *     budget ends unknown
 */
public record RedisSettings(
        RedisAddress address,
        String prefix,
        @Nullable String scheduler,
        Duration budget,
        SafetyMargin ceilings,
        @Nullable Path trusted,
        @Nullable Password sentinelPassword,
        int waitReplicas) {

    /** Long beside a round trip and a busy moment of Redis, short beside a report's 3 s and a person's patience. */
    public static final Duration DEFAULT_BUDGET = Duration.ofSeconds(2);

    private static final Duration LEAST_BUDGET = Duration.ofMillis(50);
    private static final Duration MOST_BUDGET = Duration.ofSeconds(60);
    private static final int MOST_REPLICAS = 100;

    /** Checks ranges; refuses naming the key, the value and the range. */
    public RedisSettings {
        if (!prefix.isEmpty()) {
            checkName("prefix", prefix, 64);
        }
        if (scheduler != null) {
            checkName("scheduler", scheduler, 128);
        }
        if (budget.compareTo(LEAST_BUDGET) < 0 || budget.compareTo(MOST_BUDGET) > 0) {
            throw new IllegalArgumentException("budget is " + budget + ": use 50ms to 60s");
        }
        if (trusted != null && !address.tls()) {
            throw new IllegalArgumentException("there are certificates to trust, and the store's URL is not rediss://");
        }
        if (sentinelPassword != null && address.kind() != RedisAddress.Kind.SENTINEL) {
            throw new IllegalArgumentException(
                    "there is a password for sentinels, and the store's URL is not redis-sentinel://");
        }
        if (waitReplicas < 0 || waitReplicas > MOST_REPLICAS) {
            throw new IllegalArgumentException(
                    "replicas to wait for are " + waitReplicas + ": use 0 to " + MOST_REPLICAS);
        }
    }

    /** No prefix, a process that places no rooms, the budget of 2 s, the text's ceilings, the JVM's certificates. */
    public static RedisSettings at(RedisAddress address) {
        return new RedisSettings(address, "", null, DEFAULT_BUDGET, SafetyMargin.standard(), null, null, 0);
    }

    /** The same with a prefix. */
    public RedisSettings withPrefix(String other) {
        return new RedisSettings(address, other, scheduler, budget, ceilings, trusted, sentinelPassword, waitReplicas);
    }

    /** The same of a process that places rooms. */
    public RedisSettings withScheduler(String name) {
        return new RedisSettings(address, prefix, name, budget, ceilings, trusted, sentinelPassword, waitReplicas);
    }

    /** The same with another budget. */
    public RedisSettings withBudget(Duration time) {
        return new RedisSettings(address, prefix, scheduler, time, ceilings, trusted, sentinelPassword, waitReplicas);
    }

    /** The same with other ceilings. */
    public RedisSettings withCeilings(SafetyMargin other) {
        return new RedisSettings(address, prefix, scheduler, budget, other, trusted, sentinelPassword, waitReplicas);
    }

    /** The same with certificates to trust. */
    public RedisSettings withTrusted(Path certificates) {
        return new RedisSettings(
                address, prefix, scheduler, budget, ceilings, certificates, sentinelPassword, waitReplicas);
    }

    /** The same with a password for the sentinels. */
    public RedisSettings withSentinelPassword(Password password) {
        return new RedisSettings(address, prefix, scheduler, budget, ceilings, trusted, password, waitReplicas);
    }

    /** The same with so many replicas that must have a claim before it is answered. */
    public RedisSettings withWaitReplicas(int replicas) {
        return new RedisSettings(address, prefix, scheduler, budget, ceilings, trusted, sentinelPassword, replicas);
    }

    private static void checkName(String key, String value, int longest) {
        boolean usable = value.length() <= longest
                && value.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || ".-_".indexOf(c) >= 0);
        if (value.isEmpty() || !usable) {
            throw new IllegalArgumentException(
                    key + " is not 1.." + longest + " characters of [A-Za-z0-9._-]: a colon or a brace would mix keys");
        }
    }
}
