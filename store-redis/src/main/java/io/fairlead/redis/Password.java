package io.fairlead.redis;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a password is: given, in a file, or in a variable of the environment. A file is read for each connection, so a
 * changed password needs no restart. Its text never shows the password.
 */
public final class Password {

    private static final int LONGEST_BYTES = 4096;

    private final String kind;
    private final @Nullable Path file;
    private final String given;

    private Password(String kind, @Nullable Path file, String given) {
        this.kind = kind;
        this.file = file;
        this.given = given;
    }

    /** A password itself, 1 character or more. */
    public static Password of(String password) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("the store's password is empty: give one, or none");
        }
        return new Password("a given password", null, password);
    }

    /** A file with the password as its only line; read now, to refuse one that cannot be, and for each connection. */
    public static Password file(Path file) {
        Password password = new Password("the file " + file, file, "");
        password.read();
        return password;
    }

    /** A variable of the environment; refused if it is not set or empty. */
    public static Password environment(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    "the variable " + variable + " is to hold the store's password and is not set: set it");
        }
        return new Password("the variable " + variable, null, value);
    }

    /** The password; {@link IllegalArgumentException} if the file cannot be read or is no password. */
    char[] read() {
        if (file == null) {
            return given.toCharArray();
        }
        try {
            if (Files.size(file) > LONGEST_BYTES) {
                throw refused("is larger than " + LONGEST_BYTES + " bytes");
            }
            String text = Files.readString(file).stripTrailing();
            if (text.isEmpty() || text.indexOf('\n') >= 0) {
                throw refused("does not hold exactly one line");
            }
            return text.toCharArray();
        } catch (CharacterCodingException e) {
            throw refused("is not UTF-8");
        } catch (IOException e) {
            throw refused("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private IllegalArgumentException refused(String what) {
        return new IllegalArgumentException(
                "the file " + file + ", which is to hold the store's password, " + what + ": write one line into it");
    }

    @Override
    public String toString() {
        return kind;
    }
}
