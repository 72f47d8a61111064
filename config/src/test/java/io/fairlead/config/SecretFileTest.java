package io.fairlead.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
    private static final String TOKEN = "s3cr3t-0123456789";

    @TempDir
    Path folder;

    private Path file(String mode, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("agent.token"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static String refusal(Path file) {
        String message = String.valueOf(assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TokenFile.read(file))
                .actual()
                .getMessage());
        assertThat(message).startsWith(file.toString()).doesNotContain("\n").doesNotContain(TOKEN);
        return message;
    }

    @Test
    void aTokenStandsAloneInItsFileBesideCommentsAndNeverInItsOwnText() throws IOException {
        Path file = file("rw-------", "# of the agents\n\n  " + TOKEN + " \r\n");
        BearerToken token = TokenFile.read(file);
        assertThat(token.authorization()).isEqualTo("Bearer " + TOKEN);
        assertThat(token.source()).isEqualTo(file.toString());
        assertThat(token).hasToString("the token in " + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"r--------", "rw-------", "rwx------", "rw---x--x"})
    void whatNobodyElseCanReadOrChangeIsRead(String mode) throws IOException {
        assertThat(TokenFile.read(file(mode, TOKEN)).authorization()).endsWith(TOKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rw-rw-rw-"})
    void whatOthersCanReadOrChangeIsRefusedWithTheRightMode(String mode) throws IOException {
        Path file = file(mode, TOKEN);
        assertThat(refusal(file))
                .isEqualTo(file + ": its mode is " + mode
                        + ", so others can read or change the secrets in it: chmod 600 " + file);
    }

    @Test
    void aLinkIsAsSecretAsTheFileBehindIt() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), file("rw-r--r--", TOKEN));
        assertThat(refusal(link)).contains("its mode is rw-r--r--");
    }

    @Test
    void whatIsNotThereOrNoFileIsSaid() {
        assertThat(refusal(folder.resolve("none"))).endsWith(": there is no such file");
        assertThat(refusal(folder)).endsWith(": is a folder, expected a file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment\n", TOKEN + "\n" + TOKEN + "2\n"})
    void noTokenAndTwoTokensAreNone(String text) throws IOException {
        assertThat(refusal(file("rw-------", text))).endsWith("lines that are no comments, expected one: a token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"agent " + TOKEN, TOKEN + " gw-1", "short", "s3cr3t-0123456789\u00e9", "s3cr3t-\u00010123456789"
            })
    void whatIsNoTokenIsRefusedWithoutBeingShown(String text) throws IOException {
        assertThat(refusal(file("rw-------", text)))
                .endsWith(": expected a token and nothing else in its line: 16 to 256 printable ASCII characters"
                        + " without spaces")
                .doesNotContain("s3cr3t");
    }

    @Test
    void aFileThatNeverEndsIsNotReadToItsEnd() throws IOException {
        assertThat(refusal(file("rw-------", "x".repeat((1 << 20) + 1)))).contains("larger than 1 MiB");
    }
}
