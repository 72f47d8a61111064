package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one connection is still to be told, bounded however slowly it reads: of the rounds of a group only the newest
 * waits, and what grows too large is dropped as a whole and replaced by the order to read everything again.
 */
final class EventReader {

    /** A batch of 400 groups of five nodes comes to half of this. */
    static final int BYTES = 512 * 1024;

    /** Tells proxies and the operating system on the way that the connection is in use; browsers ignore it. */
    private static final byte[] BEAT = ": beat\n\n".getBytes(StandardCharsets.UTF_8);

    private final @Nullable GroupId group;
    private final EventFrame reset;
    private final Consumer<EventReader> onClose;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final Map<GroupId, byte[]> rounds = new LinkedHashMap<>();
    private long bytes;
    private boolean beat;
    private volatile Runnable wake = () -> {};

    /**
     * A reader with nothing to read yet.
     *
     * @param group the group it wants to hear of, or null for all
     * @param reset what it is told in place of what had to be dropped
     * @param onClose who is told once it reads no more
     */
    EventReader(@Nullable GroupId group, EventFrame reset, Consumer<EventReader> onClose) {
        this.group = group;
        this.reset = reset;
        this.onClose = onClose;
    }

    boolean wants(@Nullable GroupId about) {
        return group == null || about == null || group.equals(about);
    }

    /** Sets who is called when there is something to read; the call must not wait. */
    void onNews(Runnable call) {
        wake = call;
    }

    /** Takes in what this reader wants of a batch, and wakes it. */
    void offer(List<EventFrame> batch) {
        if (takeIn(batch)) {
            wake.run();
        }
    }

    private synchronized boolean takeIn(List<EventFrame> batch) {
        for (EventFrame frame : batch) {
            if (wants(frame.group())) {
                add(frame);
            }
        }
        if (bytes > BYTES) {
            clear();
            add(reset);
        }
        return bytes > 0;
    }

    private void add(EventFrame frame) {
        bytes += frame.bytes().length;
        GroupId about = frame.group();
        if (frame.kind() == EventFrame.Kind.ROUND && about != null) {
            byte[] older = rounds.remove(about);
            bytes -= older == null ? 0 : older.length;
            rounds.put(about, frame.bytes());
        } else {
            waiting.add(frame.bytes());
        }
    }

    private void clear() {
        waiting.clear();
        rounds.clear();
        bytes = 0;
    }

    /** Shows a quiet connection that the other side lives. */
    void beat() {
        synchronized (this) {
            beat = bytes == 0;
        }
        wake.run();
    }

    /** The next bytes to send, or null if there is nothing; changes come before rounds. */
    synchronized byte @Nullable [] next() {
        byte[] next = waiting.poll();
        if (next == null && !rounds.isEmpty()) {
            next = rounds.remove(rounds.keySet().iterator().next());
        }
        if (next == null && beat) {
            beat = false;
            return BEAT;
        }
        bytes -= next == null ? 0 : next.length;
        return next;
    }

    /** Bytes that wait to be sent. */
    synchronized long pending() {
        return bytes;
    }

    /** Ends it; what waits is dropped. */
    void close() {
        synchronized (this) {
            clear();
        }
        onClose.accept(this);
    }
}
