package io.fairlead.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A file with the one token of whoever talks to a manager. */
public final class TokenFile {
    private TokenFile() {}

    /** Throws {@link IOException} whose message is one line that names the file and what would be right. */
    public static BearerToken read(Path file) throws IOException {
        return of(SecretFile.lines(file), file.toString());
    }

    private static BearerToken of(List<String> lines, String source) throws IOException {
        List<String> said = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        // Neither message shows what stands there: it may be a secret with a slip in it.
        if (said.size() != 1) {
            throw new IOException(
                    source + ": found " + said.size() + " lines that are no comments, expected one: a token");
        }
        if (!BearerToken.isToken(said.get(0))) {
            throw new IOException(source + ": expected a token and nothing else in its line: " + BearerToken.RULE);
        }
        return BearerToken.of(said.get(0), source);
    }
}
