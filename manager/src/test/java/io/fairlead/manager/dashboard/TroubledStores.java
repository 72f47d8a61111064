package io.fairlead.manager.dashboard;

import io.fairlead.manager.services.Keeping;
import io.fairlead.manager.services.Stores;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores in memory that say of themselves what a test wants. */
final class TroubledStores {

    private TroubledStores() {}

    static Stores of(Supplier<@Nullable String> trouble) {
        Stores own = Stores.inMemory();
        return new Stores(own.reports(), own.rooms(), own.drains(), new Keeping() {
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
                return trouble.get();
            }

            @Override
            public void close() {}
        });
    }
}
