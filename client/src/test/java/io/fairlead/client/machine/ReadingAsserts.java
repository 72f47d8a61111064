package io.fairlead.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;

/** The two questions that every test of a reading asks. */
final class ReadingAsserts {
    private ReadingAsserts() {}

    static void assertKnown(MachineReading reading, String metric, double value) {
        assertThat(reading.unknown()).doesNotContainKey(metric);
        assertThat(reading.known().get(metric)).as(metric).isCloseTo(value, Offset.offset(0.05));
    }

    static void assertUnknown(MachineReading reading, String metric, String reason) {
        assertThat(reading.known()).doesNotContainKey(metric);
        assertThat(reading.unknown().get(metric)).as(metric).contains(reason);
    }
}
