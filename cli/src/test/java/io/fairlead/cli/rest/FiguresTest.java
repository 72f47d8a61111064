package io.fairlead.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class FiguresTest {

    // Field case D12
    @Test
    void numbersAreWrittenTheSameInEveryCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(Figures.points(12.345)).isEqualTo("12.3");
            assertThat(Figures.plain(1234.5)).isEqualTo("1234.5");
            assertThat(Figures.seconds(1.25)).isEqualTo("1.3 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void unknownIsAQuestionMarkAndNeverZero() {
        assertThat(Figures.points(Double.NaN)).isEqualTo("?");
        assertThat(Figures.plain(Double.POSITIVE_INFINITY)).isEqualTo("?");
        assertThat(Figures.seconds(Double.NaN)).isEqualTo("?");
    }

    @Test
    void plainNumbersHaveNoZerosAtTheirEndAndNoMinusZero() {
        assertThat(Figures.plain(5)).isEqualTo("5");
        assertThat(Figures.plain(100)).isEqualTo("100");
        assertThat(Figures.plain(0.2)).isEqualTo("0.2");
        assertThat(Figures.plain(-0.0)).isEqualTo("0");
        assertThat(Figures.points(-0.0)).isEqualTo("0.0");
    }

    @Test
    void spansGetCoarserAsTheyGrow() {
        assertThat(Figures.seconds(0.4)).isEqualTo("0.4 s");
        assertThat(Figures.seconds(12.4)).isEqualTo("12 s");
        assertThat(Figures.seconds(600)).isEqualTo("10 min");
        assertThat(Figures.count(1, "round")).isEqualTo("1 round");
        assertThat(Figures.count(0, "round")).isEqualTo("0 rounds");
        assertThat(Figures.count(2, "switch")).isEqualTo("2 switches");
    }
}
