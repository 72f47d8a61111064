/**
 * The ports of {@code io.fairlead.store} on Redis, through Lettuce: one server, a primary with sentinels, or a cluster.
 *
 * <p>{@link io.fairlead.redis.RedisStore} is the way in. Each port call is one script on the keys of one slot; the names of
 * the method's text are written and read beside that, so that reporters and schedulers in any language take part. What
 * stands under which key, and what each fault does, is in docs/redis.md.
 */
@NullMarked
package io.fairlead.redis;

import org.jspecify.annotations.NullMarked;
