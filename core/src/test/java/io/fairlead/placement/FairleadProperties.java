package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.Check;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every placement by {@code fairlead}, whatever the service looks like. */
class FairleadProperties {

    private static final List<String> SIZES = List.of("", ",c=2", ",c=4,gb=8", ",c=16,gb=32", ",gb=4");
    private static final List<String> ROOMS = List.of("", ",n=0,y=0", ",n=40,y=2.5", ",n=200,y=0", ",n=30");
    private static final List<String> REST =
            List.of("", "", "", "", ",age=8.9", ",age=9", ",drain", ",maint", ",up=0", ",up=20", ",run=2");

    /** One service, its scheduler and a request, all from a seed. */
    private record Case(String line, ServiceView view, SchedulerState state, PlacementRequest request, Placer placer) {

        static Case of(long seed) {
            Random random = new Random(seed * 0x9E3779B97F4A7C15L + 5);
            StringBuilder line = new StringBuilder();
            int count = random.nextInt(8);
            for (int i = 0; i < count; i++) {
                line.append("i")
                        .append(i * 5 % 8)
                        .append('=')
                        .append(reading(random))
                        .append('/');
                line.append(reading(random)).append(one(random, SIZES)).append(one(random, ROOMS));
                line.append(one(random, REST)).append(' ');
            }
            ServiceView view = PlacementBench.view(line.toString()).withSchedulers(1 + random.nextInt(4));
            SchedulerState state = SchedulerState.initial().learn(view, SETTINGS, at(0));
            for (int i = random.nextInt(30); i > 0; i--) {
                state = state.placed(PlacementBench.owner("i" + random.nextInt(8) + "#1"), 1, at(1));
            }
            if (random.nextInt(3) == 0) {
                state = state.connectFailed(PlacementBench.owner("i" + random.nextInt(8) + "#1"), at(1));
            }
            PlacementRequest request = new PlacementRequest(
                    random.nextInt(3) == 0 ? PlacementBench.owner("i" + random.nextInt(8) + "#1") : null,
                    random.nextBoolean() ? new RoomId("r-" + random.nextInt(50)) : null,
                    random.nextInt(4) == 0 ? 5 : 1);
            boolean away = random.nextInt(5) == 0;
            return new Case(
                    line.toString(),
                    away ? view.outdated(Duration.ofSeconds(random.nextInt(200))) : view,
                    state,
                    request,
                    new Placer(SETTINGS.withAdmission(random.nextInt(4) == 0), state));
        }

        Placement place(Draw draw) {
            return placer.place(request, view, null, draw);
        }

        private static String reading(Random random) {
            return random.nextInt(12) == 0
                    ? "-"
                    : String.format(
                            Locale.ROOT,
                            "%.1f",
                            random.nextInt(4) == 0 ? 80 + random.nextInt(20) : random.nextDouble() * 90);
        }

        private static String one(Random random, List<String> list) {
            return list.get(random.nextInt(list.size()));
        }
    }

    @Test
    void whoTakesTheRoomMayTakeItAndTheBasisSaysOnWhatThatRests() {
        Set<Basis> met = EnumSet.noneOf(Basis.class);
        Services.forEach(8_000, seed -> {
            Case one = Case.of(seed);
            Random random = new Random(seed);
            Placement placement = one.place(bound -> random.nextLong() & (bound - 1) & Long.MAX_VALUE);
            met.add(placement.basis());
            Candidate chosen = placement.chosen();
            boolean nowhere = placement.basis() == Basis.NO_INSTANCES || placement.basis() == Basis.REFUSED;
            assertThat(chosen == null).isEqualTo(nowhere);
            assertThat(placement.retryAfter() != null).isEqualTo(placement.basis() == Basis.REFUSED);
            if (chosen == null) {
                return;
            }
            assertThat(chosen.report().state()).isEqualTo(InstanceState.UP);
            if (!manySilent(placement)) {
                assertThat(chosen.sampleAge()).isLessThan(Duration.ofSeconds(9));
            }
            assertThat(chosen.owner()).isNotEqualTo(one.request.unreachable());
            Offer offer = PlacementBench.offer(placement.offers(), chosen.id().value());
            boolean anyKnown = placement.offers().stream().anyMatch(other -> other.live() && other.outlook() != null);
            assertThat(offer.outlook() != null)
                    .as("unknown load only where none is known")
                    .isEqualTo(anyKnown);
            if (placement.basis() == Basis.WEIGHTED) {
                assertThat(offer.weight()).isPositive();
            }
            if (placement.basis() == Basis.ALL_FULL) {
                assertThat(placement.offers())
                        .allSatisfy(other -> assertThat(other.weight()).isZero());
            }
        });
        if (Long.getLong("fairlead.seed") == null) {
            assertThat(met).isEqualTo(EnumSet.complementOf(EnumSet.of(Basis.AFFINITY)));
        }
    }

    private static boolean manySilent(Placement placement) {
        return placement.checks().stream()
                .anyMatch(check -> check.question() == PlacementQuestion.FEW_SILENT && !check.passed());
    }

    @Test
    void ofTheTwoDrawnTheLargerMarginHasTheRoomWhateverIsDrawn() {
        Services.forEach(2_000, seed -> {
            Random random = new Random(seed);
            Placement placement = Case.of(seed).place(bound -> Math.floorMod(random.nextLong(), bound));
            Placement.Second second = placement.second();
            if (second != null) {
                Offer chosen = PlacementBench.offer(
                        placement.offers(),
                        Objects.requireNonNull(placement.chosen()).id().value());
                assertThat(chosen.points())
                        .isEqualTo(
                                Math.max(second.one().points(), second.other().points()));
            }
        });
    }

    /** The formulas once more, written down from the contract without the placer's code. */
    @Test
    void theMarginsAreThoseOfTheContract() {
        Services.forEach(3_000, seed -> {
            Case one = Case.of(seed);
            for (Offer offer : one.placer.offers(one.view)) {
                if (offer.outlook() != null) {
                    assertThat(offer.points())
                            .as(one::toString)
                            .isEqualTo(margin(one, offer.candidate()), within(1e-6));
                }
            }
        });
    }

    private static double margin(Case one, Candidate candidate) {
        LoadReport report = candidate.report();
        Occupancy size = report.occupancy();
        double cpu = report.metrics().value("cpu").orElseThrow();
        double mem = report.metrics().value("memory").orElseThrow();
        double chat = one.state.cost().cores();
        double mhat = one.state.cost().bytes();
        double n = size.rooms().orElse(0);
        double uptime =
                report.uptime().toMillis() / 1000.0 + candidate.sampleAge().toMillis() / 1000.0;
        double r = Math.min(1, 0.35 + 0.65 * uptime / 60);
        double q = one.view.schedulers()
                * one.state.inFlight().rooms(candidate.owner(), one.view.current() ? at(9) : at(0));
        double load = size.growth().orElse(0) + q + 4;
        if (size.capacity().isPresent()) {
            double c = size.capacity().getAsDouble();
            cpu = size.rooms().isPresent() && cpu < 4 + 50 * chat * n / c ? 4 + 100 * chat * n / c : cpu;
            cpu += 100 * chat * load / (c * r);
        }
        if (size.memoryLimit().isPresent()) {
            double m = size.memoryLimit().getAsLong();
            boolean blind = size.rooms().isPresent() && mem < 0.5 * (25 + 50 * mhat * n / m);
            mem = blind ? 25 + 50 * mhat * n / m : mem;
            mem += 100 * mhat * load / m;
        }
        return Math.min(85 - cpu, 90 - mem);
    }

    @Test
    void aRoomOnItsWayNeverRaisesTheWeightOfItsInstanceAndMovesNoOthers() {
        Services.forEach(1_500, seed -> {
            Case one = Case.of(seed);
            for (Candidate candidate : one.view.candidates()) {
                List<Offer> before = one.placer.offers(one.view);
                List<Offer> after =
                        new Placer(SETTINGS, one.state.placed(candidate.owner(), 3, at(0))).offers(one.view);
                for (int i = 0; i < before.size(); i++) {
                    if (before.get(i).candidate().equals(candidate)) {
                        assertThat(after.get(i).weight())
                                .isLessThanOrEqualTo(before.get(i).weight());
                    } else {
                        assertThat(after.get(i)).isEqualTo(before.get(i));
                    }
                }
            }
        });
    }

    @Test
    void anInstanceThatTakesPartFailedNoCheckAndOneThatIsLeftOutExactlyOne() {
        Services.forEach(2_000, seed -> {
            Placement placement = Case.of(seed).place(bound -> 0);
            boolean allSuspect = placement.checks().stream()
                    .anyMatch(check -> check.question() == PlacementQuestion.OTHERS_REACHABLE && !check.passed());
            for (Offer offer : placement.offers()) {
                List<Check> failed = placement.checks().stream()
                        .filter(check ->
                                !check.passed() && offer.candidate().id().equals(check.subject()))
                        .filter(check -> !allSuspect || check.question() != PlacementQuestion.NOT_SUSPECT)
                        .filter(check -> !manySilent(placement)
                                || offer.failed() == PlacementQuestion.SAMPLE_AGE
                                || check.question() != PlacementQuestion.SAMPLE_AGE)
                        .toList();
                assertThat(failed).hasSize(offer.failed() == null ? 0 : 1);
                assertThat(failed)
                        .allSatisfy(check -> assertThat(check.question()).isEqualTo(offer.failed()));
            }
        });
    }

    @Test
    void sameInputSamePlacementAndTheOrderHandedInChangesNothing() {
        Services.forEach(1_000, seed -> {
            Case one = Case.of(seed);
            List<Candidate> reversed = new ArrayList<>(one.view.candidates());
            Collections.reverse(reversed);
            ServiceView other = new ServiceView(
                    one.view.service(), reversed, one.view.current(), one.view.age(), one.view.schedulers());
            assertThat(one.placer.place(one.request, other, null, bound -> bound / 3))
                    .isEqualTo(Case.of(seed).place(bound -> bound / 3));
        });
    }

    @Test
    void whatASchedulerRemembersIsNoLargerThanItsView() {
        Services.forEach(500, seed -> {
            Case one = Case.of(seed);
            ServiceView view = one.view.outdated().current() ? one.view : PlacementBench.view(one.line);
            SchedulerState next = one.state.learn(view, SETTINGS, at(100));
            List<InstanceId> ids = view.candidates().stream().map(Candidate::id).toList();
            assertThat(ids).containsAll(next.seen().keySet());
            assertThat(ids).containsAll(next.failed().keySet());
            assertThat(ids).containsAll(next.inFlight().flights().keySet());
        });
    }
}
