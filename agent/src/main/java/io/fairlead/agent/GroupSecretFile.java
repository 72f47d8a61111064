package io.fairlead.agent;

import io.fairlead.client.failsafe.GroupSecret;
import io.fairlead.config.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The file with the secret that the nodes of a group share, {@code group-secret-file}. */
public final class GroupSecretFile {
    private static final Pattern FORM = Pattern.compile("[!-~]{16,256}");

    private GroupSecretFile() {}

    /** Throws {@link IOException} whose message is one line that names the file and what would be right. */
    public static GroupSecret read(Path file) throws IOException {
        List<String> said = SecretFile.lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        // No message shows what stands there.
        if (said.size() != 1) {
            throw new IOException(
                    file + ": found " + said.size() + " lines that are no comments, expected one: the group's secret");
        }
        if (!FORM.matcher(said.get(0)).matches()) {
            throw new IOException(
                    file + ": expected the group's secret and nothing else in its line: 16 to 256 printable"
                            + " ASCII characters without spaces, such as openssl rand -hex 24 prints");
        }
        return new GroupSecret(said.get(0).getBytes(StandardCharsets.US_ASCII));
    }
}
