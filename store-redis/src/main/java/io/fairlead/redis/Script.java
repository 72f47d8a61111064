package io.fairlead.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts that run inside Redis: each one call of a port, each on the keys of one slot. */
enum Script {
    REPORT,
    LEAVE,
    VIEW,
    ALIVE,
    CLAIM,
    RENEW,
    RELEASE,
    ORDER,
    CANCEL,
    DRAINS,
    PROBE;

    private final String text;
    private final String digest;

    Script() {
        text = read(name().toLowerCase(Locale.ROOT) + ".lua");
        digest = digest(text);
    }

    /** The script itself, for a server that does not know it yet. */
    String text() {
        return text;
    }

    /** The name under which a server knows it. */
    String digest() {
        return digest;
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " of the jar", e);
        }
    }

    private static String digest(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1, by which Redis names scripts", e);
        }
    }
}
