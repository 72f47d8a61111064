package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The decisions of a time in which the journal could not be written, kept for the history until it can be: a snapshot makes
 * up for all that a restart needs, and for nothing that was before it.
 */
final class Unwritten {

    private final long most;
    private final Deque<Decision> decisions = new ArrayDeque<>();
    private long bytes;
    private long dropped;

    /** As bytes: an observation of many nodes is several times as large as an object. */
    private record Decision(ByteBuffer fact, BootClock.Stamp at) {}

    /**
     * None yet.
     *
     * @param most how many bytes are kept; then the oldest go
     */
    Unwritten(long most) {
        this.most = most;
    }

    void add(Fact fact, BootClock.Stamp at) {
        if (!(fact instanceof Fact.Decided)) {
            return;
        }
        Writer out = new Writer();
        FactCodec.write(out, fact);
        Decision added = new Decision(ByteBuffer.wrap(out.bytes()), at);
        decisions.addLast(added);
        bytes += added.fact().remaining();
        while (bytes > most && decisions.size() > 1) {
            bytes -= decisions.removeFirst().fact().remaining();
            dropped++;
        }
    }

    boolean isEmpty() {
        return decisions.isEmpty();
    }

    /** How many are kept. */
    int size() {
        return decisions.size();
    }

    /** How many had to go because there were too many. */
    long dropped() {
        return dropped;
    }

    /** Writes them as they would have been written then, and brings them to the disk. */
    void writeTo(Segment file) throws IOException {
        for (Decision decision : decisions) {
            file.write(FactCodec.read(new Reader(decision.fact().duplicate())), decision.at(), false);
        }
        file.force();
    }

    void clear() {
        decisions.clear();
        bytes = 0;
        dropped = 0;
    }
}
