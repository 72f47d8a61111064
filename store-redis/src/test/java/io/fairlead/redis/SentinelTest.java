package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.placement.Claim;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.OutcomeUnknownException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A primary that is lost, its replica in its place by three sentinels, and what that loses. */
class SentinelTest {

    private final Opened opened = new Opened();
    private final SentinelServers servers = opened.add(new SentinelServers());
    private final RedisSettings settings = Stores.settings(servers.url()).withBudget(Duration.ofSeconds(1));

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @Test
    void callsDuringAFailoverEndUnknownAndReplicatedRoomsKeepTheirHomes() {
        RedisStore store = opened.store(settings);
        Map<String, Claim> homes = new TreeMap<>();
        for (int i = 0; i < 50; i++) {
            homes.put("r" + i, claim(store, "r" + i, "x"));
        }
        SentinelServers.soon(this::isReplicated);
        servers.primary().kill();
        SentinelServers.soon(() -> !reaches(store));
        SentinelServers.soon(() -> reaches(store));
        // By whom it was done is known before the first call gets through.
        assertThat(store.rooms().sinceLoss()).isNotNull();
        homes.forEach((room, home) -> assertThat(find(store, room)).isEqualTo(home));
        homes.forEach((room, home) -> assertThat(claim(store, room, "y")).isEqualTo(home));
    }

    /** Redis copies after it has answered. */
    @Test
    void aClaimThatWasNotReplicatedIsLostInAFailoverAndItsRenewalBringsItBackWithItsEpoch() {
        RedisStore store = opened.store(settings);
        cutTheReplicaOff();
        Claim lost = claim(store, "r1", "x");
        Claim outdone = claim(store, "r2", "x");
        failOver(store);
        assertThat(find(store, "r1")).isNull();
        // Until renewals have put rooms right, what is not found is placed without a claim.
        assertThat(store.rooms().renewedIn()).isPositive();
        assertThat(renew(store, "r1", lost)).isEqualTo(RenewAnswer.RESTORED);
        assertThat(find(store, "r1")).isEqualTo(lost);
        // Whoever claims all the same makes the later claim, which wins: two homes end with the first renewal.
        Claim later = claim(store, "r2", "y");
        assertThat(later.epoch()).isGreaterThan(outdone.epoch());
        assertThat(renew(store, "r2", outdone)).isEqualTo(RenewAnswer.NOT_HELD);
        assertThat(find(store, "r2")).isEqualTo(later);
    }

    @Test
    void aClaimThatWaitsForAReplicaIsNotAnsweredBeforeAFailoverCanKeepIt() {
        RedisStore store = opened.store(settings.withWaitReplicas(1));
        Claim kept = claim(store, "r1", "x");
        cutTheReplicaOff();
        assertThatThrownBy(() -> claim(store, "r2", "x"))
                .hasCauseInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("0 of 1 replicas");
        assertThat(store.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("fewer replicas that keep up"));
        failOver(store);
        assertThat(find(store, "r1")).isEqualTo(kept);
        assertThat(find(store, "r2")).isNull();
    }

    @Test
    void aSentinelThatIsGoneAndOneThatHangsDoNotMatter() {
        servers.sentinels().get(0).kill();
        servers.sentinels().get(1).freeze();
        RedisStore store = opened.store(settings);
        assertThat(claim(store, "r1", "x")).isNotNull();
        servers.sentinels().get(1).thaw();
    }

    @Test
    void aNameThatNoSentinelKnowsAndAnAddressWithoutSentinelsAreToldWithWhatWouldBeRight() {
        RedisStore unknown = opened.store(Stores.settings(servers.url().replace("=main", "=mian")));
        assertThat(unknown.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("compare ?master="));
        RedisStore none = opened.store(Stores.settings(
                "redis-sentinel://127.0.0.1:" + servers.primary().port() + "?master=main"));
        assertThat(none.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("has no sentinels at these addresses"));
    }

    @Test
    void sentinelsThatWantAPasswordGetTheirsAndNotThatOfTheData() {
        servers.sentinels().forEach(sentinel -> sentinel.cli("ACL", "SETUSER", "default", "resetpass", ">s3ntinel"));
        RedisStore refused = opened.store(Stores.settings(servers.url()));
        assertThat(refused.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("refuses the login"));
        RedisStore store = opened.store(settings.withSentinelPassword(Password.of("s3ntinel")));
        assertThat(claim(store, "r1", "x")).isNotNull();
    }

    /** What is in the buffers of a frozen replica would still reach it. */
    private void cutTheReplicaOff() {
        SentinelServers.soon(this::isReplicated);
        servers.replica().freeze();
        servers.primary().cli("CLIENT", "KILL", "TYPE", "replica");
    }

    private void failOver(RedisStore store) {
        servers.primary().kill();
        servers.replica().thaw();
        SentinelServers.soon(() -> !reaches(store));
        SentinelServers.soon(() -> reaches(store));
    }

    private boolean isReplicated() {
        String info = servers.primary().cli("INFO", "replication");
        String offset = info.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
        return info.contains("state=online,offset=" + offset);
    }

    private static boolean reaches(RedisStore store) {
        try {
            find(store, "r0");
            return true;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(OutcomeUnknownException.class);
            return false;
        }
    }

    private static @Nullable Claim find(RedisStore store, String room) {
        return Stores.answer(store.rooms().find(Stores.room(room), Stores.IGNORED));
    }

    private static RenewAnswer renew(RedisStore store, String room, Claim held) {
        return Stores.answer(store.rooms().renew(Stores.room(room), held, Stores.IGNORED))
                .answer();
    }

    private static Claim claim(RedisStore store, String room, String owner) {
        return Stores.answer(store.rooms()
                        .claim(Stores.room(room), new ClaimWish(Stores.owner(owner), null), Stores.IGNORED))
                .claim();
    }
}
