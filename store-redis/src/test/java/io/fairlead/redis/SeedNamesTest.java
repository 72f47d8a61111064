package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Offer;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.Drain;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ours and programs that know nothing but the names of the method's text place rooms on one another's instances. */
class SeedNamesTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Opened opened = new Opened();
    private final RedisServer server = opened.add(RedisServer.start());

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @Test
    void aReportIsWrittenUnderTheNamesOfTheText() {
        RedisStore store = open();
        Stores.put(store, "i1", Stores.report(1, 20, 10));
        assertThat(server.cli("SMEMBERS", "REGISTRY:LIST:battle")).isEqualTo("i1");
        assertThat(server.cli("HGET", "REGISTRY:INSTANCE:battle:i1", "endpoint"))
                .isEqualTo("ws://i1:9000");
        assertThat(server.cli("HGET", "REGISTRY:INSTANCE:battle:i1", "node_id")).isEqualTo("node-i1");
        assertThat(server.cli("GET", "REGISTRY:NODE:LOAD:node-i1")).isEqualTo("4225");
        assertThat(Long.parseLong(server.cli("PTTL", "REGISTRY:NODE:LOAD:node-i1")))
                .isBetween(1L, 9000L);
    }

    @Test
    void aWeightLastsAsLongAsItsSampleCounts() {
        RedisStore store = open();
        Stores.put(store, "i1", Stores.report(1, 20, 10).withSampleAge(Duration.ofSeconds(7)));
        assertThat(Long.parseLong(server.cli("PTTL", "REGISTRY:NODE:LOAD:node-i1")))
                .isBetween(1L, 2000L);
        Stores.put(store, "i2", Stores.report(1, 20, 10).withSampleAge(Duration.ofSeconds(9)));
        assertThat(server.cli("EXISTS", "REGISTRY:NODE:LOAD:node-i2")).isEqualTo("0");
    }

    @Test
    void anUnknownLoadHasNoWeightAndAFullMachineHasZero() {
        RedisStore store = open();
        Stores.put(store, "i1", LoadReport.fresh(new Incarnation("1"), 1, Metrics.ofCpu(20)));
        assertThat(server.cli("EXISTS", "REGISTRY:NODE:LOAD:node-i1")).isEqualTo("0");
        Stores.put(store, "i2", Stores.report(1, 86, 10));
        assertThat(server.cli("GET", "REGISTRY:NODE:LOAD:node-i2")).isEqualTo("0");
    }

    @Test
    void anInstanceThatDrainsOrLeavesStandsInNoListThatOthersDrawFrom() {
        RedisStore store = open();
        Stores.put(store, "i1", Stores.report(1, 20, 10));
        Stores.put(store, "i2", Stores.report(1, 20, 10));
        Stores.put(store, "i1", Stores.report(2, 20, 10).with(InstanceState.DRAINING));
        assertThat(server.cli("SMEMBERS", "REGISTRY:LIST:battle")).isEqualTo("i2");
        Stores.put(store, "i1", Stores.report(3, 20, 10));
        assertThat(seed("allocate", "battle", "200")).contains("ws://i1:9000", "ws://i2:9000");
        Stores.answer(store.reports().leave(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED));
        assertThat(seed("allocate", "battle", "200")).containsOnly("ws://i2:9000");
    }

    /** An operator's order, of which the instance may know nothing. */
    @Test
    void anInstanceThatIsOrderedToDrainStandsInNoListWhateverItReports() {
        RedisStore store = open();
        Stores.put(store, "i1", Stores.report(1, 20, 10));
        Stores.put(store, "i2", Stores.report(1, 20, 10));
        Stores.answer(store.drains().order(Stores.BATTLE, Stores.owner("i1"), Drain.Wish.usual(), Stores.IGNORED));
        assertThat(server.cli("SMEMBERS", "REGISTRY:LIST:battle")).isEqualTo("i2");
        Stores.put(store, "i1", Stores.report(2, 20, 10));
        assertThat(server.cli("SMEMBERS", "REGISTRY:LIST:battle")).isEqualTo("i2");
        Stores.answer(store.drains().cancel(Stores.BATTLE, Stores.owner("i1"), Stores.IGNORED));
        Stores.put(store, "i1", Stores.report(3, 20, 10));
        assertThat(seed("allocate", "battle", "200")).contains("ws://i1:9000", "ws://i2:9000");
    }

    @Test
    void aForeignInstanceWhoseOrderToDrainIsTakenBackIsInTheListAgainThoughItOnlyRefreshesItsWeight() {
        RedisStore store = open();
        Stores.put(store, "ours", Stores.report(1, 20, 10));
        seed("report", "battle", "theirs", "box-7", "ws://theirs:9000", "6400");
        Owner theirs = awaitCandidates(store, 2).candidates().get(1).owner();
        Stores.answer(store.drains().order(Stores.BATTLE, theirs, Drain.Wish.usual(), Stores.IGNORED));
        assertThat(server.cli("SISMEMBER", "REGISTRY:LIST:battle", "theirs")).isEqualTo("0");
        Stores.answer(store.drains().cancel(Stores.BATTLE, theirs, Stores.IGNORED));
        assertThat(server.cli("SISMEMBER", "REGISTRY:LIST:battle", "theirs")).isEqualTo("1");
    }

    @Test
    void whatAnotherProgramReportsIsDrawnBesideOursByJustItsWeight() {
        RedisStore store = open();
        Stores.put(store, "ours", Stores.report(1, 65, 10));
        seed("report", "battle", "theirs", "box-7", "ws://theirs:9000", "6400");
        ServiceView view = awaitCandidates(store, 2);
        Placer placer = new Placer(PlacementSettings.safetyMargin());
        assertThat(placer.offers(view)).extracting(Offer::weight).containsExactly(400.0, 6400.0);
        assertThat(placer.offers(view))
                .extracting(offer -> Objects.requireNonNull(offer.margin()).binding())
                .containsExactly("cpu", "weight");
        int theirs = 0;
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 6800; i++) {
            Placement placement = placer.place(PlacementRequest.plain(), view, null, random::nextLong);
            assertThat(placement.basis()).isEqualTo(Basis.WEIGHTED);
            boolean there =
                    Objects.requireNonNull(placement.chosen()).id().value().equals("theirs");
            theirs += there ? 1 : 0;
        }
        assertThat(theirs).isBetween(6300, 6500);
        assertThat(Stores.answer(store.reports().services(Stores.IGNORED))).containsExactly(Stores.BATTLE);
    }

    @Test
    void anotherProgramsSchedulerDrawsOursAndItsOwnByWeight() {
        RedisStore store = open();
        Stores.put(store, "ours", Stores.report(1, 5, 10));
        seed("report", "battle", "theirs", "box-7", "ws://theirs:9000", "400");
        Map<String, Integer> drawn = new TreeMap<>();
        seed("allocate", "battle", "1700").forEach(endpoint -> drawn.merge(endpoint, 1, Integer::sum));
        assertThat(drawn.keySet()).containsExactly("ws://ours:9000", "ws://theirs:9000");
        assertThat(drawn.get("ws://ours:9000")).isBetween(1540, 1660);
    }

    @Test
    void severalInstancesOnOneNodeShareItsWeight() {
        RedisStore store = open();
        seed("report", "battle", "a", "box-7", "ws://a:9000", "900");
        seed("report", "battle", "b", "box-7", "ws://b:9000", "900");
        Stores.answer(store.reports()
                .put(
                        Stores.BATTLE,
                        new Instance(new InstanceId("c"), new NodeId("box-7"), "ws://c:9000"),
                        Stores.report(1, 20, 10),
                        Stores.IGNORED));
        ServiceView view = awaitCandidates(store, 3);
        assertThat(new Placer(PlacementSettings.safetyMargin()).offers(view))
                .extracting(Offer::weight)
                .containsExactly(4225.0, 4225.0, 4225.0);
    }

    // Field case D15 (a)
    @Test
    void membersWithoutALiveWeightAreNoCandidatesAndAreTakenOutOfTheListInTheEnd() {
        RedisStore store = opened.store(RedisSettings.at(RedisAddress.parse(server.url())), Stores.sweepingSoon());
        for (int i = 1; i <= 5; i++) {
            seed("report", "battle", "n" + i, "box-" + i, "ws://n" + i + ":9000", "900");
        }
        awaitCandidates(store, 5);
        server.cli("DEL", "REGISTRY:NODE:LOAD:box-4", "REGISTRY:NODE:LOAD:box-5");
        awaitCandidates(store, 3);
        Awaitility.await().atMost(SOON).until(() -> {
            assertThat(Stores.view(store).candidates())
                    .extracting(candidate -> candidate.id().value())
                    .containsExactly("n1", "n2", "n3");
            return server.cli("SCARD", "REGISTRY:LIST:battle").equals("3");
        });
        assertThat(server.cli("EXISTS", "REGISTRY:INSTANCE:battle:n4", "REGISTRY:INSTANCE:battle:n1"))
                .isEqualTo("1");
    }

    // Field case D15 (b)
    @Test
    void tenThousandDeadMembersAreGoneAfterAFewLooksAndTheLiveOnesStay() {
        RedisStore store = opened.store(RedisSettings.at(RedisAddress.parse(server.url())), Stores.sweepingSoon());
        StringBuilder dead = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            dead.append("SADD REGISTRY:LIST:battle dead-").append(i).append('\n');
            dead.append("HSET REGISTRY:INSTANCE:battle:dead-" + i + " endpoint ws://d:1 node_id dead-" + i + "\n");
        }
        server.pipe(dead.toString());
        for (int i = 1; i <= 3; i++) {
            Stores.put(store, "n" + i, Stores.report(1, 20, 10));
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            assertThat(Stores.view(store).candidates()).hasSize(3);
            return server.cli("SCARD", "REGISTRY:LIST:battle").equals("3");
        });
        assertThat(server.cli("KEYS", "REGISTRY:INSTANCE:battle:dead-*")).isEmpty();
        assertThat(store.trouble()).isEmpty();
    }

    /** Its reports stop, and a living neighbour keeps the weight of their node alive. */
    @Test
    void ourInstanceThatDiedIsNotTakenForSomebodyElsesBesideALivingNeighbour() {
        Lifetimes standard = Lifetimes.standard();
        RedisStore store = opened.store(
                RedisSettings.at(RedisAddress.parse(server.url())),
                new Lifetimes(
                        standard.claim(),
                        Duration.ofMillis(500),
                        Duration.ofMillis(300),
                        Duration.ofMillis(300),
                        standard.settle()));
        Stores.put(store, "dead", Stores.report(1, 20, 10));
        seed("report", "battle", "alive", "node-dead", "ws://alive:9000", "900");
        Awaitility.await().atMost(SOON).until(() -> {
            List<String> seen = new ArrayList<>();
            Stores.view(store).candidates().forEach(candidate -> {
                assertThat(candidate.id().value().equals("dead")
                                && candidate.report().incarnation().equals(ForeignWeight.INCARNATION))
                        .isFalse();
                seen.add(candidate.id().value());
            });
            return seen.equals(List.of("alive"))
                    && server.cli("SMEMBERS", "REGISTRY:LIST:battle").equals("alive");
        });
    }

    /** Its report is on its way to us, or we forgot it: either way only its own report makes it a candidate. */
    @Test
    void aMemberThatOneOfOursWroteIsNoCandidateOfAnotherProgram() {
        RedisStore store = open();
        seed("report", "battle", "theirs", "box-7", "ws://theirs:9000", "900");
        Stores.put(store, "ours", Stores.report(1, 20, 10));
        server.cli("DEL", "FAIRLEAD:{battle}:reports");
        assertThat(Stores.view(store).candidates())
                .extracting(candidate -> candidate.id().value())
                .containsExactly("theirs");
    }

    /** Who reports in another form, or as no instance of ours could be named, spoils nothing for the others. */
    @Test
    void whatCannotBeReadIsUnknownAndSpoilsNothing() {
        RedisStore store = open();
        Stores.put(store, "ours", Stores.report(1, 20, 10));
        seed("report", "battle", "a:b", "box-1", "ws://x:1", "900");
        seed("report", "battle", "节点-01", "box-1", "ws://x:1", "900");
        seed("report", "battle", "bad-node", "box 1", "ws://x:1", "900");
        seed("report", "battle", "bad-weight", "box-2", "ws://x:1", "fast");
        seed("report", "battle", "below-zero", "box-3", "ws://x:1", "-5");
        server.cli("HSET", "FAIRLEAD:{battle}:reports", "strange", "no report");
        ServiceView view = awaitCandidates(store, 3);
        assertThat(new Placer(PlacementSettings.safetyMargin()).offers(view))
                .extracting(Offer::weight)
                .containsExactly(0.0, 0.0, 4225.0);
        assertThat(view.candidates())
                .filteredOn(candidate -> !candidate.id().value().equals("ours"))
                .allSatisfy(candidate ->
                        assertThat(candidate.report().metrics().values()).isEmpty());
        assertThat(store.trouble()).isEmpty();
    }

    private RedisStore open() {
        return opened.store(RedisSettings.at(RedisAddress.parse(server.url())));
    }

    private static ServiceView awaitCandidates(RedisStore store, int count) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> Stores.view(store).candidates().size() == count);
        return Stores.view(store);
    }

    /** Runs the script; the lines that it prints. */
    private List<String> seed(String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", script(), Integer.toString(server.port())));
        command.addAll(Arrays.asList(arguments));
        return Shell.run(command).lines().toList();
    }

    private static String script() {
        try {
            return Path.of(Objects.requireNonNull(SeedNamesTest.class.getResource("/seed.sh"))
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
