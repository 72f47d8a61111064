package io.fairlead.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A redis-server of a test's own: a process on a free port of the loopback, in a folder that goes with it. */
public final class RedisServer implements Deployment {

    private final Path folder;
    private final int port;
    private final List<String> options;
    private Process process;
    private int tlsPort;

    private RedisServer(Path folder, int port, List<String> options) {
        this.folder = folder;
        this.port = port;
        this.options = options;
        this.process = launch();
    }

    /** Starts one without persistence; where there is none to start, the test is skipped, and says so. */
    public static RedisServer start(String... options) {
        for (String program : List.of("redis-server", "redis-cli")) {
            if (find(program) == null) {
                String why = "SKIPPED: there is no " + program + " (Debian: apt-get install redis-server)";
                System.err.println(why);
                Assumptions.abort(why);
            }
        }
        try {
            return new RedisServer(Files.createTempDirectory("fairlead-redis"), freePort(), List.of(options));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one that also speaks TLS. */
    static RedisServer startTls(String certificate, String key) {
        try {
            int port = freePort();
            RedisServer server = start(
                    "--tls-port",
                    Integer.toString(port),
                    "--tls-cert-file",
                    certificate,
                    "--tls-key-file",
                    key,
                    "--tls-ca-cert-file",
                    certificate,
                    "--tls-auth-clients",
                    "no");
            server.tlsPort = port;
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int tlsPort() {
        return tlsPort;
    }

    static int anyFreePort() {
        try {
            return freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private Process launch() {
        List<String> command = new ArrayList<>(options.contains("--sentinel") ? sentinel() : server());
        command.addAll(options);
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> accepts() || !started.isAlive());
            if (!started.isAlive()) {
                throw new IllegalStateException("redis-server: " + Files.readString(folder.resolve("log")));
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> server() {
        return List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "no",
                "--enable-debug-command",
                "yes");
    }

    /** A sentinel writes what it knows into its file, so it has one of its own. */
    private List<String> sentinel() {
        Path file = folder.resolve("sentinel.conf");
        try {
            Files.writeString(file, "port " + port + "\nbind 127.0.0.1\ndir " + folder + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("redis-server", file.toString());
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Where its log is. */
    public Path folder() {
        return folder;
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(this);
    }

    @Override
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** What redis-cli prints for a command. */
    public String cli(String... command) {
        List<String> all = new ArrayList<>(List.of("redis-cli", "-h", "127.0.0.1", "-p", Integer.toString(port)));
        all.addAll(List.of(command));
        return Shell.run(all).strip();
    }

    /** Runs commands, one a line, without waiting for each. */
    void pipe(String commands) {
        Path file = folder.resolve("commands");
        try {
            Files.writeString(file, commands);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Shell.run(List.of("sh", "-c", "redis-cli -p " + port + " --pipe <" + file));
    }

    /** Stops the process where it is; it holds its connections and answers nothing. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on. */
    public void thaw() {
        signal("CONT");
    }

    /** Kills it, without a chance to write anything down. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts it again, empty. */
    public void startAgain() {
        process = launch();
    }

    private void signal(String name) {
        Shell.run(List.of("kill", "-" + name, Long.toString(process.pid())));
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            socket.setSoTimeout(500);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    static @Nullable String find(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(folder, program);
            if (Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        return null;
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
