package io.fairlead.agent.http;

import io.fairlead.client.BoundedPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to the local port, which carries one request and its answer and never waits for its peer. */
final class LocalConnection implements BoundedPort.Talk {
    private static final Logger LOG = LoggerFactory.getLogger(LocalConnection.class);
    private static final int LARGEST_HEAD = 8192;

    private final SocketChannel channel;
    private final LocalAnswers answers;
    private final ByteBuffer in = ByteBuffer.allocate(LARGEST_HEAD);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private boolean answered;
    private boolean said;

    LocalConnection(SocketChannel channel, LocalAnswers answers) {
        this.channel = channel;
        this.answers = answers;
    }

    @Override
    public int advance() throws IOException {
        if (!answered) {
            int read = channel.read(in);
            String head = head();
            if (!head.isEmpty()) {
                answer(answerTo(head));
            } else if (!in.hasRemaining()) {
                answer(answers.toTooLarge());
            } else {
                return read < 0 ? 0 : SelectionKey.OP_READ;
            }
        }
        return said ? readOn() : write();
    }

    /** Says that its time is over where nothing was said, and waits for nothing. */
    @Override
    public void end() throws IOException {
        if (!answered && in.position() > 0) {
            answer(answers.toTooSlow());
            write();
        }
    }

    private byte[] answerTo(String head) {
        try {
            return answers.to(head);
        } catch (RuntimeException bug) {
            LOG.error("a request to the local port was not answered because of a bug in this agent", bug);
            return answers.toBug();
        }
    }

    private void answer(byte[] bytes) {
        answered = true;
        out = ByteBuffer.wrap(bytes);
    }

    private int write() throws IOException {
        channel.write(out);
        if (out.hasRemaining()) {
            return SelectionKey.OP_WRITE;
        }
        said = true;
        channel.shutdownOutput();
        return readOn();
    }

    /** Closed with bytes unread, a connection is reset, and its peer may lose the answer; so the rest is read first. */
    private int readOn() throws IOException {
        int read;
        do {
            in.clear();
            read = channel.read(in);
        } while (read == in.capacity());
        return read < 0 ? 0 : SelectionKey.OP_READ;
    }

    /** The head of the request, empty as long as it is not complete. */
    private String head() {
        String text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        return end < 0 ? "" : text.substring(0, end + 2);
    }
}
