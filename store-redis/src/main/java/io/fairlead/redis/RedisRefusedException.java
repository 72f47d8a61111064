package io.fairlead.redis;

/** A Redis that cannot be this store, whatever one waits for, with what would be right in one line. */
public final class RedisRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** A refusal with its reason. */
    public RedisRefusedException(String message) {
        super(message);
    }
}
