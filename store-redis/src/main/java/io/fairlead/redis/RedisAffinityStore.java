package io.fairlead.redis;

import io.fairlead.FencingToken;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.OutcomeUnknownException;
import io.lettuce.core.KeyValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Claims of rooms in Redis: one hash a room, one script a call, the time of Redis. */
final class RedisAffinityStore implements AffinityStore {

    private final Calls calls;
    private final Keys keys;
    private final String lasts;
    private final Troubles troubles;

    RedisAffinityStore(Access access) {
        calls = access.calls();
        keys = access.keys();
        lasts = Lifetimes.millis(access.lifetimes().claim());
        troubles = access.troubles();
    }

    @Override
    public @Nullable Duration sinceLoss() {
        return troubles.sinceLoss();
    }

    @Override
    public CompletionStage<Claimed> claim(Room room, ClaimWish wish, Instant now) {
        Owner from = wish.from();
        return calls.runReplicated(
                        Script.CLAIM,
                        key(room),
                        wish.candidate().toString(),
                        from == null ? "" : from.toString(),
                        lasts,
                        wish.call(),
                        wish.undo() ? "1" : "0")
                .thenApply(
                        answer -> new Claimed(standing(answer), Answer.constant(Origin.class, Answer.text(answer, 0))));
    }

    @Override
    public CompletionStage<Renewed> renew(Room room, Claim held, Instant now) {
        String absurd = held.epoch() > FencingToken.MOST_LEARNED ? "1" : "0";
        return calls.run(Script.RENEW, key(room), held.owner().toString(), Long.toString(held.epoch()), absurd, lasts)
                .thenApply(answer -> new Renewed(
                        Answer.constant(RenewAnswer.class, Answer.text(answer, 0)),
                        Answer.claim(Answer.text(answer, 1), Answer.text(answer, 2))));
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(Room room, Claim held, Instant now) {
        return calls.run(Script.RELEASE, key(room), held.owner().toString(), Long.toString(held.epoch()), lasts)
                .thenApply(answer -> Answer.constant(ReleaseAnswer.class, Answer.text(answer, 0)));
    }

    @Override
    public CompletionStage<@Nullable Claim> find(Room room, Instant now) {
        return calls.send("find", redis -> redis.hmget(keys.room(room), "owner", "epoch"))
                .thenApply(RedisAffinityStore::found);
    }

    private static @Nullable Claim found(List<KeyValue<String, String>> fields) {
        return Answer.claim(fields.get(0).getValueOrElse(""), fields.get(1).getValueOrElse(""));
    }

    private static Claim standing(List<Object> answer) {
        Claim claim = Answer.claim(Answer.text(answer, 1), Answer.text(answer, 2));
        if (claim == null) {
            throw new OutcomeUnknownException("Redis answered a claim without an owner");
        }
        return claim;
    }

    private String[] key(Room room) {
        return new String[] {keys.room(room)};
    }
}
