package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupSecretFileTest {
    private static final String SECRET = "0123456789abcdef";

    @TempDir
    Path folder;

    private Path file(String mode, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("group.secret"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static String refusal(Path file) {
        return String.valueOf(assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> GroupSecretFile.read(file))
                .actual()
                .getMessage());
    }

    @Test
    void theSecretStandsAloneBesideComments() throws IOException {
        assertThat(GroupSecretFile.read(file("rw-------", "# of line-1\n\n" + SECRET + "\n")))
                .hasToString("the group's secret");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws IOException {
        assertThat(refusal(file("rw-r-----", SECRET))).contains("chmod 600").doesNotContain(SECRET);
    }

    @Test
    void whatIsNoSecretIsRefusedWithoutShowingIt() throws IOException {
        assertThat(refusal(file("rw-------", "two words of a secret")))
                .contains("16 to 256")
                .doesNotContain("words of");
        assertThat(refusal(file("rw-------", "short"))).contains("16 to 256").doesNotContain("short");
        assertThat(refusal(file("rw-------", SECRET + "\n" + SECRET))).contains("found 2 lines");
        assertThat(refusal(folder.resolve("missing"))).endsWith("missing: there is no such file");
    }
}
