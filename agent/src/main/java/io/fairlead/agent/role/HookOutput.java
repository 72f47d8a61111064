package io.fairlead.agent.role;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Takes what a hook prints off its hands without ever waiting for it, and keeps the first {@value #LARGEST} bytes. */
final class HookOutput {
    static final int LARGEST = 64 * 1024;

    /** Stands for an output that could not be taken, which is not the same as none. */
    static final String NOT_TAKEN = "[its output could not be taken]";

    private final byte[] buffer = new byte[LARGEST];
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long dropped;

    /** Reads what is there now and never more, so it cannot block; says how many bytes that were. */
    int drain(InputStream in) throws IOException {
        int ready = Math.min(in.available(), buffer.length);
        int read = ready > 0 ? in.read(buffer, 0, ready) : 0;
        int keep = Math.min(Math.max(0, read), LARGEST - kept.size());
        kept.write(buffer, 0, keep);
        dropped += read - keep;
        return read;
    }

    /** Reads what is left in the pipe; a child that goes on printing cannot make this last. */
    void drainRest(InputStream in) throws IOException {
        int read = drain(in);
        for (int times = 1; times < 4 && read > 0; times++) {
            read = drain(in);
        }
    }

    /** What was kept as text, with a mark at the end where more was printed. */
    String text() {
        String text = kept.toString(StandardCharsets.UTF_8);
        return dropped > 0 ? text + "\n[cut: " + dropped + " further bytes]" : text;
    }
}
