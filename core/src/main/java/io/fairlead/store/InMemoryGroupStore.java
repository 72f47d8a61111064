package io.fairlead.store;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Groups in the memory of one process; callable from any thread. */
public final class InMemoryGroupStore implements GroupStore {

    private final SortedMap<GroupId, StoredGroup> groups = new TreeMap<>();

    @Override
    public synchronized CompletionStage<@Nullable StoredGroup> read(GroupId group) {
        return CompletableFuture.completedFuture(groups.get(group));
    }

    @Override
    public synchronized CompletionStage<Written> write(GroupId group, GroupChange change, Instant now) {
        StoredGroup before = groups.get(group);
        long version = before == null ? 0 : before.version();
        long token = before == null ? 0 : before.token();
        if (change.madeFrom() != version) {
            return CompletableFuture.completedFuture(new Written(false, before));
        }
        long nextToken = change.newToken() ? FencingToken.next(token, change.reportedToken(), now) : token;
        StoredGroup next = new StoredGroup(version + 1, nextToken, change.state());
        groups.put(group, next);
        return CompletableFuture.completedFuture(new Written(true, next));
    }

    @Override
    public synchronized CompletionStage<List<GroupId>> groups() {
        return CompletableFuture.completedFuture(List.copyOf(groups.keySet()));
    }
}
