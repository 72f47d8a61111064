package io.fairlead.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, which remembers that something could not be written to it.
 *
 * <p>Writers for text keep such troubles to themselves, and a result that got lost on a full disk would count as done.
 */
final class Output extends OutputStream {

    private final OutputStream target;
    private volatile @Nullable IOException trouble;

    Output(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            target.write(bytes, from, length);
        } catch (IOException e) {
            trouble = e;
            throw e;
        }
    }

    /** Why something got lost; empty where all was written, or where the reader has seen enough and gone away. */
    Optional<String> loss() {
        IOException e = trouble;
        String why = e == null ? "" : String.valueOf(e.getMessage());
        boolean gone = why.toLowerCase(Locale.ROOT).contains("pipe");
        return e == null || gone ? Optional.empty() : Optional.of("standard output cannot be written: " + why);
    }
}
