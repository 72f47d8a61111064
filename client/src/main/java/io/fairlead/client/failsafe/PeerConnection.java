package io.fairlead.client.failsafe;

import io.fairlead.client.BoundedPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** One connection to the peer port: a challenge, one ask, its answer. It never waits for its peer. */
final class PeerConnection implements BoundedPort.Talk {
    private final SocketChannel channel;
    private final Function<String, String> answerTo;
    private final ByteBuffer in = ByteBuffer.allocate(Sealed.LARGEST);
    private ByteBuffer out;
    private boolean answered;
    private boolean ending;

    /**
     * A connection that has just come.
     *
     * @param answerTo the answer to a whole message, empty for none
     */
    PeerConnection(SocketChannel channel, String hello, Function<String, String> answerTo) {
        this.channel = channel;
        this.answerTo = answerTo;
        this.out = bytes(hello);
    }

    @Override
    public int advance() throws IOException {
        if (!out.hasRemaining() && !answered) {
            boolean ended = channel.read(in) < 0;
            String text = new String(in.array(), 0, in.position(), StandardCharsets.UTF_8);
            if (Sealed.isComplete(text)) {
                answered = true;
                out = bytes(answerTo.apply(text));
            } else if (ended || !in.hasRemaining()) {
                return 0;
            }
        }
        channel.write(out);
        if (out.hasRemaining()) {
            return SelectionKey.OP_WRITE;
        }
        return answered && hasBeenRead() ? 0 : SelectionKey.OP_READ;
    }

    /** Closing while something still comes in would reset the connection, and the answer with it. */
    private boolean hasBeenRead() throws IOException {
        if (!ending) {
            ending = true;
            channel.shutdownOutput();
        }
        in.clear();
        return channel.read(in) < 0;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
