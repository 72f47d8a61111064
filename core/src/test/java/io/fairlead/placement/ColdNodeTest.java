package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.without;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Field case D20 (b): an empty instance joins three that are at 60 %, and 1000 rooms come within 10 s. Eight cores each; a room
 * takes a part of one when it has grown for 30 s. The new one has its first sample 3 s after its start.
 */
class ColdNodeTest {

    private static final double CORES = 8;
    /** The part of its cores that its load may take: from the 4 % that it needs anyway to the ceiling. */
    private static final double USABLE = 0.81;

    private static final double JOINS = 2;
    private static final double FIRST_SAMPLE = JOINS + 3;
    private static final int COLD = 3;

    private static double weightedShareAfterTheFirstSample(PlacementSettings settings, double room) {
        return new Play(room).run(settings).share(300, 1_000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.01, 0.02})
    void itGetsNothingBeforeItsFirstSample(double room) {
        assertThat(new Play(room).run(SETTINGS).share(0, 300)).isZero();
    }

    /** The documented cap: by weight it is never filled beyond its ceiling at the part of its cores that it counts with. */
    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.01, 0.02})
    void itIsNeverGivenMoreThanFitsBelowItsCeilingAtThePartOfItsCoresThatItCountsWith(double room) {
        Play played = new Play(room).run(SETTINGS);
        assertThat(played.overfilled).isZero();
        assertThat(played.homes).contains(COLD);
        assertThat(new Play(0.02).run(without(Term.WARM_UP)).overfilled)
                .as("without the warm-up the cap does not hold")
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource({"0.005, 0.55", "0.01, 0.4", "0.02, 0.3"})
    void itsShareOfAllRoomsIsWellBelowThatOfTheSquareAlone(double room, double most) {
        assertThat(weightedShareAfterTheFirstSample(SETTINGS, room)).isLessThan(most);
        assertThat(weightedShareAfterTheFirstSample(PlacementSettings.safetyMargin(), room))
                .isGreaterThan(0.77);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.01, 0.02})
    void warmUpAndTheRoomsInFlightEachLowerIt(double room) {
        double share = weightedShareAfterTheFirstSample(SETTINGS, room);
        assertThat(weightedShareAfterTheFirstSample(without(Term.WARM_UP), room))
                .isGreaterThan(share);
        assertThat(weightedShareAfterTheFirstSample(without(Term.IN_FLIGHT), room))
                .isGreaterThan(share);
    }

    /** One course of the case. */
    private static final class Play {

        /** When each room was placed on the instance; the old ones' rooms are grown. */
        private final List<List<Double>> rooms = new ArrayList<>();

        private final List<Integer> homes = new ArrayList<>();

        private final double roomCost;
        private int overfilled;

        Play(double roomCost) {
            this.roomCost = roomCost;
            for (int i = 0; i < 4; i++) {
                rooms.add(new ArrayList<>());
                for (int room = 0; room < (i == COLD ? 0 : Math.round(0.56 * CORES / roomCost)); room++) {
                    rooms.get(i).add(-100.0);
                }
            }
        }

        private double cpu(int instance, double now) {
            double grown = 0;
            for (double placed : rooms.get(instance)) {
                grown += Math.min(1, (now - placed) / 30);
            }
            return Math.min(100, 4 + 100 * roomCost * grown / CORES);
        }

        private double growth(int instance, double now) {
            double left = 0;
            for (double placed : rooms.get(instance)) {
                left += Math.max(0, 1 - (now - placed) / 30);
            }
            return left;
        }

        /** The reports at a time; each instance's last one is up to 3 s old. */
        private String reports(double last) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                if (i == COLD && last < JOINS) {
                    continue;
                }
                boolean measured = i != COLD || last >= FIRST_SAMPLE;
                line.append(String.format(
                        Locale.ROOT,
                        "i%d=%s/%s,c=8,n=%d,y=%.6f,up=%.3f ",
                        i,
                        measured ? String.format(Locale.ROOT, "%.4f", cpu(i, last)) : "-",
                        measured ? (i == COLD ? "10" : "40") : "-",
                        rooms.get(i).size(),
                        growth(i, last),
                        i == COLD ? last - JOINS : 3_600));
            }
            return line.toString();
        }

        /** Plays the case: 300 s of reports, so that the cost of a room is known, then 1000 rooms from 2 s to 12 s. */
        Play run(PlacementSettings settings) {
            SchedulerState state = SchedulerState.initial();
            String line = "";
            double read = -100;
            long sequence = 0;
            for (int i = 0; i < 100; i++) {
                line = reports(0);
                state = state.learn(PlacementBench.view(line, ++sequence), settings, at(i));
            }
            SplittableRandom random = new SplittableRandom(20);
            for (int i = 0; i < 1_000; i++) {
                double now = 2 + i * 0.01;
                // Reports at 2, 5, 8 and 11 s.
                if (now - read >= 3) {
                    read = now;
                    line = reports(now);
                    state = state.learn(PlacementBench.view(line, ++sequence), settings, at(1_000 + now));
                }
                String aged = line.replace(" ", String.format(Locale.ROOT, ",age=%.3f ", now - read));
                Placement placement = new Placer(settings, state)
                        .place(PlacementRequest.plain(), PlacementBench.view(aged, sequence), null, random::nextLong);
                Candidate chosen = Objects.requireNonNull(placement.chosen());
                int home = Integer.parseInt(chosen.id().value().substring(1));
                state = state.placed(chosen.owner(), 1, at(1_000 + now));
                rooms.get(home).add(now);
                double part = Math.min(1, 0.35 + 0.65 * (now - JOINS) / 60);
                if (home == COLD
                        && placement.basis() == Basis.WEIGHTED
                        && rooms.get(COLD).size() > USABLE * CORES * part / roomCost) {
                    overfilled++;
                }
                homes.add(home);
            }
            return this;
        }

        private double share(int from, int to) {
            return homes.subList(from, to).stream().filter(home -> home == COLD).count() / (double) (to - from);
        }
    }
}
