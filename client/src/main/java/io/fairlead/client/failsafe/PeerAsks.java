package io.fairlead.client.failsafe;

import io.fairlead.NodeId;
import io.fairlead.client.failsafe.PeerWords.Answer;
import io.fairlead.client.failsafe.PeerWords.Strange;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A primary's asks of the other nodes of its group, all at the same time. */
public final class PeerAsks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAsks.class);

    /** A name service can keep a thread longer than the time of an ask; a node that has kept so many is silent. */
    private static final int HANGING = 4;

    private final GroupSecret secret;
    private final Map<NodeId, Semaphore> free = new ConcurrentHashMap<>();
    private final Map<NodeId, String> told = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "fairlead-peer-ask");
        thread.setDaemon(true);
        return thread;
    });

    /** Asks under this secret. */
    public PeerAsks(GroupSecret secret) {
        this.secret = secret;
    }

    /**
     * Whether every other member has promised, which it has only with an answer of its own that belongs to this ask: two
     * addresses that reach one process are one answer. True means that the asker keeps its role for one lease counted from
     * <em>before</em> this call. Without an answer of all of them in time it is false; it never ends exceptionally.
     *
     * @param members the list that the asker has acknowledged to a manager, itself included; a list without it is refused,
     *     for with nobody to ask the answer would be yes
     * @param timeout for all of it, from now
     */
    public CompletableFuture<Boolean> all(List<Peer> members, Ask ask, Duration timeout) {
        NodeId self = ask.from().node();
        if (members.stream().noneMatch(peer -> peer.node().equals(self))) {
            LOG.error("failsafe: the list of members is without this node, {}; nobody is asked", self);
            return CompletableFuture.completedFuture(false);
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        List<CompletableFuture<Optional<String>>> promises = new ArrayList<>();
        for (Peer peer : members) {
            if (!peer.node().equals(self)) {
                promises.add(onThread(peer.node(), () -> promise(new PeerCall(secret, peer, ask, deadline), peer)));
            }
        }
        return CompletableFuture.allOf(promises.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> areDifferent(promises, ask.from().incarnation()))
                .completeOnTimeout(false, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private CompletableFuture<Optional<String>> onThread(NodeId node, Supplier<Optional<String>> call) {
        Semaphore places = free.computeIfAbsent(node, id -> new Semaphore(HANGING));
        if (!places.tryAcquire()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        try {
            return CompletableFuture.supplyAsync(call, threads)
                    .whenComplete((promise, bug) -> {
                        places.release();
                        if (bug != null) {
                            LOG.error("failsafe: {} was not asked because of a bug in this program", node, bug);
                        }
                    })
                    .exceptionally(bug -> Optional.empty());
        } catch (RejectedExecutionException closed) {
            places.release();
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }

    /** The incarnation that promised, empty where none did. */
    private Optional<String> promise(PeerCall call, Peer peer) {
        try {
            Answer answer = call.ask();
            tell(
                    peer,
                    answer.promise() == Promise.GRANTED ? "" : answer.promise().words());
            return answer.promise() == Promise.GRANTED ? Optional.of(answer.incarnation()) : Optional.empty();
        } catch (SocketTimeoutException e) {
            tell(peer, "did not answer in time");
        } catch (IOException e) {
            tell(peer, String.valueOf(e.getMessage()));
        } catch (Strange e) {
            tell(peer, "answered wrongly: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Says once what is in the way, and once that it is no more; an ask goes out every second. */
    private void tell(Peer peer, String trouble) {
        String before = told.put(peer.node(), trouble);
        if (trouble.equals(before) || (before == null && trouble.isEmpty())) {
            return;
        }
        if (trouble.isEmpty()) {
            LOG.info("failsafe: {} at {} promises", peer.node(), peer.address());
        } else {
            LOG.warn("failsafe: no promise of {} at {}: {}", peer.node(), peer.address(), trouble);
        }
    }

    private static boolean areDifferent(List<CompletableFuture<Optional<String>>> promises, String own) {
        Set<String> incarnations = new HashSet<>(Set.of(own));
        return promises.stream()
                .map(CompletableFuture::join)
                .allMatch(promise -> promise.isPresent() && incarnations.add(promise.get()));
    }
}
