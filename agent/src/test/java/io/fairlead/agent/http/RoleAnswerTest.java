package io.fairlead.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.HandoverLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoleAnswerTest {

    @ParameterizedTest
    @EnumSource(HandoverLevel.class)
    void aPrimaryHasItsWholeWeightFromTheEndOfItsPromoteOn(HandoverLevel level) {
        assertThat(RoleAnswer.of(true, level, false, 5))
                .isEqualTo(level == HandoverLevel.PROMOTING ? "down #promoting" : "up ready 100%");
        assertThat(RoleAnswer.of(true, level, true, 5)).isEqualTo("drain");
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE, down #standby, up ready 5%, down #stopping",
        "PREPARING, down #standby, up ready 5%, down #stopping",
        "PREPARED, down #standby, up ready 5%, down #stopping",
        "PREPARE_FAILED, down #standby, up ready 5%, down #stopping",
        "PREPARE_WITHDRAWN, down #standby, up ready 5%, down #stopping",
        "PROMOTING, drain, drain, drain",
        "PROMOTED, drain, drain, drain",
        "PROMOTE_FAILED, down #promote failed, down #promote failed, down #promote failed",
        "STOPPING, drain, drain, drain",
        "STOPPED, down #standby, up ready 5%, down #stopping",
        "STOP_FAILED, down #demote failed, down #demote failed, down #demote failed",
        "DRAINING, drain, drain, drain",
        "DRAINED, down #standby, up ready 5%, down #stopping",
        "CLEANING, down #standby, up ready 5%, down #stopping",
        "CLEANED, down #standby, up ready 5%, down #stopping",
        "CLEANUP_FAILED, down #standby, up ready 5%, down #stopping"
    })
    void aStandbyGetsNothingOrItsShareAndWhatStillRunsAfterARoleMayEnd(
            HandoverLevel level, String usual, String withShare, String stopping) {
        assertThat(RoleAnswer.of(false, level, false, 0)).isEqualTo(usual);
        assertThat(RoleAnswer.of(false, level, false, 5)).isEqualTo(withShare);
        assertThat(RoleAnswer.of(false, level, true, 5)).isEqualTo(stopping);
    }

    // Field case D25
    @Test
    void whateverLetsAServerWorkAgainSaysHealthStateAndWeightAndNoStateIsAWeightOfZero() {
        for (HandoverLevel level : HandoverLevel.values()) {
            for (boolean primary : new boolean[] {true, false}) {
                for (int share : new int[] {0, 1, 100}) {
                    assertThat(RoleAnswer.of(primary, level, false, share))
                            .matches("up ready [1-9][0-9]{0,2}%|drain|down #[a-z ]+");
                }
            }
        }
    }
}
