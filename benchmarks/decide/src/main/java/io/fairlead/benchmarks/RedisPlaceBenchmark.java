package io.fairlead.benchmarks;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Allocator;
import io.fairlead.client.Place;
import io.fairlead.client.StoreClient;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Instance;
import io.fairlead.placement.LoadReport;
import io.fairlead.redis.RedisAddress;
import io.fairlead.redis.RedisSettings;
import io.fairlead.redis.RedisStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long a program waits for the place of a new room over a redis-server of its own, one room after the other: three live
 * instances, beside dead members in the list of the method's names that were swept before.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 4)
public class RedisPlaceBenchmark {

    private static final ServiceId BATTLE = new ServiceId("battle");

    /** Dead members of the list. */
    @Param({"0", "10000"})
    public int dead;

    private final ScheduledExecutorService reports = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong sequence = new AtomicLong();
    private Process server;
    private RedisStore store;
    private StoreClient client;
    private Allocator allocator;
    private long rooms;

    /** Starts redis-server, fills the list, reports, and waits until the list is rid of the dead. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        server = new ProcessBuilder(
                        "redis-server", "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitPort(port);
        fill(port);
        store = RedisStore.open(RedisSettings.at(RedisAddress.parse("redis://127.0.0.1:" + port))
                .withScheduler("benchmark"));
        client = StoreClient.over(store.reports(), store.rooms(), store.drains());
        var unused = reports.scheduleAtFixedRate(this::report, 0, 3, TimeUnit.SECONDS);
        allocator = client.allocator(BATTLE).withBudget(Duration.ofSeconds(10));
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (length(port) > 3 && System.nanoTime() < until) {
            allocator.allocate().toCompletableFuture().join();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private void report() {
        for (int i = 1; i <= 3; i++) {
            TreeMap<String, Double> metrics = new TreeMap<>();
            metrics.put(Metrics.CPU, 20.0 * i);
            metrics.put(Metrics.MEMORY, 20.0);
            LoadReport report =
                    LoadReport.fresh(new Incarnation("a1"), sequence.incrementAndGet(), new Metrics(metrics));
            var unused = store.reports()
                    .put(
                            BATTLE,
                            new Instance(new InstanceId("i" + i), new NodeId("n" + i), "ws://10.0.0." + i + ":9000"),
                            report,
                            Instant.EPOCH);
        }
    }

    /** One new room. */
    @Benchmark
    public Place newRoom() {
        return allocator
                .allocate(new RoomId("r-" + rooms++))
                .toCompletableFuture()
                .join();
    }

    /** One connection, which nobody looks for again. */
    @Benchmark
    public Place connection() {
        return allocator.allocate().toCompletableFuture().join();
    }

    /** Ends what was started. */
    @TearDown(Level.Trial)
    public void end() {
        reports.shutdownNow();
        client.close();
        store.close();
        server.destroy();
    }

    private void fill(int port) throws IOException {
        try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = redis.getOutputStream();
            for (int i = 0; i < dead; i++) {
                out.write(("SADD REGISTRY:LIST:battle dead-" + i + "\r\n").getBytes(StandardCharsets.US_ASCII));
                if (i % 100 == 99) {
                    out.flush();
                    redis.getInputStream().readNBytes(100 * ":1\r\n".length());
                }
            }
        }
    }

    private static long length(int port) throws IOException {
        try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), port)) {
            redis.getOutputStream().write("SCARD REGISTRY:LIST:battle\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[32];
            int read = redis.getInputStream().read(answer);
            return Long.parseLong(new String(answer, 1, read - 1, StandardCharsets.US_ASCII).trim());
        }
    }

    private static void awaitPort(int port) {
        for (int i = 0; i < 100; i++) {
            try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (open.isConnected()) {
                    return;
                }
            } catch (IOException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        throw new UncheckedIOException(new IOException("redis-server does not listen on port " + port));
    }
}
