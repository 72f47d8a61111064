package io.fairlead.simulator;

import java.io.IOException;

/** A trace that cannot be read: one line that names the file, the line, the column and what would be right. */
public final class TraceException extends IOException {

    private static final long serialVersionUID = 1L;

    TraceException(String message) {
        super(message);
    }
}
