package io.fairlead.manager;

/** A manager that cannot start; the message is one line that names what, where and what would be right. */
public final class StartRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    StartRefusedException(String message) {
        super(message);
    }

    StartRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
