package io.fairlead.manager.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Records one after the other, each with its length and a checksum, so that one that was cut off or overwritten is seen:
 * {@code length (4 bytes), CRC-32C of the payload (4 bytes), payload}.
 */
final class Frames {

    private static final int HEAD = 8;

    private final ByteBuffer bytes;
    private int end;

    /** The records of a whole file. */
    Frames(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    static ByteBuffer frame(byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + payload.length);
        frame.putInt(payload.length).putInt(checksum(ByteBuffer.wrap(payload))).put(payload);
        return frame.flip();
    }

    /**
     * The payload of the record at a place in a file.
     *
     * @throws IOException if there is no whole record, naming the file
     */
    static ByteBuffer at(FileChannel in, int at, Path file) throws IOException {
        ByteBuffer head = read(in, at, HEAD);
        int length = head.remaining() < HEAD ? 0 : head.getInt();
        ByteBuffer payload = length <= 0 ? head.limit(0) : read(in, (long) at + HEAD, length);
        if (length <= 0 || payload.remaining() < length || checksum(payload) != head.getInt(Integer.BYTES)) {
            throw new IOException(file + " is damaged at byte " + at);
        }
        return payload;
    }

    /** As many bytes from a place in a file, or fewer at its end. */
    static ByteBuffer read(FileChannel in, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = in.read(bytes, at + bytes.position());
        }
        return bytes.flip();
    }

    /** Whether a whole record comes next. */
    boolean hasNext() {
        return isWholeAt(end);
    }

    /** The next record's payload. */
    ByteBuffer next() {
        ByteBuffer payload = payload(end);
        end += HEAD + payload.remaining();
        return payload;
    }

    /** Bytes that the records so far take. */
    int end() {
        return end;
    }

    /** Bytes after the last whole record. */
    int rest() {
        return bytes.limit() - end;
    }

    /** Goes on to the next whole record behind bytes that are none, however many; tells whether there is one. */
    boolean skipToWhole() {
        for (int at = end + 1; at <= bytes.limit() - HEAD; at++) {
            if (isWholeAt(at)) {
                end = at;
                return true;
            }
        }
        return false;
    }

    private boolean isWholeAt(int at) {
        if (bytes.limit() - at < HEAD) {
            return false;
        }
        int length = bytes.getInt(at);
        // A length of zero has a checksum of zero: that is how a hole in a file looks, and no record is empty.
        return length > 0 && length <= bytes.limit() - at - HEAD && checksum(payload(at)) == bytes.getInt(at + 4);
    }

    private ByteBuffer payload(int at) {
        return bytes.slice(at + HEAD, bytes.getInt(at));
    }

    private static int checksum(ByteBuffer payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload.duplicate());
        return (int) crc.getValue();
    }
}
