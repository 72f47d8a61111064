package io.fairlead.manager.services;

import org.jspecify.annotations.Nullable;

/** What stores that several managers share say of themselves, as a test wants it. */
final class SharedKeeping implements Keeping {

    volatile @Nullable String trouble;

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
        return trouble;
    }

    @Override
    public void close() {}
}
