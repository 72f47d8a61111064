package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fairlead.load.LoadFormula;
import io.fairlead.load.Metrics;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TraceRoundsTest {

    private static final Duration TEN = Duration.ofSeconds(10);

    static Trace trace(String rows) throws TraceException {
        TraceReader reader = new TraceReader(
                "t.csv",
                new StringReader("time,node,cpu,memory\n" + rows),
                LoadFormula.weightedSum().weights().keySet());
        return Trace.read("t.csv", reader, Double.POSITIVE_INFINITY);
    }

    /** Rows of one node at the given times, 50 % busy. */
    private static Trace at(double... times) throws TraceException {
        StringBuilder rows = new StringBuilder();
        for (double time : times) {
            rows.append(time).append(",a,50,\n");
        }
        return trace(rows.toString());
    }

    /** What node number {@code node} shows in every round: CPU, "-" for a missing sample, "" for a node not there. */
    private static List<String> cpu(TraceRounds rounds, int node) {
        List<String> shown = new ArrayList<>();
        List<TraceRounds.Slot> slots = new ArrayList<>();
        rounds.trace.nodes().forEach(id -> slots.add(new TraceRounds.Slot()));
        for (long round = 1; round <= rounds.rounds(); round++) {
            rounds.fill(round, slots);
            Metrics sample = slots.get(node).sample;
            shown.add(
                    !slots.get(node).alive
                            ? ""
                            : sample == null
                                    ? "-"
                                    : Shown.number(sample.value("cpu").orElse(Double.NaN), 2));
        }
        return shown;
    }

    @Test
    void regularSamplingGivesItsMedianAsTheRound() throws TraceException {
        assertThat(TraceInterval.of(at(0, 300, 599, 900, 1200, 1201 + 300))).isEqualTo(Duration.ofMinutes(5));
        assertThat(TraceInterval.of(at(0, 1, 2, 3, 4))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void irregularSamplingGivesTheNinetiethPercentileRoundedUpToFiveSeconds() throws TraceException {
        // Periods 10 x 8, then 47 and 47: the median is 10, the 90th percentile 47.
        assertThat(TraceInterval.of(at(0, 10, 20, 30, 40, 50, 60, 70, 80, 127, 174)))
                .isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void onlyTheNodesOwnPeriodsCountNotTheTimeBetweenRows() throws TraceException {
        assertThat(TraceInterval.of(trace("0,a,1,\n5,b,1,\n60,a,1,\n65,b,1,\n120,a,1,\n125,b,1,\n")))
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aTraceWithoutPeriodsHasRoundsOfFiveSeconds() throws TraceException {
        assertThat(TraceInterval.of(at(7))).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void timesInMillisecondsAreSuspected() {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> TraceInterval.of(at(0, 300_000, 600_000)))
                .withMessageContaining("are its times in seconds?");
    }

    @Test
    void twoSamplesOfARoundAreAveragedAndAHoleIsMissingDataNotADeath() throws TraceException {
        Trace trace = trace("0,a,10,\n0,b,1,\n9,a,20,\n11,a,30,\n40,a,50,\n50,b,2,\n");
        assertThat(cpu(new SampledRounds(trace, TEN), 0)).containsExactly("10", "25", "-", "-", "50", "");
        assertThat(cpu(new SampledRounds(trace, TEN), 1)).containsExactly("1", "-", "-", "-", "-", "2");
    }

    @Test
    void aNodeIsThereFromItsFirstToItsLastRow() throws TraceException {
        Trace trace = trace("0,a,1,\n10,a,1,\n20,a,1,\n20,b,7,\n30,b,7,\n30,c,9,\n");
        assertThat(cpu(new SampledRounds(trace, TEN), 0)).containsExactly("1", "1", "1", "");
        assertThat(cpu(new SampledRounds(trace, TEN), 1)).containsExactly("", "", "7", "7");
        assertThat(cpu(new SampledRounds(trace, TEN), 2)).containsExactly("", "", "", "9");
    }

    @Test
    void aJumpInTimeThatWouldRunForHoursIsRefusedWithItsRow() throws TraceException {
        Trace trace = trace("0,a,1,\n10,a,1,\n10,b,1,\n1e12,a,1,\n1000000000010,b,1,\n");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> new SampledRounds(trace, TEN))
                .withMessage(
                        "t.csv, line 5: its time 1000000000000 is 999999999990 s after the row before it, the"
                                + " longest gap of the trace; with it there are 100000000002 rounds of 10 s, and with 2 nodes at"
                                + " most 50000000 can be replayed: put that time right, cut the trace there, or use longer rounds");
        Trace never = trace("0,a,1,\n1e308,a,1,\n");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> new SampledRounds(never, TEN))
                .withMessageContaining("line 3: its time 1.0E308 is 1.0E308 s after");
        assertThat(new SampledRounds(trace("0,a,1,\n1000000,b,1,\n"), TEN).rounds())
                .as("a gap of days is no error")
                .isEqualTo(100_001);
    }

    @Test
    void samplesASecondEarlyOrLateStayInTheirRounds() throws TraceException {
        Trace trace = trace("0,a,1,\n299,a,2,\n601,a,3,\n900,a,4,\n");
        assertThat(cpu(new SampledRounds(trace, Duration.ofMinutes(5)), 0)).containsExactly("1", "2", "3", "4");
    }

    @Test
    void interpolationDrawsStraightLinesAndKeepsHoles() throws TraceException {
        Trace trace = trace("0,a,0,\n20,a,20,\n40,a,10,\n100,a,50,\n120,a,70,\n");
        TraceRounds rounds = new InterpolatedRounds(trace, Duration.ofSeconds(20), TEN);
        assertThat(cpu(rounds, 0))
                .containsExactly("0", "10", "20", "15", "10", "-", "-", "-", "-", "-", "50", "60", "70");
    }

    @Test
    void aMetricThatOneEndLacksIsUnknownBetween() throws TraceException {
        Trace trace = trace("0,a,0,10\n20,a,20,\n");
        TraceRounds rounds = new InterpolatedRounds(trace, Duration.ofSeconds(20), TEN);
        List<TraceRounds.Slot> slots = List.of(new TraceRounds.Slot());
        rounds.fill(1, slots);
        assertThat(slots.get(0).sample).isEqualTo(sample(0, 10));
        rounds.fill(2, slots);
        assertThat(slots.get(0).sample).isEqualTo(Metrics.ofCpu(10));
    }

    private static Metrics sample(double cpu, double memory) {
        TreeMap<String, Double> values = new TreeMap<>();
        values.put(Metrics.CPU, cpu);
        values.put(Metrics.MEMORY, memory);
        return new Metrics(values);
    }
}
