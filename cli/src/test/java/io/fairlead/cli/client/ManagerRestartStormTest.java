package io.fairlead.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Allocator;
import io.fairlead.client.ClientSettings;
import io.fairlead.client.FairleadClient;
import io.fairlead.client.InstanceListener;
import io.fairlead.client.InstanceLoad;
import io.fairlead.client.InstanceSettings;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.Place;
import io.fairlead.config.ListenAddress;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import io.fairlead.placement.Owner;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Field case D20 (c): the manager is started again with five thousand clients attached. */
final class ManagerRestartStormTest {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final int CLIENTS = 5_000;
    private static final int ROOMS = 1_000;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Map<Owner, LoadReporter> reporters = new LinkedHashMap<>();
    private final List<RoomId> lost = new CopyOnWriteArrayList<>();

    private static Manager manager(Path data, int port) throws Exception {
        return Manager.start(ManagerSettings.standard().withDataDir(data).with(new ListenAddress("127.0.0.1", port)));
    }

    private void report(FairleadClient client, String id) throws Exception {
        LoadReporter reporter = client.reporter(
                InstanceSettings.of(BATTLE, new InstanceId(id), "ws://" + id + ":9000"),
                () -> InstanceLoad.unknown().withCpu(20).withMemory(10).withRooms(0),
                new InstanceListener() {
                    @Override
                    public void roomLost(RoomId room, long epoch) {
                        lost.add(room);
                    }
                });
        reporters.put(reporter.owner(), reporter);
        reporter.registered().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static Map<RoomId, Place> places(Allocator allocator) throws Exception {
        Map<RoomId, CompletableFuture<Place>> asked = new LinkedHashMap<>();
        for (int i = 0; i < ROOMS; i++) {
            RoomId room = new RoomId("r-" + i);
            asked.put(room, allocator.allocate(room).toCompletableFuture());
        }
        Map<RoomId, Place> places = new LinkedHashMap<>();
        for (Map.Entry<RoomId, CompletableFuture<Place>> one : asked.entrySet()) {
            places.put(one.getKey(), one.getValue().get(60, TimeUnit.SECONDS));
        }
        return places;
    }

    @Test
    void clientsGoOnWithThePlacesThatTheyKnowAndTheManagerAnswersEachOfThemOnceItIsBack(@TempDir Path data)
            throws Exception {
        Manager manager = manager(data, 0);
        int port = manager.port();
        try (FairleadClient client = FairleadClient.open(
                ClientSettings.standard().withManager(manager.url()).withBudget(Duration.ofSeconds(10)))) {
            for (String id : List.of("i1", "i2", "i3", "i4")) {
                report(client, id);
            }
            Allocator local = client.localAllocator(BATTLE).withBudget(LONG);
            // A manager that has just started does not know yet which rooms there are.
            await().atMost(LONG)
                    .ignoreExceptions()
                    .until(() -> local.allocate(new RoomId("r-0"))
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS)
                            .claim()
                            .isPresent());
            Map<RoomId, Place> before = places(local);
            before.forEach((room, place) -> Objects.requireNonNull(reporters.get(place.owner()))
                    .hold(room, place.claim().orElseThrow()));
            manager.close();
            places(local)
                    .forEach((room, place) -> assertThat(place.instance())
                            .as("room %s while the manager is away", room)
                            .isEqualTo(Objects.requireNonNull(before.get(room)).instance()));

            manager = manager(data, port);
            storm(manager);
            places(local)
                    .forEach((room, place) -> assertThat(place.instance())
                            .as("room %s after its return", room)
                            .isEqualTo(Objects.requireNonNull(before.get(room)).instance()));
            assertThat(lost).isEmpty();
        } finally {
            reporters.values().forEach(LoadReporter::close);
            manager.close();
        }
    }

    /** All at once, each on a connection of its own, as programs do that were cut off at one time. */
    private static void storm(Manager manager) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest place = HttpRequest.newBuilder(URI.create(manager.url() + "/v1/services/battle/placements"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .timeout(LONG)
                .build();
        HttpRequest ready = HttpRequest.newBuilder(URI.create(manager.url() + "/health/ready"))
                .timeout(Duration.ofSeconds(1))
                .build();
        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            asked.add(http.sendAsync(place, HttpResponse.BodyHandlers.ofString()));
        }
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> HttpClient.newHttpClient()
                                .send(ready, HttpResponse.BodyHandlers.ofString())
                                .statusCode()
                        == 200);
        for (CompletableFuture<HttpResponse<String>> one : asked) {
            // Before the first instance has reported again there is no place, which is an answer too.
            HttpResponse<String> answer = one.get(60, TimeUnit.SECONDS);
            assertThat(answer.statusCode() == 200 || answer.body().contains("\"no-instances\""))
                    .as(answer.body())
                    .isTrue();
        }
    }
}
