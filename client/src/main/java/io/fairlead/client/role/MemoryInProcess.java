package io.fairlead.client.role;

import java.time.Duration;
import java.util.Optional;

/** The memory of a node without a disk. */
final class MemoryInProcess implements NodeMemory {
    private Remembered remembered = Remembered.NOTHING;

    @Override
    public synchronized long token() {
        return remembered.token();
    }

    @Override
    public synchronized void remember(long token) {
        remembered = remembered.with(token);
    }

    @Override
    public synchronized Optional<String> cluster() {
        return remembered.cluster();
    }

    @Override
    public synchronized void belongTo(String cluster) {
        remembered = remembered.of(cluster, "if that is meant, start this program again");
    }

    @Override
    public synchronized Duration lease() {
        return remembered.lease();
    }

    @Override
    public synchronized void rememberLease(Duration lease) {
        remembered = remembered.under(lease);
    }

    @Override
    public void check() {
        // Memory that is full ends the process.
    }

    @Override
    public void close() {
        // There is nothing to give back.
    }
}
