package io.fairlead.manager.metrics;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The samples of one scrape. */
public final class Scrape {

    /** What a scrape is written as. */
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private final Map<Metric, List<Sample>> samples = new EnumMap<>(Metric.class);

    private record Sample(List<String> labels, double value) {}

    /**
     * Adds a sample; a value that is unknown, NaN, is left out.
     *
     * @param metric the metric
     * @param value the value
     * @param labels the values of the metric's labels, in order
     */
    public Scrape add(Metric metric, double value, String... labels) {
        if (labels.length != metric.labels().size()) {
            throw new IllegalArgumentException(metric + " has the labels " + metric.labels());
        }
        if (!Double.isNaN(value)) {
            samples.computeIfAbsent(metric, any -> new ArrayList<>()).add(new Sample(List.of(labels), value));
        }
        return this;
    }

    /** Adds a count; one beyond 2^53 is rounded. */
    public Scrape add(Metric metric, long value, String... labels) {
        return add(metric, (double) value, labels);
    }

    /** Adds 1 for yes and 0 for no. */
    public Scrape add(Metric metric, boolean value, String... labels) {
        return add(metric, value ? 1 : 0, labels);
    }

    /** The text that Prometheus reads. */
    public byte[] text() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        samples.forEach((metric, values) -> all.metricSnapshot(snapshot(metric, values)));
        ByteArrayOutputStream out = new ByteArrayOutputStream(8_192);
        try {
            PrometheusTextFormatWriter.create().write(out, all.build());
        } catch (IOException never) {
            // A byte array does not fail.
            throw new UncheckedIOException(never);
        }
        return out.toByteArray();
    }

    private static MetricSnapshot snapshot(Metric metric, List<Sample> values) {
        MetricMetadata meaning = new MetricMetadata(metric.base(), metric.help());
        if (metric.type() == Metric.Type.COUNTER) {
            return new CounterSnapshot(
                    meaning,
                    values.stream()
                            .map(sample -> CounterDataPointSnapshot.builder()
                                    .value(sample.value())
                                    .labels(labels(metric, sample))
                                    .build())
                            .toList());
        }
        return new GaugeSnapshot(
                meaning,
                values.stream()
                        .map(sample -> GaugeDataPointSnapshot.builder()
                                .value(sample.value())
                                .labels(labels(metric, sample))
                                .build())
                        .toList());
    }

    private static Labels labels(Metric metric, Sample sample) {
        return Labels.of(metric.labels(), sample.labels());
    }
}
