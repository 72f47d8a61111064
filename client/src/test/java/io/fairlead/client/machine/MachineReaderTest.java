package io.fairlead.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MachineReaderTest {
    // Field case D12 (a): what is not a number is unknown, and the others are kept
    @Test
    void oneValueThatIsNoNumberLeavesTheOthersKnown() {
        var byMetric = new TreeMap<String, Reading>();
        for (String name : new String[] {"cpu", "memory", "disk", "network", "sockets"}) {
            byMetric.put(name, Reading.of(40));
        }
        byMetric.put("gpu", Reading.of(Double.NaN));
        MachineReading reading = new MachineReading(byMetric, new TreeMap<>());
        assertThat(reading.known()).hasSize(5).doesNotContainKey("gpu");
        assertThat(reading.unknown()).containsEntry("gpu", "computed NaN, which is not a number");
    }

    @Test
    void everyMetricIsEitherKnownOrUnknownOnAnEmptyMachine(@TempDir Path nothing) {
        MachineReading reading = MachineReader.of("Linux", nothing, false).read(0);
        assertThat(reading.known()).isEmpty();
        assertThat(reading.unknown())
                .containsOnlyKeys("cpu", "disk", "memory", "network", "cpu-pressure", "memory-pressure", "io-pressure");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisMachineIsReadForReal() {
        MachineReader reader = MachineReader.ofThisMachine();
        MachineReading first = reader.read(System.nanoTime());
        assertThat(first.unknown()).containsEntry("cpu", "first reading");
        assertThat(first.known().get("memory")).isBetween(0.1, 100.0);
    }
}
