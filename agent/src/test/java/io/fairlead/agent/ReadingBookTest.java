package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.metrics.MetricState;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReadingBookTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Origin FROM = new Origin("sda", List.of("/sys/block/sda/stat"), new TreeMap<>(), List.of());

    private final ReadingBook book = new ReadingBook();

    @Test
    void beforeTheFirstReadingThereIsNothingToSay() {
        assertThat(book.at(SECOND)).isEmpty();
    }

    @Test
    void aMetricThatWasNeverKnownHasAnAgeAndNoLastGoodReading() {
        note("disk", new Reading.Unknown("first reading"), SECOND);
        MetricState disk = state("disk", 3 * SECOND);
        assertThat(disk.reading()).isEqualTo(new Reading.Unknown("first reading"));
        assertThat(disk.age()).isEqualTo(Duration.ofSeconds(2));
        assertThat(disk.sinceKnown()).isEmpty();
        assertThat(disk.origin()).isEqualTo(FROM);
    }

    @Test
    void theTimeSinceTheLastGoodReadingGoesOnWhileAMetricIsUnknown() {
        note("disk", Reading.of(12), SECOND);
        note("disk", new Reading.Unknown("began anew"), 6 * SECOND);
        note("disk", new Reading.Unknown("began anew"), 11 * SECOND);
        MetricState disk = state("disk", 12 * SECOND);
        assertThat(disk.age()).isEqualTo(Duration.ofSeconds(1));
        assertThat(disk.sinceKnown()).contains(Duration.ofSeconds(11));
        note("disk", Reading.of(13), 16 * SECOND);
        assertThat(state("disk", 17 * SECOND).sinceKnown()).contains(Duration.ofSeconds(1));
    }

    private void note(String metric, Reading reading, long nanos) {
        book.note(new MachineReading(new TreeMap<>(), new TreeMap<>()).with(metric, reading, FROM), nanos);
    }

    private MetricState state(String metric, long nanos) {
        return Objects.requireNonNull(book.at(nanos).get(metric));
    }
}
