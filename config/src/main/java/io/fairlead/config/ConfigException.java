package io.fairlead.config;

/**
 * A configuration that is refused; the message is one line that names the place, what was found and what would be
 * right, ready to be shown to the person who wrote it.
 */
public final class ConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ConfigException(String message) {
        super(message);
    }

    ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
