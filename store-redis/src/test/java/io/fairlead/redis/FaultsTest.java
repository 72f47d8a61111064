package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.placement.Claim;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Origin;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.Drain;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore.LeaveAnswer;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the store does while Redis is ill, and when it is well again (field case D16). */
class FaultsTest {

    /** Twice what is promised would be a failure; within it a test waits no longer than it takes. */
    private static final Duration PROMISED = Duration.ofSeconds(15);
    /** How long a fault lasts; the field case's minute with the longer tests. */
    private static final Duration ILL =
            Boolean.getBoolean("fairlead.soak") ? Duration.ofMinutes(1) : Duration.ofSeconds(1);

    private final Opened opened = new Opened();
    private long sequence;

    private RedisServer server = RedisServer.start();
    private RespProxy proxy;
    private Said said = opened.add(new Said());

    FaultsTest() throws Exception {
        proxy = new RespProxy(server);
    }

    @BeforeEach
    void closeAfterwards() {
        opened.add(server);
        opened.add(proxy);
    }

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "READONLY You can't write against a read only replica. | it is a replica",
                "LOADING Redis is loading the dataset in memory | is loading its data",
                "MOVED 9670 127.0.0.1:7001 | Redis Cluster",
                "NOAUTH Authentication required. | refuses the login",
                "WRONGPASS invalid username-password pair or user is disabled. | refuses the login",
                "OOM command not allowed when used memory > 'maxmemory'. | is full",
                "MISCONF Redis is configured to save RDB snapshots | cannot store or copy them",
                "BUSY Redis is busy running a script. | busy with a script",
                "NOPERM this user has no permissions | denies this user"
            })
    void anErrorOnEveryCommandIsSaidOnceDeclaresNobodyDeadAndIsOverWhenItIsHealed(String error, String words) {
        RedisStore store = opened.store(settings(proxy.url()), Stores.settlingSoon());
        assertThat(report(store)).isEqualTo(ReportAnswer.STORED);
        assertThat(Stores.view(store).current()).isTrue();

        proxy.answer(error);
        assertUnknown(() -> report(store));
        long end = System.nanoTime() + ILL.toNanos();
        Awaitility.await().atMost(ILL.plusSeconds(20)).until(() -> {
            assertUnknown(() -> report(store));
            assertThat(Stores.view(store).candidates()).hasSize(1);
            assertThat(Stores.view(store).current()).isFalse();
            return System.nanoTime() - end > 0;
        });
        assertThat(store.trouble()).hasValueSatisfying(text -> assertThat(text).contains(words));
        assertThat(said.warnings(words)).hasSize(1);

        proxy.heal();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
        Awaitility.await().atMost(PROMISED).until(() -> store.trouble().isEmpty());
        Awaitility.await().atMost(PROMISED).until(() -> {
            report(store);
            return Stores.view(store).current();
        });
    }

    @Test
    void aKeyOfAnotherProgramIsNamedAndHoldsUpNoOther() {
        RedisStore store = opened.store(settings(server.url()));
        Claim first = claim(store, "r1");
        String key = server.cli("KEYS", "*:r1}*").strip();
        server.cli("DEL", key);
        server.cli("LPUSH", key, "mine");
        assertThatThrownBy(() -> claim(store, "r1"))
                .hasCauseInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("WRONGTYPE " + key);
        assertThat(store.trouble())
                .hasValueSatisfying(text ->
                        assertThat(text).contains("a key of another program").contains(key));
        assertThat(claim(store, "r2").owner()).isEqualTo(first.owner());
        assertThat(server.cli("LRANGE", key, "0", "-1").strip()).isEqualTo("mine");
    }

    @Test
    void scriptsThatRedisNoLongerKnowsAreSentWholeAtOnce() {
        RedisStore store = opened.store(settings(server.url()));
        claim(store, "r1");
        server.cli("SCRIPT", "FLUSH");
        assertThat(claim(store, "r2").owner()).isEqualTo(Stores.owner("x"));
        assertThat(report(store)).isEqualTo(ReportAnswer.STORED);
        assertThat(store.trouble()).isEmpty();
    }

    @Test
    void aServerThatBecomesAReplicaIsReadAndTheFirstWritesAfterItsReturnSucceed() {
        RedisStore store = opened.store(settings(server.url()));
        report(store);
        order(store);
        server.cli("REPLICAOF", "127.0.0.1", "1");
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("it is a replica"));
        assertUnknown(() -> report(store));
        assertUnknown(() -> order(store));
        assertThat(drains(store)).hasSize(1);
        assertThat(Stores.view(store).candidates()).hasSize(1);
        assertThat(Stores.view(store).current()).isFalse();
        server.cli("REPLICAOF", "NO", "ONE");
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void aFullServerRefusesReportsAndOrdersAndIsStillReadAndRenewsRooms() {
        RedisStore store = opened.store(settings(server.url()).withScheduler("s1"));
        report(store);
        Claim held = claim(store, "r1");
        order(store);
        server.cli("CONFIG", "SET", "maxmemory", "1");
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("is full"));
        assertUnknown(() -> report(store));
        assertThat(Stores.view(store).candidates()).hasSize(1);
        assertThat(Stores.answer(store.rooms().renew(Stores.room("r1"), held, Stores.IGNORED))
                        .answer())
                .isEqualTo(RenewAnswer.DONE);
        assertThat(drains(store)).hasSize(1);
        assertThat(Stores.answer(store.drains().cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)))
                .isNotNull();
        assertUnknown(() -> order(store));
        server.cli("CONFIG", "SET", "maxmemory", "0");
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void aWrongPasswordIsTroubleAndNotTheEndAndAChangedFileNeedsNoRestart() throws Exception {
        server.cli("CONFIG", "SET", "requirepass", "right");
        Path file = server.folder().resolve("password");
        Files.writeString(file, "wrong-secret\n");
        RedisStore store = opened.store(RedisSettings.at(RedisAddress.parse(server.url(), Password.file(file)))
                .withPrefix("p"));
        assertThat(store.trouble())
                .hasValueSatisfying(
                        text -> assertThat(text).contains("refuses the login").doesNotContain("wrong-secret"));
        assertUnknown(() -> report(store));
        Files.writeString(file, "right\n");
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void aUserThatIsTakenOutAndComesBackIsLoggedInAgain() {
        server.cli("ACL", "SETUSER", "fair", "on", ">secret", "~*", "+@all");
        RedisStore store = opened.store(settings("redis://fair:secret@127.0.0.1:" + server.port()));
        report(store);
        server.cli("ACL", "DELUSER", "fair");
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("refuses the login"));
        server.cli("ACL", "SETUSER", "fair", "on", ">secret", "~*", "+@all");
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    /** The rights are those that docs/redis.md names. */
    @Test
    void aUserWithFewRightsOnOnePrefixIsEnoughAndGetsNoFurther() {
        server.cli(
                "ACL",
                "SETUSER",
                "few",
                "on",
                ">secret",
                "~f:*",
                "+@read",
                "+@write",
                "+@scripting",
                "+@connection",
                "+info",
                "+time");
        RedisAddress address = RedisAddress.parse("redis://few:secret@127.0.0.1:" + server.port());
        RedisStore store =
                opened.store(RedisSettings.at(address).withPrefix("f").withScheduler("s1"));
        assertThat(report(store)).isEqualTo(ReportAnswer.STORED);
        assertThat(Stores.view(store).candidates()).hasSize(1);
        claim(store, "r1");
        order(store);
        assertThat(drains(store)).hasSize(1);
        assertThat(Stores.answer(store.reports().services(Stores.IGNORED))).containsExactly(Stores.BATTLE);
        assertThat(Stores.answer(store.reports().leave(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED)))
                .isEqualTo(LeaveAnswer.DONE);
        assertThat(store.trouble()).isEmpty();
        RedisStore elsewhere = opened.store(RedisSettings.at(address).withPrefix("f2"));
        assertUnknown(() -> report(elsewhere));
        assertThat(elsewhere.trouble())
                .hasValueSatisfying(text -> assertThat(text).contains("denies this user"));
    }

    @Test
    void aFrozenServerEndsEveryCallWithinTheBudgetAndIsUsedAgainWhenItWakes() {
        RedisStore store = opened.store(settings(server.url()).withBudget(Duration.ofMillis(500)));
        report(store);
        Stores.view(store);
        server.freeze();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            calls.add(store.rooms()
                    .claim(Stores.room("r" + i), new ClaimWish(Stores.owner("x"), null), Stores.IGNORED)
                    .toCompletableFuture());
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> calls.stream().allMatch(CompletableFuture::isDone));
        assertThat(calls).allSatisfy(call -> assertThat(call).isCompletedExceptionally());
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("does not answer"));
        ServiceView view = Stores.view(store);
        assertThat(view.candidates()).hasSize(1);
        assertThat(view.current()).isFalse();
        server.thaw();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
        assertThat(said.warnings("does not answer")).hasSize(1);
    }

    @Test
    void aServerThatIsKilledAndComesBackEmptyGetsItsReportsAndRoomsAgain() {
        RedisStore store = opened.store(settings(server.url()).withScheduler("s1"));
        report(store);
        Claim held = claim(store, "r1");
        Stores.view(store);
        server.kill();
        Awaitility.await().atMost(PROMISED).until(() -> store.trouble().isPresent());
        assertUnknown(() -> report(store));
        assertThat(Stores.view(store).candidates()).hasSize(1);
        assertThat(store.rooms().renewedIn()).isZero();
        server.startAgain();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
        // Nobody has looked or reported since: that another process answers is enough.
        assertThat(store.rooms().renewedIn()).isPositive();
        assertThat(Stores.answer(store.rooms().renew(Stores.room("r1"), held, Stores.IGNORED))
                        .answer())
                .isEqualTo(RenewAnswer.RESTORED);
        assertThat(Stores.answer(store.rooms().find(Stores.room("r1"), Stores.IGNORED)))
                .isEqualTo(held);
    }

    /** It was away, and it is the same one: nothing is lost. */
    @Test
    void aConnectionThatIsMadeAnewToTheSameServerIsNoLoss() {
        RedisStore store = opened.store(settings(proxy.url()).withScheduler("s1"));
        Stores.view(store);
        proxy.cut();
        Awaitility.await().atMost(PROMISED).until(() -> store.trouble().isPresent());
        proxy.heal();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
        assertThat(store.rooms().sinceLoss()).isNull();
    }

    /** Nobody is taken for gone in the moment after a loss, and a room that is placed anew does not outdo the living one. */
    @Test
    void afterAFlushAllInstancesAreShownAsTheyWereUntilTheyHaveReportedAgain() {
        RedisStore store = opened.store(settings(server.url()).withScheduler("s1"), Stores.settlingSoon());
        report(store);
        assertThat(Stores.view(store).current()).isTrue();
        assertThat(store.rooms().sinceLoss()).isNull();
        server.cli("FLUSHALL");
        ServiceView view = Stores.view(store);
        assertThat(view.candidates()).hasSize(1);
        assertThat(view.current()).isFalse();
        assertThat(store.rooms().sinceLoss()).isNotNull();
        report(store);
        Awaitility.await().atMost(PROMISED).until(() -> Stores.view(store).current());
        assertThat(said.warnings("has lost what was in it")).hasSize(1);
    }

    @Test
    void answersThatAreLateByLessThanTheBudgetAreWaitedFor() {
        RedisStore store = opened.store(settings(proxy.url()));
        claim(store, "r1");
        proxy.delay(800);
        assertThat(claim(store, "r2").owner()).isEqualTo(Stores.owner("x"));
    }

    /** As where packets are dropped: connections stand, and nothing comes back. */
    @Test
    void answersThatAreLostEndEachCallAtItsBudgetAndAllIsWellWhenTheyComeAgain() {
        RedisStore store =
                opened.store(settings(proxy.url()).withScheduler("s1").withBudget(Duration.ofMillis(300)));
        RedisStore other = opened.store(settings(server.url()).withScheduler("s2"));
        report(store);
        Stores.view(other);
        assertThat(Stores.view(store).schedulers()).isEqualTo(2);
        proxy.fallSilent();
        assertUnknown(() -> report(store));
        assertUnknown(() -> claim(store, "r1"));
        ServiceView view = Stores.view(store);
        assertThat(view.candidates()).hasSize(1);
        assertThat(view.current()).isFalse();
        // The last number known counts, or each would place as if it were alone.
        assertThat(view.schedulers()).isEqualTo(2);
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("does not answer"));
        proxy.heal();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void answersThatAreLateByMoreThanTheBudgetAreUnknown() {
        RedisStore store = opened.store(settings(proxy.url()).withBudget(Duration.ofMillis(300)));
        report(store);
        proxy.delay(800);
        assertUnknown(() -> report(store));
        assertThat(Stores.view(store).current()).isFalse();
        proxy.heal();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void aCutConnectionIsMadeAnewAndNothingWaitsForItMeanwhile() {
        RedisStore store = opened.store(settings(proxy.url()));
        report(store);
        proxy.cut();
        Awaitility.await()
                .atMost(PROMISED)
                .until(() -> store.trouble().orElse("").contains("cannot be reached"));
        int before = proxy.commands();
        for (int i = 0; i < 100; i++) {
            assertUnknown(() -> report(store));
        }
        assertThat(proxy.commands()).isEqualTo(before);
        proxy.heal();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
        assertThat(said.warnings("cannot be reached")).hasSize(1);
    }

    @Test
    void aServerThatIsNotThereAtTheStartIsUsedWhenItComes() {
        server.kill();
        RedisStore store = opened.store(settings(server.url()));
        assertThat(store.trouble()).hasValueSatisfying(text -> assertThat(text).contains("cannot be reached"));
        assertThat(Stores.view(store).candidates()).isEmpty();
        assertThat(Stores.view(store).current()).isFalse();
        server.startAgain();
        Awaitility.await().atMost(PROMISED).until(() -> works(store));
    }

    @Test
    void aServerThatMayThrowAwayWhatIsLiveIsWarnedOfAtTheStart() {
        server.cli("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        RedisStore store = opened.store(settings(server.url()));
        assertThat(store.warnings())
                .singleElement()
                .asString()
                .contains("allkeys-lru")
                .contains("set noeviction");
        assertThat(said.warnings("allkeys-lru")).hasSize(1);
        assertThat(report(store)).isEqualTo(ReportAnswer.STORED);
    }

    @Test
    void aMemberOfAClusterIsRefusedAtTheStart() {
        RedisServer cluster = opened.add(RedisServer.start("--cluster-enabled", "yes"));
        assertThatThrownBy(() -> opened.store(settings(cluster.url())))
                .isInstanceOf(RedisRefusedException.class)
                .hasMessageContaining("is part of a Redis Cluster")
                .hasMessageContaining("redis-cluster://HOST:PORT");
    }

    private static RedisSettings settings(String url) {
        return RedisSettings.at(RedisAddress.parse(url)).withPrefix("f");
    }

    private ReportAnswer report(RedisStore store) {
        return Stores.put(store, "i1", Stores.report(++sequence, 20, 10).with(InstanceState.UP));
    }

    private static Drain order(RedisStore store) {
        return Stores.answer(
                store.drains().order(Stores.BATTLE, Stores.owner("i1"), Drain.Wish.usual(), Stores.IGNORED));
    }

    private static List<Drain> drains(RedisStore store) {
        return Stores.answer(store.drains().drains(Stores.BATTLE, Stores.IGNORED));
    }

    private static Claim claim(RedisStore store, String room) {
        var claimed = Stores.answer(
                store.rooms().claim(Stores.room(room), new ClaimWish(Stores.owner("x"), null), Stores.IGNORED));
        assertThat(claimed.origin()).isEqualTo(Origin.CREATED);
        return claimed.claim();
    }

    private boolean works(RedisStore store) {
        try {
            return report(store) == ReportAnswer.STORED;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(OutcomeUnknownException.class);
            return false;
        }
    }

    private static void assertUnknown(Runnable call) {
        assertThatThrownBy(call::run).hasCauseInstanceOf(OutcomeUnknownException.class);
    }
}
