package io.fairlead.cli;

import io.fairlead.manager.SharedStore;
import io.fairlead.manager.services.Keeping;
import io.fairlead.manager.services.Stores;
import io.fairlead.redis.Password;
import io.fairlead.redis.RedisAddress;
import io.fairlead.redis.RedisRefusedException;
import io.fairlead.redis.RedisSettings;
import io.fairlead.redis.RedisStore;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Opens the store of a manager that remembers its services in Redis. */
final class RedisStores implements SharedStore.Opener {

    @Override
    public Stores open(SharedStore named) {
        Password password = named.passwordFile().map(Password::file).orElse(null);
        RedisSettings settings = RedisSettings.at(RedisAddress.parse(named.url(), password))
                .withPrefix(named.prefix())
                .withScheduler("manager-" + HexFormat.of().toHexDigits(new SecureRandom().nextInt()));
        settings = settings.withWaitReplicas(Math.toIntExact(named.replicated().waitReplicas()));
        if (named.replicated().sentinelPasswordFile().isPresent()) {
            settings = settings.withSentinelPassword(
                    Password.file(named.replicated().sentinelPasswordFile().get()));
        }
        if (named.trusted().isPresent()) {
            settings = settings.withTrusted(named.trusted().get());
        }
        try {
            RedisStore store = RedisStore.open(settings);
            return new Stores(store.reports(), store.rooms(), store.drains(), new InRedis(store));
        } catch (RedisRefusedException refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }

    /** Nothing of the services takes up memory of this process. */
    private record InRedis(RedisStore store) implements Keeping {
        @Override
        public int instancesHeld() {
            return 0;
        }

        @Override
        public int roomsHeld() {
            return 0;
        }

        @Override
        public boolean isShared() {
            return true;
        }

        @Override
        public @Nullable String trouble() {
            return store.trouble().orElse(null);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
