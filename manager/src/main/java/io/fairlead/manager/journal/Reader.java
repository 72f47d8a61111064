package io.fairlead.manager.journal;

import io.fairlead.NodeId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@link Writer} wrote. Throws {@link BufferUnderflowException} where there is too little of it and {@link
 * IllegalArgumentException} where a value cannot be.
 */
final class Reader {

    private final ByteBuffer bytes;

    Reader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    boolean yesNo() {
        return bytes.get() != 0;
    }

    int small() {
        return bytes.get() & 0xff;
    }

    int whole() {
        return bytes.getInt();
    }

    long wholeLong() {
        return bytes.getLong();
    }

    double number() {
        return bytes.getDouble();
    }

    String text() {
        byte[] utf8 = new byte[count()];
        bytes.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    <E extends Enum<E>> E constant(Class<E> type) {
        return Enum.valueOf(type, text());
    }

    Duration time() {
        return Duration.ofSeconds(wholeLong(), whole());
    }

    @Nullable NodeId node() {
        return optional(() -> new NodeId(text()));
    }

    @Nullable String optionalText() {
        return optional(this::text);
    }

    <T> @Nullable T optional(Supplier<T> item) {
        return yesNo() ? item.get() : null;
    }

    <T> List<T> all(Supplier<T> item) {
        int count = count();
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(item.get());
        }
        return values;
    }

    /** Refuses more than was read. */
    void end() {
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException("there is more of it than was understood");
        }
    }

    /** A number of things that take a byte each at least. */
    private int count() {
        int count = bytes.getInt();
        if (count < 0 || count > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
