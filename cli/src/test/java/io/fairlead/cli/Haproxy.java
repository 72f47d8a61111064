package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A real HAProxy as a process of its own, which is asked by its stats socket and ended when the test is over. */
final class Haproxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path socket;

    private Haproxy(Process process, Path socket) {
        this.process = process;
        this.socket = socket;
    }

    /**
     * Starts one with these servers in one backend; ends the test as skipped where there is no HAProxy.
     *
     * @param servers as they stand in its configuration, one a line, without its first word
     */
    static Haproxy start(Path folder, String... servers) throws IOException {
        boolean found = List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                .anyMatch(place -> Files.isExecutable(Path.of(place, "haproxy")));
        if (!found) {
            System.err.println("SKIPPED: there is no haproxy");
            Assumptions.abort("SKIPPED: there is no haproxy");
        }
        Path socket = folder.resolve("haproxy.sock");
        List<String> lines = new ArrayList<>(List.of(
                "global",
                " stats socket " + socket + " level admin",
                "defaults",
                " mode tcp",
                " timeout connect 1s",
                " timeout client 30s",
                " timeout server 30s",
                "backend nodes",
                " default-server agent-check agent-addr 127.0.0.1 agent-inter 100ms"));
        for (String server : servers) {
            lines.add(" server " + server);
        }
        Path config = Files.write(folder.resolve("haproxy.cfg"), lines);
        Process process = new ProcessBuilder("haproxy", "-db", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile())
                .start();
        await().atMost(PATIENCE).until(() -> !process.isAlive() || Files.exists(socket));
        if (!process.isAlive()) {
            throw new AssertionError(Files.readString(folder.resolve("haproxy.log")));
        }
        return new Haproxy(process, socket);
    }

    /** What it knows of a server: state, weight, and what its agent said last. */
    String server(String name) throws IOException {
        return shown(name, "status") + " " + shown(name, "weight") + " " + shown(name, "last_agt");
    }

    /** How its newest question to the agent of a server ended, in its own words. */
    String agentStatus(String name) throws IOException {
        return shown(name, "agent_status");
    }

    private String shown(String name, String column) throws IOException {
        List<String> lines = ask("show stat").lines().toList();
        List<String> columns = List.of(lines.get(0).substring(2).split(",", -1));
        for (String line : lines) {
            String[] values = line.split(",", -1);
            if (values.length > 1 && values[1].equals(name)) {
                return values[columns.indexOf(column)];
            }
        }
        throw new AssertionError("no server " + name + " in " + lines);
    }

    /** Waits until what it knows of a server begins so. */
    void awaitServer(String name, String start) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(server(name)).as(name).startsWith(start));
    }

    private String ask(String command) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(1 << 20);
            while (channel.read(answer) >= 0) {
                if (!answer.hasRemaining()) {
                    throw new IOException("the answer of HAProxy is too long");
                }
            }
            return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
