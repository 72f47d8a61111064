package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.Claimed;
import io.fairlead.store.AffinityStore.ReleaseAnswer;
import io.fairlead.store.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several processes, and several deployments, on one Redis. */
class SharedRedisTest {

    private static final int SCHEDULERS = 16;
    private static final int ROOMS = 2000;

    private final Opened opened = new Opened();
    private final RedisServer server = opened.add(RedisServer.start());

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    // Field case D14: two deployments on one Redis
    @Test
    void aPrefixNeverSeesWhatStandsUnderALongerOne() {
        List<String> prefixes = List.of("", "prod", "prod2", "FAIRLEAD", "REGISTRY");
        List<RedisStore> stores = new ArrayList<>();
        for (String prefix : prefixes) {
            RedisStore store = open(prefix, "s-" + prefix);
            stores.add(store);
            Stores.put(store, "in-" + prefix + "x", Stores.report(1, 20, 10));
            Stores.answer(store.rooms()
                    .claim(Stores.room("r"), new ClaimWish(Stores.owner("in-" + prefix + "x"), null), Stores.IGNORED));
        }
        for (int i = 0; i < prefixes.size(); i++) {
            RedisStore store = stores.get(i);
            InstanceId own = new InstanceId("in-" + prefixes.get(i) + "x");
            assertThat(Stores.view(store).candidates())
                    .extracting(candidate -> candidate.id())
                    .containsExactly(own);
            assertThat(Objects.requireNonNull(Stores.answer(store.rooms().find(Stores.room("r"), Stores.IGNORED)))
                            .owner()
                            .instance())
                    .isEqualTo(own);
            assertThat(store.schedulers(Stores.BATTLE)).hasValue(1);
        }
        Stores.answer(stores.get(1).reports().leave(Stores.BATTLE, Stores.owner("in-prodx"), Stores.IGNORED));
        assertThat(Stores.view(stores.get(1)).candidates()).isEmpty();
        assertThat(Stores.view(stores.get(2)).candidates()).hasSize(1);
        assertThat(Stores.answer(stores.get(1).reports().services(Stores.IGNORED)))
                .isEmpty();
        assertThat(Stores.answer(stores.get(2).reports().services(Stores.IGNORED)))
                .containsExactly(Stores.BATTLE);
    }

    @Test
    void everyKeyOfADeploymentBeginsWithItsPrefix() {
        RedisStore store = open("prod", "s1");
        Stores.put(store, "i1", Stores.report(1, 20, 10));
        Stores.view(store);
        Stores.answer(store.rooms().claim(Stores.room("r"), new ClaimWish(Stores.owner("i1"), null), Stores.IGNORED));
        Stores.answer(store.drains().order(Stores.BATTLE, Stores.owner("i9"), Drain.Wish.usual(), Stores.IGNORED));
        Set<String> keys = server.cli("KEYS", "*").lines().collect(Collectors.toSet());
        assertThat(keys)
                .containsExactlyInAnyOrder(
                        "prod:FAIRLEAD:{battle}:reports",
                        "prod:FAIRLEAD:{battle}:drains",
                        "prod:FAIRLEAD:{battle}:schedulers",
                        "prod:FAIRLEAD:{battle:r}",
                        "prod:FAIRLEAD:services",
                        "prod:FAIRLEAD:probe",
                        "prod:REGISTRY:LIST:battle",
                        "prod:REGISTRY:INSTANCE:battle:i1",
                        "prod:REGISTRY:NODE:LOAD:node-i1");
    }

    // Field case D19: sixteen processes, each with a connection of its own
    @Test
    void ofSixteenSchedulersRacingForTwoThousandRoomsAllGiveOneAnswerForEach() throws Exception {
        List<RedisStore> stores = new ArrayList<>();
        for (int i = 0; i < SCHEDULERS; i++) {
            stores.add(open("", "s" + i));
        }
        report(stores.get(0), 1);
        Set<String> first = race(stores, null);
        assertThat(first).hasSize(ROOMS);
        assertThat(first.stream().map(answer -> answer.split(" ")[1])).contains("n1#1", "n2#1", "n3#1", "n4#1");
        report(stores.get(0), 2);
        Set<String> second = race(stores, Stores.owner("n1"));
        assertThat(second).hasSize(ROOMS);
        assertThat(second.stream().map(answer -> answer.split(" ")[1])).doesNotContain("n1#1");
        assertThat(first.stream().filter(answer -> !answer.contains(" n1#1 "))).allMatch(second::contains);
    }

    // Field case D18
    @Test
    void aLateReleaseOfANextOwnersRoomIsRefusedAndDoesNotTouchItsTimeToLive() {
        RedisStore store = open("", "s1");
        Claim first = claim(store, "n1", null).claim();
        Claim second = claim(store, "n2", Stores.owner("n1")).claim();
        server.cli("PEXPIRE", "FAIRLEAD:{battle:r}", "50000");
        assertThat(Stores.answer(store.rooms().release(Stores.room("r"), first, Stores.IGNORED)))
                .isEqualTo(ReleaseAnswer.NOT_HELD);
        assertThat(Stores.answer(store.rooms().find(Stores.room("r"), Stores.IGNORED)))
                .isEqualTo(second);
        assertThat(Long.parseLong(server.cli("PTTL", "FAIRLEAD:{battle:r}"))).isBetween(1L, 50_000L);
        assertThat(claim(store, "n3", null).claim()).isEqualTo(second);
    }

    @Test
    void roomsEndAfterTwoMinutesAndReportsAreForgottenAfterThem() {
        RedisStore store = open("", "s1");
        claim(store, "n1", null);
        Stores.put(store, "n1", Stores.report(1, 40, 40));
        assertThat(Long.parseLong(server.cli("PTTL", "FAIRLEAD:{battle:r}"))).isBetween(110_000L, 120_000L);
        assertThat(Long.parseLong(server.cli("PTTL", "FAIRLEAD:{battle}:reports")))
                .isBetween(110_000L, 120_000L);
    }

    @Test
    void schedulersAreCountedWhileTheyLookAndOneThatClosesIsNotCountedAnyMore() throws Exception {
        RedisStore watcher = open("", null);
        assertThat(watcher.schedulers(Stores.BATTLE)).isEmpty();
        RedisStore one = open("", "s1");
        RedisStore two = open("", "s2");
        Stores.put(one, "i1", Stores.report(1, 20, 10));
        Stores.view(one);
        Stores.view(two);
        Stores.view(watcher);
        assertThat(watcher.schedulers(Stores.BATTLE)).hasValue(2);
        assertThat(Stores.view(watcher).schedulers()).isEqualTo(2);
        two.close();
        Awaitility.await().until(() -> {
            Stores.view(watcher);
            return watcher.schedulers(Stores.BATTLE).equals(OptionalInt.of(1));
        });
        assertThat(watcher.schedulers(new ServiceId("other"))).isEmpty();
    }

    /** So that a report of the last millisecond before a clock was set back is not fresh for as long as it was set back. */
    @Test
    void aReportFromTheStoresFutureAgesFromNowOn() {
        RedisStore store = open("", "s1");
        Stores.put(store, "n1", Stores.report(1, 40, 40));
        String value = server.cli("HGET", "FAIRLEAD:{battle}:reports", "n1");
        int space = value.indexOf(' ');
        long future = Long.parseLong(value.substring(0, space)) + 1_800_000_000L;
        server.cli("HSET", "FAIRLEAD:{battle}:reports", "n1", future + value.substring(space));
        assertThat(Stores.view(store).candidates()).hasSize(1);
        long stamped = Long.parseLong(
                server.cli("HGET", "FAIRLEAD:{battle}:reports", "n1").split(" ")[0]);
        assertThat(stamped).isLessThan(future - 1_700_000_000L);
    }

    private static void report(RedisStore store, long sequence) {
        for (int i = 1; i <= 4; i++) {
            Stores.put(store, "n" + i, Stores.report(sequence, 40, 40));
        }
    }

    /** Lets all ask for all rooms; the answers, one for each room if there is no split. */
    private static Set<String> race(List<RedisStore> stores, @Nullable Owner unreachable) throws Exception {
        Set<String> answers = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(stores.size());
        try {
            CyclicBarrier start = new CyclicBarrier(stores.size());
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < stores.size(); i++) {
                RedisStore store = stores.get(i);
                SplittableRandom random = new SplittableRandom(i);
                ends.add(threads.submit(() -> {
                    start.await();
                    ServiceView view = Stores.view(store);
                    for (int room = 0; room < ROOMS; room++) {
                        view = room % 200 == 0 ? Stores.view(store) : view;
                        Claim claim = allocate(store, "r" + room, unreachable, draw(view, unreachable, random));
                        answers.add("r" + room + " " + claim.owner() + " " + claim.epoch());
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get(120, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        return answers;
    }

    private static Owner draw(ServiceView view, @Nullable Owner unreachable, SplittableRandom random) {
        Placement placement = new Placer(PlacementSettings.safetyMargin())
                .place(new PlacementRequest(unreachable), view, null, random::nextLong);
        return Objects.requireNonNull(placement.chosen()).owner();
    }

    /** What a scheduler does for one room that it has drawn for: the claim decides. */
    private static Claim allocate(RedisStore store, String room, @Nullable Owner from, Owner drawn) {
        return Stores.answer(store.rooms().claim(Stores.room(room), new ClaimWish(drawn, from), Stores.IGNORED))
                .claim();
    }

    private static Claimed claim(RedisStore store, String candidate, @Nullable Owner from) {
        return Stores.answer(
                store.rooms().claim(Stores.room("r"), new ClaimWish(Stores.owner(candidate), from), Stores.IGNORED));
    }

    private RedisStore open(String prefix, @Nullable String scheduler) {
        RedisSettings settings =
                RedisSettings.at(RedisAddress.parse(server.url())).withPrefix(prefix);
        return opened.store(scheduler == null ? settings : settings.withScheduler(scheduler));
    }

    /** Anybody may ask a manager for a service by any name. */
    @Test
    void namesOfServicesThatNobodyReportsLeaveNoTraceInTheProcess() {
        RedisStore store = open("", "s1");
        for (int i = 0; i < 200; i++) {
            ServiceView view = Stores.answer(store.reports().view(new ServiceId("stranger-" + i), Stores.IGNORED));
            assertThat(view.candidates()).isEmpty();
        }
        assertThat(((RedisReportStore) store.reports()).remembered()).isZero();
    }
}
