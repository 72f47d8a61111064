package io.fairlead.manager.access;

import io.fairlead.config.BearerToken;
import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that a manager knows, as digests: what it holds in memory is no token.
 *
 * <p>A token is compared with all of them, each in constant time, so that how long it takes tells nothing of any.
 */
public final class KnownTokens {

    /** No tokens at all: nobody is asked who he is. */
    public static final KnownTokens NONE = new KnownTokens(List.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /** A word that is shorter than every token and so may be shown. */
    private static final Pattern SHOWABLE = Pattern.compile("[A-Za-z-]{1,15}");

    private final List<Known> known;

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares these but by the digest's own comparison.
    private record Known(byte[] digest, Caller caller) {}

    private KnownTokens(List<Known> known) {
        this.known = List.copyOf(known);
    }

    /**
     * Reads lines of the form {@code ROLE TOKEN [NAME]}; empty lines and those that begin with {@code #} do not count. Refuses
     * with {@link IllegalArgumentException} whose message names the line and shows no token.
     */
    public static KnownTokens read(List<String> lines) {
        List<Known> known = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Known token = token("line " + (i + 1), line.split("\\s+"));
            for (int j = 0; j < known.size(); j++) {
                if (Arrays.equals(known.get(j).digest(), token.digest())) {
                    throw new IllegalArgumentException(
                            "line " + (i + 1) + ": the token of line " + places.get(j) + " again: give each its own");
                }
            }
            known.add(token);
            places.add(i + 1);
        }
        if (known.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no token in it, so nobody could ask for anything: write lines" + " of ROLE TOKEN [NAME]");
        }
        return new KnownTokens(known);
    }

    private static Known token(String place, String... words) {
        TokenRole role = role(place, words[0]);
        if (words.length < 2 || !BearerToken.isToken(words[1])) {
            throw new IllegalArgumentException(place + ": after the role comes a token of " + BearerToken.RULE);
        }
        if (words.length > 3 || (words.length == 3 && !NAME.matcher(words[2]).matches())) {
            throw new IllegalArgumentException(place
                    + ": after the token comes a name of 1 to 64 characters of [A-Za-z0-9._@-], or nothing; comments"
                    + " have lines of their own");
        }
        return new Known(digest(words[1]), new Caller(role, words.length == 3 ? words[2] : role.label()));
    }

    private static TokenRole role(String place, String word) {
        for (TokenRole role : TokenRole.values()) {
            if (role.label().equals(word)) {
                return role;
            }
        }
        String wanted = "use " + String.join(", ", TokenRole.labels());
        if (!SHOWABLE.matcher(word).matches()) {
            throw new IllegalArgumentException(place + ": it does not begin with a role: " + wanted);
        }
        String nearest = Nearest.to(word.toLowerCase(Locale.ROOT), TokenRole.labels())
                .map(near -> "; the nearest known role is " + near)
                .orElse("");
        throw new IllegalArgumentException(
                place + ": role " + Quoted.of(word) + " is not known" + nearest + ": " + wanted);
    }

    /** Whether anybody is asked who he is. */
    public boolean areAsked() {
        return !known.isEmpty();
    }

    /** Whose a token is, or null if it is not known. */
    public @Nullable Caller caller(String token) {
        byte[] asked = digest(token);
        Caller found = null;
        for (Known one : known) {
            boolean same = MessageDigest.isEqual(one.digest(), asked);
            found = same ? one.caller() : found;
        }
        return found;
    }

    /** How many there are of each role, in words. */
    public String words() {
        Map<TokenRole, Integer> counts = new TreeMap<>();
        known.forEach(one -> counts.merge(one.caller().role(), 1, Integer::sum));
        return String.join(
                ", ",
                counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey().label())
                        .toList());
    }

    @Override
    public String toString() {
        return "tokens: " + words();
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
