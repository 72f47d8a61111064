package io.fairlead.manager.journal;

import io.fairlead.NodeId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Writes the values that records are made of. Numbers are exact: what is read again has the same bits. */
final class Writer {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Writes one value. */
    interface Item<T> {
        void write(T value);
    }

    private interface Step {
        void run() throws IOException;
    }

    private Writer step(Step step) {
        try {
            step.run();
        } catch (IOException never) {
            // A byte array does not fail.
            throw new UncheckedIOException(never);
        }
        return this;
    }

    Writer yesNo(boolean value) {
        return step(() -> out.writeBoolean(value));
    }

    Writer small(int value) {
        return step(() -> out.writeByte(value));
    }

    Writer whole(int value) {
        return step(() -> out.writeInt(value));
    }

    Writer whole(long value) {
        return step(() -> out.writeLong(value));
    }

    Writer number(double value) {
        return step(() -> out.writeDouble(value));
    }

    Writer text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return step(() -> {
            out.writeInt(utf8.length);
            out.write(utf8);
        });
    }

    /** A constant by its name, which never changes. */
    Writer constant(Enum<?> value) {
        return text(value.name());
    }

    Writer time(Duration value) {
        return whole(value.getSeconds()).whole(value.getNano());
    }

    Writer node(@Nullable NodeId value) {
        return optional(value, node -> text(node.value()));
    }

    <T> Writer optional(@Nullable T value, Item<T> item) {
        yesNo(value != null);
        if (value != null) {
            item.write(value);
        }
        return this;
    }

    <T> Writer all(Collection<? extends T> values, Item<T> item) {
        whole(values.size());
        for (T value : values) {
            item.write(value);
        }
        return this;
    }

    <K, V> Writer map(SortedMap<K, V> values, Item<Map.Entry<K, V>> item) {
        return all(values.entrySet(), item);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
