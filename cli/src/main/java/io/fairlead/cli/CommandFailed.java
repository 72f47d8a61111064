package io.fairlead.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command that was understood and cannot be done; the message is the one line that its user reads. */
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailed(String message) {
        this(message, null);
    }

    private CommandFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A refusal in the words of one that was caught. */
    static CommandFailed by(Exception refusal) {
        return new CommandFailed(String.valueOf(refusal.getMessage()), refusal);
    }
}
