package io.fairlead.cli.rest;

/** A question that a manager did not answer, or refused; the message is one line for the person who asked. */
public final class ManagerException extends Exception {
    private static final long serialVersionUID = 1L;

    ManagerException(String message) {
        super(message);
    }

    ManagerException(String message, Throwable cause) {
        super(message, cause);
    }
}
