package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.fairlead.load.LoadFormula;
import io.fairlead.primary.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every recorded trace, replayed with every profile: the document's own promises hold. */
class SharedTracesTest {

    private static final Set<String> METRICS =
            LoadFormula.weightedSum().weights().keySet();
    private static final double TWELVE_HOURS = Duration.ofHours(12).toSeconds();

    @ParameterizedTest
    @EnumSource(Profile.class)
    void everyTraceAsItIs(Profile profile) throws TraceException {
        for (Path file : SharedTraces.files()) {
            Trace trace = Trace.read(file, METRICS);
            for (double roleLoad : new double[] {0, 25}) {
                ReplayReport report =
                        Replay.run(trace, ReplayOptions.of(profile).withRoleLoad(roleLoad), ReplayListener.none());
                assertDocument(trace, report);
                if (profile == Profile.STEADY) {
                    assertThat(report.switches())
                            .as(report.trace())
                            .noneMatch(change -> change.cause().equals("FAILOVER"));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void theFirstHalfDayOfEveryTraceMadeFiner(Profile profile) throws TraceException {
        for (Path file : SharedTraces.files()) {
            Trace trace = start(file);
            ReplayOptions options =
                    ReplayOptions.of(profile).withRoleLoad(25).withInterpolation(Duration.ofSeconds(5), 4.5, 1);
            ReplayReport report = Replay.run(trace, options, ReplayListener.none());
            assertDocument(trace, report);
            assertThat(report.intervalS()).isEqualTo(5);
            assertThat(report.coarse()).isFalse();
        }
    }

    private static Trace start(Path file) throws TraceException {
        try (TraceReader rows = TraceReader.open(file, METRICS)) {
            return Trace.read(file.getFileName().toString(), rows, TWELVE_HOURS);
        }
    }

    @Test
    void theTracesRoundsAreThoseOfTheirSampling() throws TraceException {
        for (Path file : SharedTraces.files()) {
            String name = file.getFileName().toString();
            long expected = name.startsWith("edge-pi") ? 5 : name.startsWith("alibaba") ? 210 : 300;
            assertThat(TraceInterval.of(Trace.read(file, METRICS))).as(name).isEqualTo(Duration.ofSeconds(expected));
        }
    }

    private static void assertDocument(Trace trace, ReplayReport report) {
        String name = report.trace() + " " + report.profile();
        ReplayReport.Summary summary = report.summary();
        List<ReplayReport.Switch> switches = report.switches();
        assertThat(report.nodes()).as(name).hasSize(trace.nodes().size()).isSorted();
        long moves = switches.stream()
                .filter(change -> !change.cause().equals("BOOTSTRAP"))
                .count();
        assertThat((long) summary.switches()).as(name).isEqualTo(moves);
        assertThat(summary.undone()).as(name).isBetween(0, summary.switches());
        assertThat(summary.ratio()).as(name).isGreaterThanOrEqualTo(1 - 1e-9);
        assertThat(summary.floor())
                .as(name)
                .isLessThanOrEqualTo(summary.optimum().cost() + 1e-6);
        assertThat(summary.optimum().cost()).as(name).isLessThanOrEqualTo(summary.cost() * (1 + 1e-12));
        assertThat(summary.countedRounds()).as(name).isBetween(1L, report.rounds());
        assertThat(summary.meanLoad()).as(name).isBetween(0.0, 100.0);
        assertThat(summary.regretPoints()).as(name).isBetween(0.0, 100.0);
        assertThat(Objects.requireNonNull(summary.meanLoad()) * summary.countedRounds() * report.intervalS()
                        + summary.switches() * summary.optimum().switchCost())
                .as(name)
                .isCloseTo(summary.cost(), withinPercentage(1e-6));
        assertInOrder(report);
    }

    private static void assertInOrder(ReplayReport report) {
        String primary = null;
        long round = 0;
        for (ReplayReport.Switch change : report.switches()) {
            assertThat(change.round()).isGreaterThan(round).isLessThanOrEqualTo(report.rounds());
            assertThat(report.nodes()).contains(change.to());
            if (!change.cause().equals("BOOTSTRAP")) {
                assertThat(change.from()).isEqualTo(primary);
            }
            primary = change.to();
            round = change.round();
        }
    }
}
