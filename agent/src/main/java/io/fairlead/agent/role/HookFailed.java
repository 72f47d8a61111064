package io.fairlead.agent.role;

/** A hook did not do what it should; the message says how it ended. */
final class HookFailed extends Exception {
    private static final long serialVersionUID = 1L;

    HookFailed(String message) {
        super(message);
    }
}
