package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.rest.DecisionShown.Comparison;
import io.fairlead.cli.rest.RoundShown;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceTextTest {

    private static final Comparison UNKNOWN = new Comparison("", Double.NaN, Double.NaN, 1, 0, 0);
    private static final Comparison KNOWN = new Comparison("b", 20.25, 15, 2, 3, 4);

    private static RoundShown round(double at, String primary, Comparison comparison, Map<String, Double> metrics) {
        return new RoundShown(
                1, false, "", at, primary, "keep", "", comparison, List.of(new RoundShown.Measured("a", metrics)));
    }

    @Test
    void whatIsNotKnownIsAnEmptyCellAndAMetricThatComesLaterHasAColumnOfItsOwn() throws Exception {
        try (TraceText trace = new TraceText()) {
            trace.lay(5);
            trace.add(round(5.002, "", UNKNOWN, Map.of("cpu", 12.5)));
            trace.add(round(9.998, "a", KNOWN, Map.of("cpu", 0.0, "disk", 33.3333, "queue", 7.0)));
            // Rounds keep their beat, however early or late one comes.
            trace.add(round(15.31, "a", KNOWN, Map.of("memory", 50.0)));
            StringWriter text = new StringWriter();
            trace.writeTo(text);
            assertThat(text.toString()).isEqualTo("""
                    time,node,cpu,memory,disk,network,k,hysteresis,streak,primary,queue
                    5.002,a,12.5,,,,1,,0,,
                    10.002,a,0,,33.333,,2,15,3,a,7
                    15.002,a,,50,,,2,15,3,a,
                    """);
            assertThat(trace.rows()).isEqualTo(3);
            assertThat(trace.nodes()).isEqualTo(1);
        }
    }

    @Test
    void whatWasDecidedBetweenTwoRoundsHasNoSamplesOfItsOwn() throws Exception {
        try (TraceText trace = new TraceText()) {
            RoundShown whole = round(5, "a", KNOWN, Map.of("cpu", 1.0));
            trace.add(new RoundShown(1, true, "", 5, "b", "switch", "", UNKNOWN, whole.nodes()));
            trace.add(new RoundShown(1, false, "", 5, "b", "keep", "", UNKNOWN, List.of()));
            assertThat(trace.rows()).isZero();
            assertThat(trace.rounds()).isZero();
        }
    }
}
