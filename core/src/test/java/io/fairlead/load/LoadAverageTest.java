package io.fairlead.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The running average and what else is read off the recent samples. */
class LoadAverageTest {

    private static final double MISSING = Double.NaN;
    private static final Averaging FIXED = Averaging.fixedWeight(30);
    private static final Averaging STEADY = Averaging.windowLong(30);

    // Field case D12 (c)
    @Test
    void aMissingSampleLeavesTheAverageAsItWas() {
        assertThat(average(FIXED, 40, MISSING, 40, 40).value()).isEqualTo(40);
        assertThat(average(FIXED, 40, 80).value())
                .isEqualTo(average(FIXED, 40, 80, MISSING, MISSING).value());
    }

    // Field case D07 (b)
    @Test
    void ofSixtyRounds29ValidOnesAreTooFewAnd30AreEnough() {
        double[] samples = new double[60];
        Arrays.fill(samples, 0, 29, 40);
        Arrays.fill(samples, 29, 60, MISSING);
        assertThat(average(Averaging.fixedWeight(60), samples).coverage(60)).isLessThan(0.5);
        samples[59] = 40;
        assertThat(average(Averaging.fixedWeight(60), samples).coverage(60)).isEqualTo(0.5);
    }

    @Test
    void beforeTheFirstValidSampleNothingIsKnown() {
        LoadAverage average = average(FIXED, MISSING, MISSING);
        assertThat(average.isEmpty()).isTrue();
        assertThat(average.rounds()).isZero();
        assertThat(average.coverage(30)).isZero();
        assertThat(average.plainMean(30)).isNaN();
        assertThat(average.lowerQuartile()).isNaN();
        assertThat(average.isRough()).isFalse();
    }

    @Test
    void noWeightCarriesAnAverageOfFullLoadsBeyond100() {
        for (int i = 1; i <= 1000; i++) {
            Averaging how = new Averaging(5, i / 1000.0, 25, false);
            assertThat(LoadAverage.empty().next(100, how).next(100, how).value())
                    .isLessThanOrEqualTo(100);
        }
    }

    @Test
    void duringObservationABootReadingIsForgottenWithTheHalfWindow() {
        double[] samples = new double[30];
        Arrays.fill(samples, 20);
        samples[0] = 100;
        assertThat(average(STEADY, samples).value()).isCloseTo(20, within(1e-9));
    }

    @Test
    void afterObservationASampleCountsAsAtMost25PointsAway() {
        double[] samples = new double[31];
        Arrays.fill(samples, 20);
        samples[30] = 100;
        assertThat(average(STEADY, samples).value()).isCloseTo(20 + 25 * 2.0 / 31, within(1e-9));
    }

    @Test
    void aWholeWindowWithoutASampleIsSilence() {
        double[] samples = new double[31];
        Arrays.fill(samples, MISSING);
        samples[0] = 20;
        assertThat(average(FIXED, samples).isSilent(30)).isTrue();
        assertThat(average(FIXED, Arrays.copyOf(samples, 30)).isSilent(30)).isFalse();
    }

    @Test
    void noiseIsTheStandardDeviationOfWhiteNoiseAndDoesNotSeeAShiftOfLevel() {
        double[] shifted = new double[30];
        Arrays.fill(shifted, 0, 15, 20);
        Arrays.fill(shifted, 15, 30, 90);
        assertThat(average(FIXED, shifted).noise(30)).isZero();
        double[] jagged = new double[30];
        for (int i = 0; i < jagged.length; i++) {
            jagged[i] = i % 2 == 0 ? 20 : 30;
        }
        assertThat(average(FIXED, jagged).noise(30)).isCloseTo(10.5, within(1e-9));
        assertThat(average(FIXED, 20).noise(30)).isZero();
    }

    @Test
    void noiseTakesNoStepAcrossAHole() {
        assertThat(average(FIXED, 20, MISSING, 90, MISSING, 20).noise(30)).isZero();
        assertThat(average(FIXED, 20, 22, MISSING, 90).noise(30)).isCloseTo(2.1, within(1e-9));
    }

    @Test
    void aSensorThatJumpsToAndFroIsRoughAndOneShiftOfLevelIsNot() {
        double[] jumping = new double[12];
        double[] shifting = new double[12];
        for (int i = 0; i < 12; i++) {
            jumping[i] = i % 2 == 0 ? 20 : 80;
            shifting[i] = i < 6 ? 20 : 80;
        }
        assertThat(average(FIXED, jumping).isRough()).isTrue();
        assertThat(average(FIXED, shifting).isRough()).isFalse();
        assertThat(average(FIXED, Arrays.copyOf(jumping, 11)).isRough()).isFalse();
    }

    @Test
    void theLowerQuartileOfTwelveIsTheThirdLowest() {
        assertThat(average(FIXED, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1).lowerQuartile())
                .isEqualTo(3);
    }

    @Test
    void aMeanOfTheLastRoundsNeedsHalfOfThem() {
        assertThat(average(FIXED, 10, 20, MISSING, MISSING).meanOfLast(4)).hasValue(15);
        assertThat(average(FIXED, 10, MISSING, MISSING, MISSING).meanOfLast(4)).isEmpty();
        assertThat(average(FIXED, 10).meanOfLast(12)).isEmpty();
    }

    @Test
    void correctionsMoveTheAverageWithinZeroToHundredAndLeaveTheSamples() {
        LoadAverage average = average(FIXED, 80, 80);
        assertThat(average.times(0.5).value()).isEqualTo(40);
        assertThat(average.plus(-90).value()).isZero();
        assertThat(average.plus(90).value()).isEqualTo(100);
        assertThat(average.times(0.5).plainMean(30)).isEqualTo(80);
    }

    @Test
    void equalHistoriesAreEqual() {
        assertThat(average(FIXED, 1, MISSING, 3))
                .isEqualTo(average(FIXED, 1, MISSING, 3))
                .hasSameHashCodeAs(average(FIXED, 1, MISSING, 3));
        assertThat(average(FIXED, 1, 3)).isNotEqualTo(average(FIXED, 3, 1));
    }

    @Test
    void fourSwingsOfThirtyPointsInFiveMinutesAreSwingingAndThreeAreNot() {
        SensorSwings swings = SensorSwings.none();
        double[] levels = {20, 55, 20, 55};
        long round = 0;
        for (double level : levels) {
            for (int i = 0; i < 10; i++) {
                swings = swings.next(level, ++round);
            }
        }
        assertThat(swings.isSwinging(round, 60)).isFalse();
        swings = swings.next(20, ++round);
        assertThat(swings.isSwinging(round, 60)).isTrue();
        assertThat(swings.isSwinging(round + 60, 60)).isFalse();
    }

    @Test
    void aSlowClimbIsOneSwing() {
        SensorSwings swings = SensorSwings.none();
        for (int i = 0; i <= 100; i++) {
            swings = swings.next(i, i);
        }
        assertThat(swings.rounds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4, 61})
    void aWindowOutsideFiveToSixtyRoundsIsRefused(int window) {
        assertThatThrownBy(() -> Averaging.fixedWeight(window))
                .hasMessage("window is " + window + ": use 5 to 60 rounds");
    }

    @Test
    void otherBadSettingsAreRefusedByName() {
        assertThatThrownBy(() -> new Averaging(30, Double.NaN, 25, true)).hasMessageContaining("weight is NaN");
        assertThatThrownBy(() -> new Averaging(30, 1.5, 25, true)).hasMessageContaining("weight is 1.5");
        assertThatThrownBy(() -> new Averaging(30, 0.3, 0, true)).hasMessageContaining("clamp is 0.0");
        assertThat(Averaging.defaultWindow(Duration.ofSeconds(5))).isEqualTo(30);
    }

    private static LoadAverage average(Averaging how, double... samples) {
        LoadAverage average = LoadAverage.empty();
        for (double sample : samples) {
            average = average.next(sample, how);
        }
        return average;
    }
}
