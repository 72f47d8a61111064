package io.fairlead.manager;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A {@link DrivenManager}, started, driven, asked, killed and started again on the same folder. */
final class DrivenProcess implements AutoCloseable {

    private static final int TIMEOUT_MS = 60_000;

    final Path folder;
    private final Path log;
    private final Duration round;
    private final List<String> wrapper;

    private Duration uptime = Duration.ofHours(2);
    private long wallMillis = 1_700_000_000_000L;
    private Process process;
    private BufferedReader answers;
    private Socket socket;
    private InputStream in;

    /** One with rounds of that length. */
    DrivenProcess(Path folder, Duration round) throws IOException {
        this(folder, round, List.of(), folder.resolveSibling(folder.getFileName() + ".log"));
    }

    /** One that a command starts, which is given the command line of the manager, and that logs to a file. */
    DrivenProcess(Path folder, Duration round, List<String> wrapper, Path log) throws IOException {
        this.folder = folder;
        this.log = log;
        this.round = round;
        this.wrapper = wrapper;
        start();
    }

    /** Starts it; what earlier processes left is there. */
    private void start() throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dfairlead.test.log=INFO",
                "-cp",
                System.getProperty("java.class.path"),
                DrivenManager.class.getName(),
                folder.toString(),
                Long.toString(uptime.toMillis()),
                Long.toString(wallMillis),
                Long.toString(round.toMillis())));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        answers = process.inputReader(StandardCharsets.US_ASCII);
        String port = answers.readLine();
        if (port == null) {
            throw new AssertionError("it does not start: " + log());
        }
        socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** Takes it away in the middle of whatever it does (SIGKILL). */
    void kill() throws Exception {
        socket.close();
        process.destroyForcibly();
        if (!process.waitFor(TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
            throw new AssertionError("it outlives a kill");
        }
    }

    void killAndRestart() throws Exception {
        kill();
        start();
    }

    /** Lets time pass while no manager runs. */
    void passWithoutManager(Duration span) {
        uptime = uptime.plus(span);
        wallMillis += span.toMillis();
    }

    void advance(Duration span) throws IOException {
        command("advance " + span.toMillis());
        passWithoutManager(span);
    }

    /** Sets the wall clock forward or back. */
    void shiftWallClock(Duration span) throws IOException {
        command("wall " + span.toMillis());
        wallMillis += span.toMillis();
    }

    long wallMillis() {
        return wallMillis;
    }

    private void command(String line) throws IOException {
        OutputStream commands = process.getOutputStream();
        commands.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        commands.flush();
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new AssertionError(line + " was answered by " + answer + ": " + log());
        }
    }

    /** The body of an answer to a GET, whatever its status. */
    String get(String target) throws IOException {
        return exchange("GET " + target + " HTTP/1.1\r\nhost: a\r\n\r\n");
    }

    /** The body of the answer to a heartbeat. */
    String beat(String group, String node, String body) throws IOException {
        return exchange("POST /v1/groups/" + group + "/nodes/" + node
                + "/heartbeat HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private String exchange(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed: " + log());
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** All that it and its predecessors logged. */
    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        socket.close();
    }
}
