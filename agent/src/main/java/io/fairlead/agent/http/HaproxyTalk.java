package io.fairlead.agent.http;

import io.fairlead.client.BoundedPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection of HAProxy's agent-check: it is told its line at once, and nothing that it says is looked at. */
final class HaproxyTalk implements BoundedPort.Talk {
    private static final int SCRAP = 512;

    private final SocketChannel channel;
    private final ByteBuffer line;
    private final Runnable answered;
    private final ByteBuffer scrap = ByteBuffer.allocate(SCRAP);
    private boolean said;

    HaproxyTalk(SocketChannel channel, byte[] line, Runnable answered) {
        this.channel = channel;
        this.line = ByteBuffer.wrap(line);
        this.answered = answered;
    }

    @Override
    public int advance() throws IOException {
        if (!said) {
            channel.write(line);
            if (line.hasRemaining()) {
                return SelectionKey.OP_WRITE;
            }
            said = true;
            channel.shutdownOutput();
            answered.run();
        }
        return readOn();
    }

    /**
     * HAProxy may send a text ({@code agent-send}). Closed with that unread, the connection would be reset, and the line may be
     * lost.
     */
    private int readOn() throws IOException {
        scrap.clear();
        return channel.read(scrap) < 0 ? 0 : SelectionKey.OP_READ;
    }
}
