package io.fairlead.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.agent.AgentConfig;
import io.fairlead.agent.check.CheckReport;
import io.fairlead.agent.check.Finding;
import io.fairlead.client.machine.MachineReading;
import io.fairlead.client.machine.Origin;
import io.fairlead.client.machine.Reading;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** What an agent would find on this machine, as one JSON object. */
final class AgentCheckJson {

    private final JsonGenerator json;

    private AgentCheckJson(JsonGenerator json) {
        this.json = json;
    }

    static String of(AgentConfig config, CheckReport report) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setHighestNonEscapedChar(0x7e);
            new AgentCheckJson(json).write(config, report);
        } catch (IOException never) {
            // A text in memory does not fail; a fault of the writer itself is a bug.
            throw new UncheckedIOException(never);
        }
        return text.toString();
    }

    private void write(AgentConfig config, CheckReport report) throws IOException {
        json.writeStartObject();
        json.writeStringField("group", config.group().value());
        json.writeStringField("node", config.node().value());
        json.writeBooleanField("usable", report.blocking().isEmpty());
        if (report.load().isPresent()) {
            json.writeNumberField("load", report.load().getAsDouble());
        } else {
            json.writeNullField("load");
        }
        json.writeObjectFieldStart("readings");
        for (Map.Entry<String, Reading> metric : report.readings().byMetric().entrySet()) {
            reading(metric.getKey(), metric.getValue(), report.readings());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("findings");
        for (Finding finding : report.findings()) {
            json.writeStartObject();
            json.writeStringField("about", finding.about());
            json.writeStringField("weight", finding.weight().word());
            json.writeStringField("words", finding.words());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** As the agent's own {@code GET /health} has it, without the ages. */
    private void reading(String metric, Reading reading, MachineReading all) throws IOException {
        json.writeObjectFieldStart(metric);
        if (reading instanceof Reading.Known known) {
            json.writeNumberField("value", known.value());
            json.writeNullField("unknown");
        } else if (reading instanceof Reading.Unknown why) {
            json.writeNullField("value");
            json.writeStringField("unknown", why.reason());
        }
        Origin origin = all.origin(metric);
        json.writeStringField("of", origin.of());
        texts("from", origin.files());
        json.writeObjectFieldStart("left_out");
        for (Map.Entry<String, String> device : origin.leftOut().entrySet()) {
            json.writeStringField(device.getKey(), device.getValue());
        }
        json.writeEndObject();
        texts("limits", origin.limits());
        json.writeEndObject();
    }

    private void texts(String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }
}
