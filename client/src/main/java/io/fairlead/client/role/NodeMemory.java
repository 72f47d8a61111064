package io.fairlead.client.role;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What a node must not forget, however its process ends: the highest fencing token that it accepted or learned, the id of
 * the managers' store, and the longest lease under which it may have promised to accept no role.
 *
 * <p>All are remembered <em>before</em> anybody acts on them: with a token that was forgotten, an answer that was late
 * could give a role back that is another node's by now. All methods may be called from any thread.
 */
public interface NodeMemory extends AutoCloseable {

    /**
     * A memory that ends with its process, for programs that have no disk: after a restart, adopted tokens are learned
     * from the manager only, and so is the store's id. What is lost: a manager whose store was emptied or put back to an
     * older state is believed.
     */
    static NodeMemory untilTheProcessEnds() {
        return new MemoryInProcess();
    }

    /** The highest token remembered, 0 for none. */
    long token();

    /**
     * Remembers a token; when this returns, it outlives the machine. One that is not above {@link #token} changes nothing.
     * Throws {@link IOException} with one line where it cannot be kept: then the token must not be acted on.
     *
     * @param token 1 to {@link io.fairlead.FencingToken#MAX}
     */
    void remember(long token) throws IOException;

    /** The id of the managers' store that this node belongs to; empty before it was told the first one. */
    Optional<String> cluster();

    /**
     * Remembers the id of the managers' store, as {@link #remember} does. Throws {@link IllegalArgumentException} for one
     * that is not 8 to 64 lower-case hexadecimal digits, and {@link IllegalStateException} for another one than is
     * remembered already: only an operator lets a node change to another store.
     */
    void belongTo(String cluster) throws IOException;

    /** The longest lease under which this node may be bound by a promise; zero where none is remembered. */
    Duration lease();

    /**
     * Remembers that lease instead of the one before, as {@link #remember} does: a node that starts again accepts no role for as
     * long as a promise lasts that it has forgotten. A longer one is remembered before it is promised under, and a shorter one
     * only when nothing binds any more. Throws {@link IllegalArgumentException} outside of 100 ms to 1 h.
     */
    void rememberLease(Duration lease) throws IOException;

    /**
     * Throws {@link IOException} with one line where nothing can be remembered now: asked before this node says that it is ready to
     * take a role, so that no other has laid it down by the time at which its token is refused.
     */
    void check() throws IOException;

    @Override
    void close();
}
