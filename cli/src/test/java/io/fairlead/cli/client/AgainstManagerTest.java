package io.fairlead.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.GroupId;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Allocator;
import io.fairlead.client.CallException;
import io.fairlead.client.ClientSettings;
import io.fairlead.client.FairleadClient;
import io.fairlead.client.InstanceListener;
import io.fairlead.client.InstanceLoad;
import io.fairlead.client.InstanceSettings;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.LocatorSettings;
import io.fairlead.client.Place;
import io.fairlead.client.PlaceWish;
import io.fairlead.client.Primary;
import io.fairlead.client.PrimaryLocator;
import io.fairlead.client.PrimaryView;
import io.fairlead.client.ReleaseAnswer;
import io.fairlead.config.ListenAddress;
import io.fairlead.handover.Timing;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.placement.InstanceState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against a real manager over loopback. */
final class AgainstManagerTest {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final GroupId LINE = new GroupId("line-1");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Timing HOLD = Timing.of(Duration.ofSeconds(2));

    private static Manager manager(Path data, int port) throws Exception {
        return Manager.start(
                ManagerSettings.standard().with(HOLD).withDataDir(data).with(new ListenAddress("127.0.0.1", port)));
    }

    private static FairleadClient client(Manager manager) {
        return FairleadClient.open(
                ClientSettings.standard().withManager(manager.url()).withBudget(Duration.ofSeconds(10)));
    }

    private static <T> T got(CompletionStage<T> call) throws Exception {
        return call.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static CallException failure(CompletionStage<?> call) throws Exception {
        return (CallException) got(call.handle((value, failure) -> failure));
    }

    private static String ask(Manager manager, String method, String path) throws Exception {
        return ask(manager, method, path, "");
    }

    private static String ask(Manager manager, String method, String path, String json) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(manager.url() + path))
                                .header("content-type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static LoadReporter reporter(FairleadClient client, String id, List<String> told) {
        return client.reporter(
                InstanceSettings.of(BATTLE, new InstanceId(id), "ws://" + id + ":9000"),
                () -> InstanceLoad.unknown().withCpu(20).withMemory(10).withRooms(0),
                new InstanceListener() {
                    @Override
                    public void roomLost(RoomId room, long epoch) {
                        told.add("lost " + room);
                    }

                    @Override
                    public void drainOrdered() {
                        told.add("drain");
                    }

                    @Override
                    public void ended(CallException why) {
                        told.add("ended " + why.code());
                    }
                });
    }

    @Test
    void aRoomLivesFromItsPlacementToItsEndAndItsInstanceFromItsFirstReportToItsGoodbye(@TempDir Path data)
            throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Manager manager = manager(data, 0);
                FairleadClient client = client(manager)) {
            Allocator allocator = client.allocator(BATTLE);
            assertThat(failure(allocator.withBudget(Duration.ofSeconds(5)).allocate()))
                    .hasMessageContaining("service battle has no instance");
            LoadReporter reporter = reporter(client, "i1", told);
            got(reporter.registered());

            Place connection = got(allocator.allocate());
            assertThat(connection.instance().endpoint()).isEqualTo("ws://i1:9000");
            assertThat(connection.owner()).isEqualTo(reporter.owner());
            assertThat(connection.basis()).isEqualTo("WEIGHTED");
            assertThat(connection.claim()).isEmpty();

            // The manager has just started and asks for a wait of up to 9 s, which is kept.
            Place room = got(allocator.withBudget(LONG).allocate(new RoomId("r-1")));
            reporter.hold(new RoomId("r-1"), room.claim().orElseThrow());
            Place again = got(allocator.allocate(
                    PlaceWish.forRoom(new RoomId("r-1")).withCost(2).avoiding(room.owner())));
            assertThat(again.basis()).isEqualTo("AFFINITY");
            assertThat(again.claim()).isEqualTo(room.claim());

            assertThat(got(allocator.release(new RoomId("r-1"), 1))).isEqualTo(ReleaseAnswer.NOT_HELD);
            assertThat(got(reporter.end(new RoomId("r-1")))).isEqualTo(ReleaseAnswer.DONE);
            assertThat(got(reporter.end(new RoomId("r-1")))).isEqualTo(ReleaseAnswer.LIVES_NOWHERE);
            assertThat(got(allocator.release(new RoomId("r-1")))).isEqualTo(ReleaseAnswer.LIVES_NOWHERE);

            Place second = got(allocator.allocate(new RoomId("r-2")));
            reporter.hold(new RoomId("r-2"), second.claim().orElseThrow());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(reporter.status().rooms()).isEqualTo(1));
            assertThat(got(allocator.release(new RoomId("r-2")))).isEqualTo(ReleaseAnswer.DONE);
            reporter.drain();
            await().atMost(LONG).untilAsserted(() -> assertThat(told).containsExactly("lost r-2"));
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(ask(manager, "GET", "/v1/services/battle"))
                            .contains("\"state\":\"draining\""));
            reporter.close();
            assertThat(ask(manager, "GET", "/v1/services/battle")).contains("unknown-service");
        }
    }

    @Test
    void aProgramThatDecidesForItselfAgreesWithTheManagerAndGoesOnWithoutIt(@TempDir Path data) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Manager manager = manager(data, 0);
        try (FairleadClient client = client(manager);
                FairleadClient other = client(manager)) {
            got(reporter(client, "i1", told).registered());
            got(reporter(client, "i2", told).registered());
            Allocator local = client.localAllocator(BATTLE).withBudget(LONG);
            Allocator second = other.localAllocator(BATTLE).withBudget(LONG);
            assertThat(got(local.allocate()).claim()).isEmpty();
            // A manager that has just started does not know yet which rooms there are.
            await().atMost(LONG)
                    .ignoreExceptions()
                    .until(() -> got(local.allocate(new RoomId("r-0"))).claim().isPresent());
            TreeSet<InstanceId> used = new TreeSet<>();
            for (int i = 0; i < 40; i++) {
                RoomId room = new RoomId("r-" + i);
                Place place = got((i % 2 == 0 ? local : second).allocate(room));
                assertThat(got((i % 2 == 0 ? second : local).allocate(room)).claim())
                        .isEqualTo(place.claim());
                assertThat(got(client.allocator(BATTLE).allocate(room)).claim()).isEqualTo(place.claim());
                used.add(place.instance().id());
            }
            assertThat(used).hasSize(2);
            assertThat(ask(manager, "GET", "/v1/services/battle/view?scheduler=me"))
                    .contains("\"schedulers\":3,");
            assertThat(got(local.release(new RoomId("r-0")))).isEqualTo(ReleaseAnswer.DONE);
            assertThat(got(local.release(new RoomId("r-0")))).isEqualTo(ReleaseAnswer.LIVES_NOWHERE);

            manager.close();
            await().atMost(LONG)
                    .until(() -> got(local.withBudget(Duration.ofSeconds(2)).allocate(new RoomId("r-new")))
                            .basis()
                            .equals("STALE"));
            Place alone = got(local.withBudget(Duration.ofSeconds(2)).allocate(new RoomId("r-new")));
            assertThat(alone.claim()).isEmpty();
            assertThat(got(second.withBudget(Duration.ofSeconds(2)).allocate(new RoomId("r-new")))
                            .instance())
                    .isEqualTo(alone.instance());
            // For a moment the last look still counts for whom no claim can fail.
            await().atMost(LONG).until(() -> got(local.allocate()).basis().equals("STALE"));
        } finally {
            manager.close();
        }
    }

    @Test
    void anOperatorsOrdersReachTheInstance(@TempDir Path data) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (Manager manager = manager(data, 0);
                FairleadClient client = client(manager)) {
            LoadReporter reporter = reporter(client, "i1", told);
            got(reporter.registered());
            ask(manager, "POST", "/v1/services/battle/instances/i1/drain", "{\"force\":true}");
            await().atMost(LONG).untilAsserted(() -> assertThat(told).containsExactly("drain"));
            assertThat(reporter.status().state()).isEqualTo(InstanceState.DRAINING);
            ask(manager, "DELETE", "/v1/services/battle/instances/i1");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(told).containsExactly("drain", "ended incarnation-ended"));

            List<String> toldOlder = new CopyOnWriteArrayList<>();
            LoadReporter older = reporter(client, "i2", toldOlder);
            got(older.registered());
            got(reporter(client, "i2", told).registered());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(toldOlder).containsExactly("ended incarnation-conflict"));
        }
    }

    @Test
    void afterARestartOfTheManagerAllIsThereAgain(@TempDir Path data) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        List<PrimaryView> seen = new CopyOnWriteArrayList<>();
        Manager manager = manager(data, 0);
        int port = manager.port();
        try (FairleadClient client = client(manager);
                GroupNode node = new GroupNode(manager.url(), LINE.value(), "gw-1")) {
            PrimaryLocator locator =
                    client.locator(LINE, new LocatorSettings(Duration.ofMillis(100), Duration.ofMillis(500)));
            locator.onChange(view -> {
                seen.add(view);
                throw new IllegalStateException("a listener that always fails");
            });
            LoadReporter reporter = reporter(client, "i1", told);
            got(reporter.registered());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(locator.current()).isInstanceOf(Primary.class));
            Primary before = got(locator.locate());
            assertThat(before.node()).isEqualTo(new NodeId("gw-1"));
            assertThat(before.address()).contains(node.address());
            Place room = got(client.allocator(BATTLE).withBudget(LONG).allocate(new RoomId("r-1")));
            reporter.hold(new RoomId("r-1"), room.claim().orElseThrow());
            manager.close();

            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(locator.current()).isInstanceOf(PrimaryView.Unknown.class));
            assertThat(locator.current()).isInstanceOfSatisfying(PrimaryView.Unknown.class, unknown -> {
                assertThat(unknown.last().orElseThrow())
                        .usingRecursiveComparison()
                        .ignoringFields("age")
                        .isEqualTo(before);
                assertThat(unknown.why()).contains("no manager answers at");
            });
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(reporter.status().failures()).isPositive());

            manager = manager(data, port);
            await().atMost(LONG).untilAsserted(() -> {
                assertThat(locator.current()).isInstanceOf(Primary.class);
                assertThat(reporter.status().failures()).isZero();
            });
            assertThat(((Primary) locator.current()).token()).isGreaterThanOrEqualTo(before.token());
            Place again = got(client.allocator(BATTLE).withBudget(LONG).allocate(new RoomId("r-1")));
            assertThat(again.claim()).isEqualTo(room.claim());
            assertThat(told).isEmpty();
            assertThat(seen)
                    .as("nothing but changes, all of them, and never none for unknown")
                    .hasSizeGreaterThanOrEqualTo(4)
                    .last()
                    .isInstanceOf(Primary.class);
        } finally {
            manager.close();
        }
    }

    @Test
    void aPrimaryThatSaysGoodbyeLeavesNoneAndNotUnknown(@TempDir Path data) throws Exception {
        try (Manager manager = manager(data, 0);
                FairleadClient client = client(manager)) {
            PrimaryLocator locator = client.locator(LINE);
            assertThat(failure(locator.locate()).code()).isEqualTo("unknown-group");
            assertThat(locator.current()).isInstanceOf(PrimaryView.Unknown.class);
            GroupNode node = new GroupNode(manager.url(), LINE.value(), "gw-1");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(locator.current()).isInstanceOf(Primary.class));
            node.leave();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(locator.current()).isInstanceOf(PrimaryView.None.class));
            assertThat(failure(locator.locate()).code()).isEqualTo("no-primary");
        }
    }
}
