package io.fairlead.cli.netns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that runs on a node's host and asks the local port of its agent again and again whether it is primary. Each
 * question makes a line of a file: when it was asked, when its answer was there (both on the machine's monotonic clock, which all
 * programs share), and the token of a primary, 0 for a standby, or -1 where nobody answered.
 */
final class Prober {
    private static final int PORT = 7401;
    private static final int EVERY_MILLIS = 20;
    private static final int PATIENCE_MILLIS = 300;
    private static final Pattern TOKEN = Pattern.compile("\"token\":(\\d+)");

    private Prober() {}

    /** Asks until it is killed. The one argument is the file. */
    public static void main(String[] arguments) throws InterruptedException {
        Path file = Path.of(arguments[0]);
        var clock = Executors.newSingleThreadScheduledExecutor();
        var unused = clock.scheduleWithFixedDelay(() -> note(file), 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        boolean ended = clock.awaitTermination(1, TimeUnit.DAYS);
        System.exit(ended ? 0 : 1);
    }

    private static void note(Path file) {
        long asked = System.nanoTime();
        long token = ask();
        String line = asked + " " + System.nanoTime() + " " + token + "\n";
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    private static long ask() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write("GET /primary HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher token = TOKEN.matcher(said);
            if (said.startsWith("HTTP/1.1 200 ") && token.find()) {
                return Long.parseLong(token.group(1));
            }
            return said.startsWith("HTTP/1.1 503 ") ? 0 : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
