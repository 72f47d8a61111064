package io.fairlead.simulator.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Term;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Each term of {@code fairlead} earns its place: without it at least one scenario comes out worse. */
class TermsTest {

    /**
     * Where a term shows.
     *
     * @param figure the number of the scenario's figure that gets worse
     * @param factor by how much at least
     */
    private record Shows(RoomScenario scenario, int figure, double factor) {}

    private static final Map<Term, Shows> SHOWS = new EnumMap<>(Map.of(
            Term.GROWTH, new Shows(RoomScenario.COLD_JOIN_BRIEF, 0, 1.2),
            Term.IN_FLIGHT, new Shows(RoomScenario.COLD_JOIN_BRIEF, 0, 1.5),
            Term.TIMES_SCHEDULERS, new Shows(RoomScenario.COLD_JOIN_BRIEF, 0, 1.3),
            Term.WARM_UP, new Shows(RoomScenario.COLD_JOIN_BRIEF, 0, 1.3),
            Term.SANITY_FLOOR, new Shows(RoomScenario.BLIND_SENSOR, 0, 1.1),
            Term.TWO_DRAWS, new Shows(RoomScenario.FULL, 0, 1.08),
            Term.CAPACITY, new Shows(RoomScenario.FULL, 0, 1.2)));

    @Test
    @EnabledIfSystemProperty(
            named = "fairlead.soak",
            matches = "true",
            disabledReason = "plays for minutes: only in a soak")
    void withoutAnyOneTermSomeScenarioComesOutWorse() {
        PlacementSettings all = PlacementSettings.standard();
        SHOWS.forEach((term, shows) -> {
            PlacementSettings fewer = all.with(PlacementTerms.standard().without(term));
            double with = Figures.of(shows.scenario(), all).get(shows.figure());
            double without = Figures.of(shows.scenario(), fewer).get(shows.figure());
            assertThat(without).as("%s in %s", term, shows.scenario()).isGreaterThan(shows.factor() * with);
        });
        assertThat(SHOWS).containsOnlyKeys(Term.values());
    }
}
