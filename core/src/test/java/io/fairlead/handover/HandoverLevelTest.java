package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandoverLevelTest {

    @ParameterizedTest
    @EnumSource
    void eachLevelIsFoundByItsWord(HandoverLevel level) {
        assertThat(level.word())
                .isEqualTo(level.word().toLowerCase(java.util.Locale.ROOT))
                .doesNotContain(" ");
        assertThat(HandoverLevel.of(level.word())).contains(level);
    }

    @ParameterizedTest
    @EnumSource
    void whereNothingIsRunningNoNewRequestsAreTakenEither(HandoverLevel level) {
        assertThat(level.isDrained() && !level.isStopped()).isFalse();
    }
}
