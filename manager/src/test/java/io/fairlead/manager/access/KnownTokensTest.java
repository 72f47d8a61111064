package io.fairlead.manager.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KnownTokensTest {

    private static final String A = "s3cr3t-a-0123456789";
    private static final String B = "s3cr3t-b-0123456789";
    private static final String C = "s3cr3t-c-0123456789";

    @Test
    void everyTokenIsKnownWithItsRoleAndItsOwner() {
        KnownTokens tokens = KnownTokens.read(List.of(
                "# for the line", "", "agent " + A, "  operator\t" + B + "  alice@example ", "viewer " + C + " wall"));
        assertThat(tokens.caller(A)).isEqualTo(new Caller(TokenRole.AGENT, "agent"));
        assertThat(tokens.caller(B)).isEqualTo(new Caller(TokenRole.OPERATOR, "alice@example"));
        assertThat(tokens.caller(C)).isEqualTo(new Caller(TokenRole.VIEWER, "wall"));
        assertThat(tokens.areAsked()).isTrue();
        assertThat(tokens).hasToString("tokens: 1 agent, 1 operator, 1 viewer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s3cr3t", "s3cr3t-a-012345678", "s3cr3t-a-01234567890", "S3CR3T-A-0123456789"})
    void whatIsNotExactlyOneOfThemIsNotKnown(String text) {
        assertThat(KnownTokens.read(List.of("agent " + A)).caller(text)).isNull();
    }

    @Test
    void withoutTokensNobodyIsAskedAndNobodyIsKnown() {
        assertThat(KnownTokens.NONE.areAsked()).isFalse();
        assertThat(KnownTokens.NONE.caller(A)).isNull();
    }

    @Test
    void onePersonMayHaveTwoTokensSoThatOneCanFollowTheOther() {
        KnownTokens tokens = KnownTokens.read(List.of("operator " + A + " alice", "operator " + B + " alice"));
        assertThat(tokens.caller(A)).isEqualTo(tokens.caller(B));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            agnet s3cr3t-a-0123456789          | line 2: role "agnet" is not known; the nearest known role is agent: use agent, operator, viewer
            Operator s3cr3t-a-0123456789       | line 2: role "Operator" is not known; the nearest known role is operator: use agent, operator, viewer
            root s3cr3t-a-0123456789           | line 2: role "root" is not known: use agent, operator, viewer
            s3cr3t-a-0123456789                | line 2: it does not begin with a role: use agent, operator, viewer
            s3cr3t-a-0123456789 agent          | line 2: it does not begin with a role: use agent, operator, viewer
            agent                              | line 2: after the role comes a token of 16 to 256 printable ASCII characters without spaces
            agent s3cr3t-a-012345              | line 2: after the role comes a token of 16
            agent s3cr3t-a-0123456789é         | line 2: after the role comes a token of 16
            agent s3cr3t-a-0123456789 # gw-1   | line 2: after the token comes a name of 1 to 64 characters of [A-Za-z0-9._@-], or nothing; comments have lines of their own
            agent s3cr3t-a-0123456789 a/b      | line 2: after the token comes a name of 1 to 64
            agent s3cr3t-a-0123456789 gw 1     | line 2: after the token comes a name of 1 to 64
            viewer s3cr3t-b-0123456789         | line 2: the token of line 1 again: give each its own
            """)
    void aSlipIsRefusedWithItsLineAndShowsNoToken(String line, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KnownTokens.read(List.of("operator " + B + " alice", line)))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .startsWith(message)
                        .doesNotContain("s3cr3t")
                        .doesNotContain("\n"));
    }

    @Test
    void aLongTokenIsStillOneAndALongerOneIsNone() {
        assertThat(KnownTokens.read(List.of("agent " + "x".repeat(256))).caller("x".repeat(256)))
                .isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KnownTokens.read(List.of("agent " + "x".repeat(257))))
                .withMessageContaining("16 to 256");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n\n"})
    void aFileWithoutATokenIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KnownTokens.read(text.lines().toList()))
                .withMessage("there is no token in it, so nobody could ask for anything: write lines of ROLE TOKEN"
                        + " [NAME]");
    }
}
