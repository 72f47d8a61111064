package io.fairlead.client.role;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in mind under which lease this node may be bound by a promise, so that it waits as long after its next start, also
 * where the lease was lowered meanwhile or nobody says it.
 */
final class LeaseMemory {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseMemory.class);

    private final NodeMemory memory;
    private boolean forgetful;

    LeaseMemory(NodeMemory memory) {
        this.memory = memory;
    }

    /** A promise for that long is about to be given. Throws {@link IOException} where that cannot be kept in mind. */
    synchronized void promising(Duration lease) throws IOException {
        if (lease.compareTo(memory.lease()) <= 0) {
            return;
        }
        try {
            memory.rememberLease(lease);
            forgetful = false;
        } catch (IOException e) {
            tell(lease, e);
            throw e;
        }
    }

    /**
     * A manager says that roles last that long. A longer lease is kept in mind at once, and a shorter one as soon as nothing
     * binds this node that was promised under the longer one.
     *
     * @param whenFree passes while this node is not bound, and lets no promise be given meanwhile
     */
    void told(Duration lease, RoleHolder.Gate whenFree) {
        if (lease.compareTo(memory.lease()) < 0) {
            whenFree.ifFree(() -> lowered(lease));
            return;
        }
        try {
            promising(lease);
        } catch (IOException e) {
            LOG.debug("nothing is promised under that lease", e);
        }
    }

    private synchronized boolean lowered(Duration lease) {
        try {
            memory.rememberLease(lease);
            forgetful = false;
            return true;
        } catch (IOException e) {
            tell(lease, e);
            return false;
        }
    }

    private synchronized void tell(Duration lease, IOException trouble) {
        if (!forgetful) {
            LOG.warn(
                    "a lease of {} ms cannot be kept in mind, so this node promises nothing under a longer one than before: {}",
                    lease.toMillis(),
                    trouble.getMessage());
        }
        forgetful = true;
    }
}
