package io.fairlead.client.failsafe;

import io.fairlead.client.failsafe.PeerWords.Answer;
import io.fairlead.client.failsafe.PeerWords.Question;
import io.fairlead.client.failsafe.PeerWords.Strange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** One node asked once, on one connection, until a deadline. Blocks its thread. */
final class PeerCall {
    private final GroupSecret secret;
    private final Peer peer;
    private final Ask ask;
    private final long deadline;

    /** A call that has to be over at {@code deadline}, a moment of {@link System#nanoTime}. */
    PeerCall(GroupSecret secret, Peer peer, Ask ask, long deadline) {
        this.secret = secret;
        this.peer = peer;
        this.ask = ask;
        this.deadline = deadline;
    }

    /** Asks; throws {@link IOException} where nothing came that belongs to this ask, {@link Strange} for a wrong answer. */
    Answer ask() throws IOException, Strange {
        InetSocketAddress address = address(peer.address());
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(address, millisLeft());
            InputStream in = socket.getInputStream();
            String hello = read(socket, in, true);
            String challenge = PeerWords.challengeIn(hello)
                    .orElseThrow(() -> new Strange(false, "no greeting of a node's peer port of this version"));
            Question question = new Question(ask, peer.node(), challenge, PeerWords.random());
            String text = PeerWords.question(secret, question);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            String answer = read(socket, in, false);
            if (answer.isEmpty()) {
                throw new IOException("closed the connection, as it does when its group-secret-file is another one");
            }
            return PeerWords.answer(secret, answer, text, question);
        }
    }

    /** Throws {@link IOException} for a text that is no {@code host:port} or whose host nobody knows. */
    private static InetSocketAddress address(String text) throws IOException {
        try {
            URI uri = URI.create("peer://" + text);
            if (uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > 65_535) {
                throw new IOException("has no usable peer address");
            }
            InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
            if (address.isUnresolved()) {
                throw new IOException("has an address whose host is not known");
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw new IOException("has no usable peer address", e);
        }
    }

    /** Reads one line or one message, or what came until the other side closed. */
    private String read(Socket socket, InputStream in, boolean line) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (read.size() < Sealed.LARGEST) {
            socket.setSoTimeout(millisLeft());
            int next = in.read();
            if (next < 0) {
                break;
            }
            read.write(next);
            if (next == '\n' && (line || Sealed.isComplete(read.toString(StandardCharsets.UTF_8)))) {
                break;
            }
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    private int millisLeft() throws SocketTimeoutException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("did not answer in time");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
