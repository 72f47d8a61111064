package io.fairlead.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fairlead.NodeId;
import io.fairlead.load.LoadFormula;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {

    private static final Set<String> METRICS =
            LoadFormula.weightedSum().weights().keySet();
    private static final String HEADER = "time,node,cpu,memory,disk,network\n";

    private static TraceReader reader(String text) throws TraceException {
        return new TraceReader("t.csv", new StringReader(text), METRICS);
    }

    private static void readAll(String text) throws TraceException {
        TraceReader reader = reader(text);
        while (reader.next()) {
            assertThat(reader.time()).isNotNaN();
        }
    }

    @Test
    void aRowGivesTimeNodeAndMetricsAndAnEmptyCellIsNotMeasured() throws TraceException {
        TraceReader reader = reader(HEADER + "10,gw-1,1.5,,0,1e1\n");
        assertThat(reader.metrics()).containsExactly("cpu", "memory", "disk", "network");
        assertThat(reader.next()).isTrue();
        assertThat(reader.time()).isEqualTo(10);
        assertThat(reader.node()).isEqualTo(new NodeId("gw-1"));
        assertThat(reader.value(0)).isEqualTo(1.5);
        assertThat(reader.value(1)).isNaN();
        assertThat(reader.value(2)).isZero();
        assertThat(reader.value(3)).isEqualTo(10);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void columnsMayStandInAnyOrderAndBeFewerAndRecordedDecisionsAreNotMetrics() throws TraceException {
        TraceReader reader = reader("node,streak,cpu,time,k,hysteresis\na,3,50,7,2,15\n");
        assertThat(reader.metrics()).containsExactly("cpu");
        assertThat(reader.next()).isTrue();
        assertThat(reader.time()).isEqualTo(7);
        assertThat(reader.value(0)).isEqualTo(50);
    }

    @Test
    void aFurtherMetricIsReadWhereItHasAWeight() throws TraceException {
        Set<String> more = new TreeSet<>(METRICS);
        more.add("gpu");
        TraceReader reader = new TraceReader("t.csv", new StringReader("time,node,cpu,gpu\n1,a,2,3\n"), more);
        assertThat(reader.metrics()).containsExactly("cpu", "gpu");
    }

    @Test
    void windowsLineEndsAByteOrderMarkAndAMissingLastLineEndAreNoErrors() throws TraceException {
        TraceReader reader = reader("\ufefftime,node,cpu\r\n1,a,2\r\n2,a,3");
        assertThat(reader.next()).isTrue();
        assertThat(reader.next()).isTrue();
        assertThat(reader.value(0)).isEqualTo(3);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void emptyLinesAtTheEndAreNoErrors() throws TraceException {
        TraceReader reader = reader("time,node,cpu\n1,a,2\n\n \r\n\n");
        assertThat(reader.next()).isTrue();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void theColumnsNeededAreThoseThatHaveAWeight() throws TraceException {
        Set<String> weighted = Set.of("memory", "gpu");
        assertThat(new TraceReader("t.csv", new StringReader("time,node,gpu\n"), weighted).metrics())
                .containsExactly("gpu");
        assertThat(new TraceReader("t.csv", new StringReader("time,node,cpu,memory,disk,network\n"), weighted)
                        .metrics())
                .as("cpu tells that a node was measured; disk and network do not count")
                .containsExactly("cpu", "memory");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> new TraceReader("t.csv", new StringReader("time,node,cpu\n"), Set.of("gpu")))
                .withMessage("t.csv, line 1: no column of a metric that has a weight; give some of gpu");
    }

    @Test
    void anAbsurdTimeIsNotPrintedWithAllItsDigits() {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> readAll(HEADER + "1e308,a,50,,,\n1,a,50,,,\n"))
                .withMessageContaining("1 is before 1.0E308 in an earlier row");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            time,node,cpu,cpu             | t.csv, line 1, column 4: "cpu" is there twice
            time,node,cpu,memroy          | t.csv, line 1, column 4: unknown column "memroy"; use time, node or a metric
            time,node,cpu,`               | t.csv, line 1, column 4: unknown column ""
            node,cpu                      | t.csv, line 1: no column "time"
            time,cpu                      | t.csv, line 1: no column "node"
            time,node,memory              | t.csv, line 1: no column "cpu"
            hello                         | t.csv, line 1, column 1: unknown column "hello"
            time;node;cpu                 | t.csv, line 1, column 1: unknown column "time;node;cpu"
            """)
    void aBadHeaderIsRefusedWithWhatWouldBeRight(String header, String message) {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> reader(header.replace("`", "") + "\n"))
                .withMessageStartingWith(message)
                .withMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,a,x,,,           | t.csv, line 3, column cpu: "x" is no number of percent from 0 to 100
            1,a,NaN,,,         | t.csv, line 3, column cpu: "NaN" is no number
            1,a,Infinity,,,    | t.csv, line 3, column cpu: "Infinity" is no number
            1,a,0x10,,,        | t.csv, line 3, column cpu: "0x10" is no number
            1,a,5f,,,          | t.csv, line 3, column cpu: "5f" is no number
            1,a,1e400,,,       | t.csv, line 3, column cpu: "1e400" is no number
            1,a,-,,,           | t.csv, line 3, column cpu: "-" is no number
            1,a,50,101,,       | t.csv, line 3, column memory: "101" is no number of percent from 0 to 100
            1,a,50,,-0.1,      | t.csv, line 3, column disk: "-0.1" is no number of percent from 0 to 100
            1,a,50,,, 7        | t.csv, line 3, column network: " 7" is no number
            x,a,50,,,          | t.csv, line 3, column time: "x" is no number of seconds
            ,a,50,,,           | t.csv, line 3, column time: "" is no number of seconds
            -5,a,50,,,         | t.csv, line 3, column time: "-5" is no number of seconds
            0.5,a,50,,,        | t.csv, line 3, column time: 0.5 is before 1 in an earlier row; sort the rows by time
            1,,50,,,           | t.csv, line 3, column node: node id "" is not an id
            1,a b,50,,,        | t.csv, line 3, column node: node id "a b" is not an id
            1,a,50             | t.csv, line 3: 3 columns, but the header has 6
            1,a,5,0,,,         | t.csv, line 3: 7 columns, but the header has 6
            """)
    void aBadRowIsRefusedNamingFileLineAndColumn(String row, String message) {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> readAll(HEADER + "1,a,50,,,\n" + row + "\n"))
                .withMessageStartingWith(message)
                .withMessageNotContaining("\n");
    }

    @Test
    void anEmptyLineIsNoRow() {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> readAll(HEADER + "\n1,a,50,,,\n"))
                .withMessageStartingWith("t.csv, line 2: 1 columns");
    }

    @Test
    void anEmptyFileAndAFileWithoutRowsAreRefused() {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> reader(""))
                .withMessageStartingWith("t.csv is empty; the first line has to be like time,node,cpu");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.read("t.csv", reader(HEADER), 1e9))
                .withMessageStartingWith("t.csv has no rows");
    }

    @Test
    void aLineWithoutEndDoesNotFillTheMemory() {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> reader("x".repeat(100_000)))
                .withMessageContaining("longer than 65536 characters");
    }

    @Test
    void aMissingFileADirectoryAndBytesThatAreNoTextAreSaidPlainly(@TempDir Path folder) throws IOException {
        Path absent = folder.resolve("absent.csv");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.read(absent, METRICS))
                .withMessage(absent + ": there is no such file");
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.read(folder, METRICS))
                .withMessageContaining("is a directory");
        Path binary = folder.resolve("binary.csv");
        byte[] bytes = (HEADER + "1,a?,50,,,\n").getBytes(StandardCharsets.UTF_8);
        bytes[HEADER.length() + 3] = (byte) 0xff;
        Files.write(binary, bytes);
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> Trace.read(binary, METRICS))
                .withMessageContaining("no UTF-8 text");
    }
}
