package io.fairlead.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every placement, whatever the service looks like. */
class PlacementProperties {

    private static final Duration TTL = Duration.ofSeconds(9);

    /** The independent oracle: each instance written down as often as its weight says, in the order of the ids. */
    @Test
    void theDrawIsThatOfADrumWithAsManyTicketsAsWeight() {
        Services.forEach(100, seed -> {
            ServiceView view = Services.small(seed);
            List<String> drum = new ArrayList<>();
            for (Candidate candidate : view.candidates()) {
                double margin = 85 - candidate.report().metrics().value("cpu").orElseThrow();
                for (long ticket = 1; margin > 0 && ticket <= margin * margin; ticket++) {
                    drum.add(candidate.id().value());
                }
            }
            for (int r = 0; r < drum.size(); r++) {
                int drawn = r;
                Placement placement =
                        PlacementBench.placer().place(PlacementRequest.plain(), view, null, bound -> drawn);
                assertThat(placement.lot()).isEqualTo(new Placement.Lot(r, drum.size()));
                assertThat(PlacementBench.chosen(placement)).isEqualTo(drum.get(r));
            }
        });
    }

    /** A second judge, from the words of the contract: which instances may be met, and on what basis. */
    @Test
    void theChosenInstanceIsOneThatMayTakeTheRoomOnThatBasis() {
        Set<Basis> met = EnumSet.noneOf(Basis.class);
        Services.forEach(8000, seed -> {
            Services.Service service = Services.of(seed);
            Random random = new Random(seed);
            Placement placement = service.place(bound -> random.nextInt((int) bound));
            met.add(placement.basis());
            Judge judge = new Judge(service);
            assertThat(placement.basis()).as(service::toString).isEqualTo(judge.basis());
            if (placement.chosen() == null) {
                assertThat(placement.basis()).isEqualTo(Basis.NO_INSTANCES);
            } else {
                assertThat(judge.mayBeMet()).as(service::toString).contains(placement.chosen());
            }
        });
        if (Long.getLong("fairlead.seed") == null) {
            assertThat(met).isEqualTo(EnumSet.complementOf(EnumSet.of(Basis.STALE, Basis.REFUSED)));
        }
    }

    @Test
    void theWalkGoesThroughTheInstancesInTheOrderOfTheirIds() {
        Services.forEach(300, seed -> {
            Services.Service service = Services.of(seed);
            Placement first = service.place(bound -> 0);
            Placement.Lot lot = first.lot();
            if (lot == null) {
                return;
            }
            long step = Math.max(1, lot.bound() / 500);
            long before = -1;
            for (long r = 0; r < lot.bound(); r += step) {
                long drawn = r;
                Candidate chosen = service.place(bound -> drawn).chosen();
                long place = service.view().candidates().indexOf(chosen);
                assertThat(place).as("the walk goes in the order of the ids").isGreaterThanOrEqualTo(before);
                before = place;
            }
        });
    }

    @Test
    void aFailedCheckOfAnInstanceIsWhatKeepsItOut() {
        Services.forEach(3000, seed -> {
            Services.Service service = Services.of(seed);
            Placement placement = service.place(bound -> 0);
            for (Offer offer : placement.offers()) {
                List<Check> failed = placement.checks().stream()
                        .filter(check ->
                                !check.passed() && offer.candidate().id().equals(check.subject()))
                        .filter(check -> check.question() != PlacementQuestion.SAME_INCARNATION
                                && check.question() != PlacementQuestion.OWNER_SAMPLE_AGE)
                        .toList();
                boolean blind = offer.failed() == PlacementQuestion.VIEW_CURRENT;
                assertThat(failed).as(() -> service + "\n" + offer).hasSize(offer.failed() == null || blind ? 0 : 1);
                assertThat(failed)
                        .allSatisfy(check -> assertThat(check.question()).isEqualTo(offer.failed()));
                assertThat(offer.weight() > 0).isEqualTo(offer.failed() == null);
            }
        });
    }

    @Test
    void theSameInputGivesTheSamePlacement() {
        Services.forEach(500, seed -> {
            Services.Service service = Services.of(seed);
            Services.Service again = Services.of(seed);
            assertThat(service.place(bound -> bound / 2)).isEqualTo(again.place(bound -> bound / 2));
        });
    }

    @Test
    void moreUseOfAResourceNeverGivesMoreWeight() {
        Services.forEach(2000, seed -> {
            Random random = new Random(seed);
            double cpu = random.nextDouble() * 100;
            double memory = random.nextDouble() * 100;
            int weight = PlacementBench.weight(cpu, memory);
            assertThat(weight).isBetween(0, 7225);
            assertThat(PlacementBench.weight(cpu + random.nextDouble() * (100 - cpu), memory))
                    .isLessThanOrEqualTo(weight);
            assertThat(PlacementBench.weight(cpu, memory + random.nextDouble() * (100 - memory)))
                    .isLessThanOrEqualTo(weight);
        });
    }

    /** Judges by the contract's words, with none of the placer's code. */
    private static final class Judge {

        private final Services.Service service;

        Judge(Services.Service service) {
            this.service = service;
        }

        Basis basis() {
            if (home() != null) {
                return Basis.AFFINITY;
            }
            if (live().isEmpty()) {
                return Basis.NO_INSTANCES;
            }
            if (!service.view().current()) {
                return Basis.UNIFORM_FALLBACK;
            }
            if (!weighted().isEmpty()) {
                return Basis.WEIGHTED;
            }
            boolean known = live().stream().anyMatch(candidate -> !Double.isNaN(margin(candidate)));
            return known ? Basis.ALL_FULL : Basis.UNIFORM_FALLBACK;
        }

        List<Candidate> mayBeMet() {
            Candidate home = home();
            if (home != null) {
                return List.of(home);
            }
            return basis() == Basis.WEIGHTED ? weighted() : live();
        }

        @org.jspecify.annotations.Nullable Candidate home() {
            Claim claim = service.remembered();
            for (Candidate candidate : service.view().candidates()) {
                if (claim != null && claim.owner().equals(candidate.owner())) {
                    boolean silent =
                            service.view().current() && candidate.sampleAge().compareTo(TTL) >= 0;
                    boolean dead =
                            silent && candidate.owner().equals(service.request().unreachable());
                    return dead ? null : candidate;
                }
            }
            return null;
        }

        List<Candidate> live() {
            List<Candidate> live = new ArrayList<>();
            for (Candidate candidate : service.view().candidates()) {
                boolean fresh =
                        !service.view().current() || candidate.sampleAge().compareTo(TTL) < 0;
                boolean up = candidate.report().state() == InstanceState.UP;
                if (fresh && up && !candidate.owner().equals(service.request().unreachable())) {
                    live.add(candidate);
                }
            }
            return live;
        }

        List<Candidate> weighted() {
            return live().stream().filter(candidate -> margin(candidate) >= 1).toList();
        }

        /** The margin as the text's code has it, or NaN where a reading failed. */
        double margin(Candidate candidate) {
            SafetyMargin own = candidate.report().ceilings();
            double ceiling = own == null ? 85 : own.ceilings().getOrDefault("cpu", 85.0);
            double cpu = candidate.report().metrics().value("cpu").orElse(Double.NaN);
            double memory = candidate.report().metrics().value("memory").orElse(Double.NaN);
            double margin = Math.min(ceiling - cpu, 90 - memory);
            return margin < 0 ? 0 : margin;
        }
    }
}
