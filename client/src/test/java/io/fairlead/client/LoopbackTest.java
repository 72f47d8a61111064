package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.GroupId;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The client on real sockets, against servers that do what a manager should not. */
final class LoopbackTest {

    private static final ServiceId BATTLE = new ServiceId("battle");
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String PLACE = "{\"number\":1,\"service\":\"battle\",\"room\":null,\"instance\":\"i1\","
            + "\"incarnation\":\"ab\",\"endpoint\":\"ws://h:1\",\"node\":\"n\",\"basis\":\"WEIGHTED\","
            + "\"words\":\"drawn\",\"claim\":null,\"checks\":[{\"a\":[1]}]}";

    private static CallException failure(CompletionStage<?> call) throws Exception {
        Throwable thrown =
                call.handle((value, failure) -> failure).toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(thrown).isInstanceOf(CallException.class);
        return (CallException) thrown;
    }

    private static <T> T got(CompletionStage<T> call) throws Exception {
        return call.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void aServerThatStallsCostsTheBudgetAndTheConnectionIsGivenUp() throws Exception {
        try (RawServer server = new RawServer(request -> Optional.empty());
                FairleadClient client = FairleadClient.open(server.settings().withBudget(SHORT))) {
            assertThat(failure(client.allocator(BATTLE).allocate()).code()).isEqualTo("no-answer");
            await().untilAsserted(() -> assertThat(server.gone).hasPositiveValue());
            assertThat(server.requests).containsExactly("POST /v1/services/battle/placements HTTP/1.1");
        }
    }

    @Test
    void cancellingACallGivesItsConnectionUpAndFreesItsSlot() throws Exception {
        try (RawServer server = new RawServer(request -> Optional.empty());
                FairleadClient client =
                        FairleadClient.open(server.settings().withInFlight(1).withBudget(Duration.ofSeconds(60)))) {
            Allocator allocator = client.allocator(BATTLE);
            CompletableFuture<Place> first = allocator.allocate().toCompletableFuture();
            await().untilAsserted(() -> assertThat(server.requests).hasSize(1));
            assertThat(failure(allocator.allocate()).code()).isEqualTo("too-many-calls");
            first.cancel(true);
            await().untilAsserted(() -> assertThat(server.gone).hasValue(1));
            CompletableFuture<Place> second = allocator.allocate().toCompletableFuture();
            await().untilAsserted(() -> assertThat(server.requests).hasSize(2));
            assertThat(second).isNotDone();
        }
    }

    @Test
    void a503WithAWaitIsAskedAgainAfterThatWait() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        String wait = RawServer.answer(503, "retry-after: 1\r\n", "{\"code\":\"learning-rooms\",\"detail\":\"wait\"}");
        try (RawServer server = new RawServer(request ->
                        Optional.of(asked.incrementAndGet() == 1 ? wait : RawServer.answer(200, "", PLACE)));
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(20)))) {
            long began = System.nanoTime();
            Place place = got(client.allocator(BATTLE).allocate());
            assertThat(place.instance().endpoint()).isEqualTo("ws://h:1");
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(1_000_000_000L);
            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void asManyCallsAsMayBeAreUnderWayAndNotOneMore() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RawServer server = new RawServer(request -> {
                    awaitQuietly(release);
                    return Optional.of(RawServer.answer(200, "", PLACE));
                });
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(60)))) {
            List<CompletableFuture<Place>> calls = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                calls.add(client.allocator(BATTLE).allocate().toCompletableFuture());
            }
            assertThat(calls.stream().filter(CompletableFuture::isCompletedExceptionally))
                    .hasSize(300 - 256);
            release.countDown();
            for (CompletableFuture<Place> call : calls.subList(0, 256)) {
                assertThat(got(call).number()).isEqualTo(1);
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nobodyThereIsToldWithAddressAndRemedy() throws Exception {
        ClientSettings settings;
        try (RawServer server = new RawServer(request -> Optional.empty())) {
            settings = server.settings();
        }
        try (FairleadClient client = FairleadClient.open(settings.withBudget(SHORT))) {
            CallException why = failure(client.allocator(BATTLE).allocate(new RoomId("r-1")));
            assertThat(why.code()).isIn("no-connection", "no-answer");
            assertThat(why)
                    .hasMessageContaining("the place of room r-1 of service battle")
                    .hasMessageContaining("no manager answers at " + settings.manager() + ": ")
                    .hasMessageContaining("(start one there, or name the address of another)");
        }
    }

    @Test
    void aHostWhoseNameIsNotKnownIsNoConnection() throws Exception {
        ClientSettings settings = ClientSettings.standard().withManager("http://no-such-host.invalid:7400");
        try (FairleadClient client = FairleadClient.open(settings.withBudget(Duration.ofSeconds(10)))) {
            CallException why =
                    failure(client.allocator(BATTLE).withBudget(SHORT).allocate());
            assertThat(why.code()).isIn("no-connection", "no-answer");
        }
    }

    @Test
    void aTokenGoesWithEachRequestAsItsSourceSaysAtThatTime() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", PLACE)));
                FairleadClient client =
                        FairleadClient.open(server.settings().withToken(() -> "s3cr3t-" + asked.incrementAndGet()))) {
            got(client.allocator(BATTLE).allocate());
            got(client.allocator(BATTLE).allocate());
            assertThat(server.authorizations).containsExactly("Bearer s3cr3t-1", "Bearer s3cr3t-2");
        }
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", PLACE)));
                FairleadClient client = FairleadClient.open(server.settings().withToken("s3cr3t-x"));
                FairleadClient without = FairleadClient.open(server.settings())) {
            got(client.allocator(BATTLE).allocate());
            assertThat(server.authorizations).containsExactly("Bearer s3cr3t-x");
            got(without.allocator(BATTLE).allocate());
            assertThat(server.authorizations).hasSize(1);
        }
    }

    @Test
    void aTokenThatIsNotLetInIsSaidOnceWithWhereItComesFromAndNotTriedAgain() throws Exception {
        String refusal = "{\"code\":\"unauthorized\",\"detail\":\"the token is not one that this manager knows\"}";
        try (RawServer server = new RawServer(
                        request -> Optional.of(RawServer.answer(401, "www-authenticate: Bearer\r\n", refusal)));
                FairleadClient client = FairleadClient.open(server.settings().withToken("s3cr3t-x"))) {
            CallException why = failure(client.allocator(BATTLE).allocate());
            assertThat(why.code()).isEqualTo("unauthorized");
            assertThat(why)
                    .hasMessageEndingWith(": the token is not one that this manager knows; the token is the one of"
                            + " ClientSettings.withToken (unauthorized)");
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void withoutATokenFromItsSourceNothingIsSentAndTheSourceIsNamed() throws Exception {
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", PLACE)))) {
            try (FairleadClient client = FairleadClient.open(server.settings().withToken(() -> {
                throw new IllegalStateException("no file /run/token");
            }))) {
                CallException why = failure(client.allocator(BATTLE).allocate());
                assertThat(why.code()).isEqualTo("no-token");
                assertThat(why)
                        .hasMessageContaining("the source of ClientSettings.withToken failed: ")
                        .hasMessageEndingWith("no file /run/token");
            }
            try (FairleadClient client = FairleadClient.open(server.settings().withToken(() -> "s3cr3t\r\nx: y"))) {
                CallException why = failure(client.allocator(BATTLE).allocate());
                assertThat(why.code()).isEqualTo("no-token");
                assertThat(why.getMessage())
                        .contains("other than printable ASCII")
                        .doesNotContain("s3cr3t");
            }
            assertThat(server.requests).isEmpty();
        }
    }

    /** As when a name's look-up hangs: whatever the network does, callers go on and budgets hold. */
    @Test
    void networkThreadsThatAreStuckHoldUpNeitherTheCallerNorTheBudget() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ThreadPoolExecutor stuck = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        stuck.allowCoreThreadTimeOut(true);
        ThreadTimeline timeline = new ThreadTimeline(Thread::new);
        try {
            stuck.execute(() -> awaitQuietly(release));
            URI manager = URI.create("http://127.0.0.1:1");
            HttpWire wire = new HttpWire(manager, stuck, 2, Optional.empty());
            Calls calls = new Calls(
                    new Calls.Way(manager, wire, timeline, Runnable::run),
                    BackOff.standard(),
                    100,
                    new SplittableRandom(1));
            Errand<Document> errand = new Errand<>(
                    "it", Wire.Request.of("GET", "/"), Errand.Repeat.NEVER, SHORT, (document, sent) -> document);
            CompletableFuture<Document> first = calls.begin(errand);
            CompletableFuture<Document> second = calls.begin(errand);
            assertThat(failure(first).code()).isEqualTo("no-answer");
            assertThat(failure(second).code()).isEqualTo("no-answer");
            assertThat(failure(calls.begin(errand)))
                    .as("what waits for the stuck threads is bounded")
                    .hasMessageContaining("the client's threads are stuck");
        } finally {
            release.countDown();
            timeline.close();
        }
    }

    @Test
    void anAnswerThatIsTooLargeIsGivenUp() throws Exception {
        String endless = "{\"a\":\"" + "x".repeat(9 << 20) + "\"}";
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", endless)));
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(20)))) {
            assertThat(failure(client.allocator(BATTLE).release(new RoomId("r"))))
                    .hasMessageContaining("the answer is larger than 8388608 bytes")
                    .satisfies(why -> assertThat(why.code()).isEqualTo("connection-lost"));
        }
    }

    @Test
    void anAnswerAboutAnotherRoomIsNotTaken() throws Exception {
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", PLACE)));
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(20)))) {
            assertThat(failure(client.allocator(BATTLE).allocate(new RoomId("r"))))
                    .hasMessageContaining("it is about another room");
        }
    }

    @Test
    void applicationCodeChainedToACallMayWaitWithoutHoldingUpOthers() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RawServer server = new RawServer(request -> Optional.of(RawServer.answer(200, "", PLACE)));
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(20)))) {
            CompletableFuture<Void> waiting = client.allocator(BATTLE)
                    .allocate()
                    .thenAccept(place -> awaitQuietly(release))
                    .toCompletableFuture();
            assertThat(got(client.allocator(BATTLE).allocate()).number()).isEqualTo(1);
            assertThat(waiting).isNotDone();
            release.countDown();
            got(waiting);
        }
    }

    @Test
    void applicationCodeThatWaitsWhereverItCanHoldsUpNoReport() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        String taken = "{\"state\":\"up\",\"lost\":[],\"report_every_ms\":100,\"renew_every_ms\":30000}";
        try (RawServer server = new RawServer(
                        request -> Optional.of(RawServer.answer(200, "", request.startsWith("PUT") ? taken : PLACE)));
                FairleadClient client = FairleadClient.open(server.settings().withBudget(Duration.ofSeconds(20)))) {
            LoadReporter reporter = client.reporter(
                    InstanceSettings.of(BATTLE, new InstanceId("i"), "e"), InstanceLoad::unknown, (room, epoch) -> {});
            CompletableFuture<Void> waiting =
                    reporter.registered().thenRun(() -> awaitQuietly(release)).toCompletableFuture();
            for (int i = 0; i < 8; i++) {
                waiting = CompletableFuture.allOf(
                        waiting,
                        client.allocator(BATTLE)
                                .allocate()
                                .thenAccept(place -> awaitQuietly(release))
                                .toCompletableFuture());
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> server.requests.stream()
                                    .filter(request -> request.startsWith("PUT"))
                                    .count()
                            > 20);
            assertThat(waiting).isNotDone();
            release.countDown();
            got(waiting);
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("fairlead-client-")
                        || thread.getName().matches("HttpClient-.*SelectorManager"))
                .map(Thread::getName)
                .sorted()
                .toList();
    }

    @Test
    void afterCloseNoThreadIsLeftAndNoneEverKeepsAProgramFromEnding() throws Exception {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(threads()).as("threads of other tests").isEmpty();
        });
        WeakReference<FairleadClient> used = use();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(threads()).isEmpty();
            assertThat(used.get()).isNull();
        });
    }

    private static WeakReference<FairleadClient> use() throws IOException {
        try (RawServer server = new RawServer(request -> Optional.empty());
                FairleadClient client = FairleadClient.open(server.settings().withBudget(SHORT))) {
            PrimaryLocator locator = client.locator(new GroupId("g"));
            CountDownLatch told = new CountDownLatch(1);
            locator.onChange(view -> told.countDown());
            client.reporter(
                    InstanceSettings.of(BATTLE, new InstanceId("i"), "e"), InstanceLoad::unknown, (room, epoch) -> {});
            CompletableFuture<Place> asked = client.allocator(BATTLE).allocate().toCompletableFuture();
            awaitQuietly(told);
            assertThat(asked).isNotNull();
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("fairlead-client-"))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
            return new WeakReference<>(client);
        }
    }
}
