package io.fairlead.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.placement.Candidate;
import io.fairlead.placement.Offer;
import io.fairlead.placement.PlacementQuestion;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A weight that another program wrote counts for just that much in the draw. */
class ForeignWeightTest {

    private final Placer placer = new Placer(PlacementSettings.safetyMargin());

    @Test
    void everyWeightOfAMarginComesOutAsItWentIn() {
        for (int weight = 0; weight <= ForeignWeight.MOST; weight++) {
            assertThat(offer(Integer.toString(weight)).weight()).isEqualTo(weight);
        }
    }

    @Test
    void aWeightBeyondThatOfAnyMarginCountsAsTheLargest() {
        assertThat(offer("10001").weight()).isEqualTo(10_000);
        assertThat(offer("999999999999999999").weight()).isEqualTo(10_000);
    }

    @Test
    void zeroIsAFullMachineAndNoMargin() {
        assertThat(offer("0").margin())
                .isNotNull()
                .satisfies(margin -> assertThat(margin.points()).isZero());
        assertThat(offer("0").live()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "4225.5", "1e3", "NaN", "0x10", " 7", "9999999999999999999", "fast"})
    void whatIsNoWholeNumberIsUnknownAndNotZero(String weight) {
        Offer offer = offer(weight);
        assertThat(offer.margin()).isNull();
        assertThat(offer.failed()).isEqualTo(PlacementQuestion.MEASURED);
    }

    private Offer offer(String weight) {
        Candidate candidate = ForeignWeight.candidate(Stores.instance("i1"), weight, 1, Duration.ZERO);
        return placer.offers(new ServiceView(Stores.BATTLE, List.of(candidate), true))
                .get(0);
    }
}
