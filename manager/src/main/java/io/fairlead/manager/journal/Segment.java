package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of the journal that is being written. A record that could not be written whole leaves no trace. */
final class Segment implements AutoCloseable {

    static final String MAGIC = "fairlead-journal";

    /** Raised when the records change in a way that an older program cannot read. */
    static final int FORMAT = 1;

    final long number;
    private final FileChannel channel;
    private long length;
    private boolean broken;

    private Segment(long number, FileChannel channel) {
        this.number = number;
        this.channel = channel;
    }

    /** Begins a new file. */
    static Segment create(DataFolder folder, long number, BootClock clock) throws IOException {
        Path file = folder.journal(number);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Segment segment = new Segment(number, channel);
        try {
            segment.append(
                    new Writer().text(MAGIC).whole(FORMAT).text(clock.boot()).bytes());
            channel.force(true);
            folder.forceNames();
        } catch (IOException trouble) {
            channel.close();
            java.nio.file.Files.deleteIfExists(file);
            throw trouble;
        }
        return segment;
    }

    void write(Fact fact, BootClock.Stamp stamp) throws IOException {
        Writer record = new Writer().time(stamp.uptime()).whole(stamp.wallMillis());
        FactCodec.write(record, fact);
        append(record.bytes());
    }

    private void append(byte[] payload) throws IOException {
        if (broken) {
            throw new IOException("what an earlier failure left in the journal cannot be taken back");
        }
        ByteBuffer frame = Frames.frame(payload);
        try {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
        } catch (IOException trouble) {
            takeBack();
            throw trouble;
        }
        length = channel.position();
    }

    private void takeBack() {
        try {
            channel.truncate(length);
            channel.position(length);
        } catch (IOException worse) {
            broken = true;
        }
    }

    void force() throws IOException {
        channel.force(false);
    }

    long length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
