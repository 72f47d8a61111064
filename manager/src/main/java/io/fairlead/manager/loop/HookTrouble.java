package io.fairlead.manager.loop;

/**
 * What a node says of a hook of its own that fails. It decides nothing; a person should know it.
 *
 * @param failed which hook, such as {@code demote}: 1..32 lower case letters
 * @param attempts how many times in a row, from 1 on
 */
public record HookTrouble(String failed, long attempts) {

    /** The largest number of attempts that is told. */
    public static final long MOST_ATTEMPTS = 1_000_000_000;

    /** Refuses a name or a number out of range, naming the key and the range. */
    public HookTrouble {
        if (!failed.matches("[a-z]{1,32}")) {
            throw new IllegalArgumentException("hook/failed is not 1..32 lower case letters");
        }
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("hook/attempts is " + attempts + ": use 1 to " + MOST_ATTEMPTS);
        }
    }
}
