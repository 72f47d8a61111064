package io.fairlead.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.simulator.ReplayReport;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report of a replay as one JSON document, whose fields other people's scripts rely on. */
final class ReplayJson {

    private final JsonGenerator json;

    private ReplayJson(JsonGenerator json) {
        this.json = json;
    }

    static String of(ReplayReport report) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            new ReplayJson(json).report(report);
        } catch (IOException never) {
            // A text in memory does not fail; a fault of the writer itself is a bug.
            throw new UncheckedIOException(never);
        }
        return text.toString();
    }

    private void report(ReplayReport report) throws IOException {
        json.writeStartObject();
        json.writeStringField("trace", report.trace());
        json.writeStringField("profile", report.profile());
        number("interval_s", report.intervalS());
        json.writeNumberField("rounds", report.rounds());
        json.writeArrayFieldStart("nodes");
        for (String node : report.nodes()) {
            json.writeString(node);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("switches");
        for (ReplayReport.Switch change : report.switches()) {
            change(change);
        }
        json.writeEndArray();
        summary(report.summary());
        json.writeBooleanField("coarse", report.coarse());
        json.writeBooleanField("interpolated", report.interpolated());
        number("role_load", report.roleLoad());
        number("noise", report.noise());
        json.writeNumberField("seed", report.seed());
        json.writeObjectFieldStart("alarms");
        for (Map.Entry<String, Long> alarm : report.alarms().entrySet()) {
            json.writeNumberField(alarm.getKey(), alarm.getValue());
        }
        json.writeEndObject();
        recorded(report.recorded());
        json.writeEndObject();
    }

    private void recorded(ReplayReport.@Nullable Comparison recorded) throws IOException {
        if (recorded == null) {
            json.writeNullField("recorded");
            return;
        }
        json.writeObjectFieldStart("recorded");
        json.writeNumberField("switches", recorded.switches());
        json.writeNumberField("rounds", recorded.rounds());
        json.writeNumberField("same_primary_rounds", recorded.same());
        ReplayReport.Difference first = recorded.first();
        if (first == null) {
            json.writeNullField("first_difference");
        } else {
            json.writeObjectFieldStart("first_difference");
            json.writeNumberField("round", first.round());
            number("time", first.time());
            json.writeStringField("recorded", first.recorded());
            json.writeStringField("replayed", first.replayed());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void change(ReplayReport.Switch change) throws IOException {
        json.writeStartObject();
        json.writeNumberField("round", change.round());
        number("time", change.time());
        text("from", change.from());
        json.writeStringField("to", change.to());
        json.writeStringField("cause", change.cause());
        json.writeStringField("reason", change.reason());
        number("advantage", change.advantage());
        number("hysteresis", change.hysteresis());
        json.writeNumberField("k", change.k());
        json.writeEndObject();
    }

    private void summary(ReplayReport.Summary summary) throws IOException {
        json.writeObjectFieldStart("summary");
        json.writeNumberField("switches", summary.switches());
        json.writeNumberField("undone", summary.undone());
        number("mean_load", summary.meanLoad());
        number("regret_points", summary.regretPoints());
        json.writeObjectFieldStart("optimum");
        number("switch_cost", summary.optimum().switchCost());
        number("cost", summary.optimum().cost());
        json.writeEndObject();
        number("cost", summary.cost());
        number("ratio", summary.ratio());
        number("floor", summary.floor());
        json.writeNumberField("counted_rounds", summary.countedRounds());
        json.writeEndObject();
    }

    private void text(String name, @Nullable String value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, value);
        }
    }

    /** What is not known is null: never 0, and JSON knows no NaN. */
    private void number(String name, @Nullable Double value) throws IOException {
        if (value == null || !Double.isFinite(value)) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
