package io.fairlead.manager.rest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalInt;

/** A connection to a port on which a test writes and reads bytes as they are. */
final class Wire implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket;
    private final InputStream in;

    Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** One response: its head, and as much of a body as its content length says. */
    String response() throws IOException {
        return response(OptionalInt.empty());
    }

    private String response(OptionalInt bodyBytes) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after \"" + head.toString(StandardCharsets.ISO_8859_1) + "\"");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        int length = 0;
        for (String line : text.split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return text + new String(in.readNBytes(bodyBytes.orElse(length)), StandardCharsets.UTF_8);
    }

    /** One response of which only so many bytes of the body are read, for a response that has none. */
    String response(int bodyBytes) throws IOException {
        return response(OptionalInt.of(bodyBytes));
    }

    /** The next line, without its end. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("closed after \"" + line.toString(StandardCharsets.UTF_8) + "\"");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Whether the other side has ended the connection, waiting for it to do so. */
    boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    /** Ends the connection before its time. */
    void hangUp() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
