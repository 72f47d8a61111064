package io.fairlead.manager.journal;

import io.fairlead.manager.loop.Fact;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file of the journal that is being written. A record that could not be written, or not brought to the disk where
 * that was asked for, leaves no trace.
 */
final class Segment implements AutoCloseable {

    static final String MAGIC = "fairlead-journal";

    /** Raised when the records change in a way that an older program cannot read. */
    static final int FORMAT = 3;

    final long number;
    private final FileChannel channel;
    private final long header;
    private volatile long length;
    private volatile long onDisk;
    private boolean broken;

    private Segment(long number, FileChannel channel, long header) {
        this.number = number;
        this.channel = channel;
        this.header = header;
        this.length = header;
        this.onDisk = header;
    }

    /** Begins a file. One of that number that has no facts is replaced. */
    static Segment create(DataFolder folder, long number, BootClock clock) throws IOException {
        ByteBuffer head = Frames.frame(
                new Writer().text(MAGIC).whole(FORMAT).text(clock.boot()).bytes());
        int header = head.remaining();
        Path file = folder.journal(number);
        Path unfinished = folder.unfinished(file);
        FileChannel channel = FileChannel.open(
                unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        try {
            while (head.hasRemaining()) {
                channel.write(head);
            }
            channel.force(true);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            folder.forceNames();
            return new Segment(number, channel, header);
        } catch (IOException trouble) {
            channel.close();
            Files.deleteIfExists(unfinished);
            throw trouble;
        }
    }

    /**
     * What stands before the fact in each record.
     *
     * @param onDisk how much of the file was on the disk when the record was written, in bytes
     * @param at when it was written
     */
    record Head(long onDisk, BootClock.Stamp at) {

        static Head read(Reader in) {
            return new Head(in.wholeLong(), new BootClock.Stamp(in.time(), in.wholeLong()));
        }

        Writer write() {
            return new Writer().whole(onDisk).time(at.uptime()).whole(at.wallMillis());
        }
    }

    /** Writes a fact, to the operating system or to the disk. */
    void write(Fact fact, BootClock.Stamp stamp, boolean toTheDisk) throws IOException {
        Writer record = new Head(onDisk, stamp).write();
        FactCodec.write(record, fact);
        if (broken) {
            throw new IOException("what an earlier failure left in the journal cannot be taken back");
        }
        ByteBuffer frame = Frames.frame(record.bytes());
        long before = length;
        try {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
            length = channel.position();
            if (toTheDisk) {
                force();
            }
        } catch (IOException trouble) {
            takeBack(before);
            throw trouble;
        }
    }

    /** Nothing is known of a record that its writer was told had failed: it must not come back after a restart. */
    private void takeBack(long before) {
        length = before;
        onDisk = Math.min(onDisk, before);
        try {
            channel.truncate(before);
            channel.position(before);
        } catch (IOException worse) {
            broken = true;
        }
    }

    /** Brings everything to the disk. */
    void force() throws IOException {
        long written = length;
        channel.force(false);
        onDisk = Math.max(onDisk, written);
    }

    /** Whether nothing has been written to it, so that it may stand for a later beginning. */
    boolean isUnused() {
        return length == header && !broken;
    }

    long length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
