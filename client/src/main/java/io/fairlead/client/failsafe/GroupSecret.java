package io.fairlead.client.failsafe;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What all nodes of a group know and nobody else: by it they know that a message is one of theirs. */
public final class GroupSecret {
    /** The fewest bytes that a secret may have. */
    public static final int LEAST = 16;

    private static final String METHOD = "HmacSHA256";

    private final SecretKeySpec key;

    /** Keeps a copy; throws {@link IllegalArgumentException} for one of fewer than 16 or more than 256 bytes. */
    public GroupSecret(byte[] secret) {
        if (secret.length < LEAST || secret.length > 256) {
            throw new IllegalArgumentException("the group's secret has " + secret.length + " bytes: use 16 to 256");
        }
        this.key = new SecretKeySpec(secret, METHOD);
    }

    /** The code of a text under this secret, in lower-case hexadecimal digits. */
    String code(String text) {
        try {
            Mac mac = Mac.getInstance(METHOD);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JVM has " + METHOD, missing);
        }
    }

    /** Whether a code is that of the text, in a time that tells nothing of where the two differ. */
    boolean isCode(String code, String text) {
        return MessageDigest.isEqual(
                code.getBytes(StandardCharsets.UTF_8), code(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "the group's secret";
    }
}
