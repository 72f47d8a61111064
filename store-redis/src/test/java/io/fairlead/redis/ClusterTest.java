package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster whose members come and go, and whose slots move (field case D17). */
class ClusterTest {

    private final Opened opened = new Opened();

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @Test
    void aPrimaryThatIsLostEndsTheCallsForItsRoomsAndNoOthersAndItsReplicaKnowsThem() {
        ClusterServers servers = opened.add(new ClusterServers(3, 1));
        RedisSettings settings = Stores.settings(servers.url()).withBudget(Duration.ofSeconds(1));
        RedisStore store = opened.store(settings);
        Map<String, Claim> homes = new TreeMap<>();
        for (int i = 0; i < 50; i++) {
            homes.put("r" + i, claim(store, "r" + i, "x"));
        }
        Keys keys = new Keys(settings.prefix());
        RedisServer first = servers.primaryOf(keys.room(Stores.room("r0")));
        String other = homes.keySet().stream()
                .filter(room -> !servers.primaryOf(keys.room(Stores.room(room))).equals(first))
                .findFirst()
                .orElseThrow();
        assertThat(first.cli("WAIT", "1", "5000")).isEqualTo("1");
        SentinelServers.soon(() -> first.cli("INFO", "replication").contains("lag=0"));
        first.kill();
        SentinelServers.soon(() -> !reaches(store, "r0"));
        assertThat(claim(store, other, "y")).isEqualTo(homes.get(other));
        SentinelServers.soon(() -> reaches(store, "r0"));
        assertThat(store.rooms().sinceLoss()).isNotNull();
        homes.forEach((room, home) -> assertThat(claim(store, room, "y")).isEqualTo(home));
        SentinelServers.soon(() -> store.trouble().isEmpty());
    }

    @Test
    void roomsWhoseSlotMovesKeepTheirHomesAndNoCallFails() {
        ClusterServers servers = opened.add(new ClusterServers(3, 0));
        RedisSettings settings = Stores.settings(servers.url());
        RedisStore store = opened.store(settings);
        String key = new Keys(settings.prefix()).room(Stores.room("r1"));
        RedisServer from = servers.primaryOf(key);
        RedisServer to = servers.primaries().stream()
                .filter(server -> !server.equals(from))
                .findFirst()
                .orElseThrow();
        String slot = from.cli("CLUSTER", "KEYSLOT", key);
        Claim home = claim(store, "r1", "x");
        to.cli("CLUSTER", "SETSLOT", slot, "IMPORTING", ClusterServers.id(from));
        from.cli("CLUSTER", "SETSLOT", slot, "MIGRATING", ClusterServers.id(to));
        assertThat(claim(store, "r1", "y")).isEqualTo(home);
        from.cli("MIGRATE", "127.0.0.1", Integer.toString(to.port()), key, "0", "5000");
        assertThat(claim(store, "r1", "y")).isEqualTo(home);
        for (RedisServer server : List.of(to, from)) {
            server.cli("CLUSTER", "SETSLOT", slot, "NODE", ClusterServers.id(to));
        }
        assertThat(claim(store, "r1", "y")).isEqualTo(home);
        assertThat(store.trouble()).isEmpty();
        assertThat(store.rooms().sinceLoss()).isNull();
    }

    @Test
    void theKeysOfEachScriptLieInOneSlotAndNoIdCanChangeWhich() {
        RedisServer server = opened.add(RedisServer.start("--cluster-enabled", "yes"));
        Keys keys = new Keys("p");
        assertThat(slots(
                        server,
                        keys.reports(Stores.BATTLE),
                        keys.drains(Stores.BATTLE),
                        keys.schedulers(Stores.BATTLE)))
                .hasSize(1);
        for (String id : List.of("a{b", "a}b", "{a}", "}{")) {
            assertThatThrownBy(() -> new InstanceId(id)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new NodeId(id)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ServiceId(id)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new RoomId(id)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aRedisThatIsNoClusterIsRefusedWithTheAddressThatWouldBeRight() {
        RedisServer single = opened.add(RedisServer.start());
        assertThatThrownBy(() -> opened.store(Stores.settings("redis-cluster://127.0.0.1:" + single.port())))
                .isInstanceOf(RedisRefusedException.class)
                .hasMessageContaining("redis://HOST:PORT");
    }

    /** The rights are those that docs/redis.md names. */
    @Test
    void aUserWithFewRightsIsEnough() {
        ClusterServers servers = opened.add(new ClusterServers(3, 0));
        servers.primaries()
                .forEach(server -> server.cli(
                        "ACL",
                        "SETUSER",
                        "few",
                        "on",
                        ">secret",
                        "~few:*",
                        "+@read",
                        "+@write",
                        "+@scripting",
                        "+@connection",
                        "+info",
                        "+time",
                        "+cluster|nodes"));
        RedisStore store =
                opened.store(RedisSettings.at(RedisAddress.parse(servers.url().replace("://", "://few:secret@")))
                        .withPrefix("few")
                        .withScheduler("s1"));
        for (int i = 0; i < 20; i++) {
            assertThat(claim(store, "r" + i, "x")).isNotNull();
        }
        assertThat(Stores.put(store, "i1", Stores.report(1, 20, 10))).isEqualTo(ReportAnswer.STORED);
        assertThat(Stores.view(store).candidates()).hasSize(1);
        assertThat(store.trouble()).isEmpty();
    }

    private static List<String> slots(RedisServer server, String... keys) {
        return List.of(keys).stream()
                .map(key -> server.cli("CLUSTER", "KEYSLOT", key))
                .distinct()
                .toList();
    }

    private static boolean reaches(RedisStore store, String room) {
        try {
            Stores.answer(store.rooms().find(Stores.room(room), Stores.IGNORED));
            return true;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(OutcomeUnknownException.class);
            return false;
        }
    }

    private static Claim claim(RedisStore store, String room, String owner) {
        return Stores.answer(store.rooms()
                        .claim(Stores.room(room), new ClaimWish(Stores.owner(owner), null), Stores.IGNORED))
                .claim();
    }
}
