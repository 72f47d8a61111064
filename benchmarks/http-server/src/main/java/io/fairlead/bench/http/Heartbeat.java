package io.fairlead.bench.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The work every candidate does per request: a heartbeat of about 300 bytes read into fields, 150 bytes answered. */
final class Heartbeat {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /** How long a request with {@code ?wait} stays parked. */
    static final long PARK_MS = Long.getLong("park.ms", 8_000);

    String incarnation = "";
    String role = "";
    String address = "";
    long token;
    long interval;
    long sequence;
    double capacity;
    double roleLoad;
    double cpu;
    double memory;
    double disk;
    double network;

    static byte[] answer(byte[] body) {
        try {
            return parse(body).answer();
        } catch (IOException bad) {
            throw new UncheckedIOException(bad);
        }
    }

    private static Heartbeat parse(byte[] body) throws IOException {
        Heartbeat beat = new Heartbeat();
        try (JsonParser in = JSON.createParser(body)) {
            in.nextToken();
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String key = in.currentName();
                in.nextToken();
                switch (key) {
                    case "incarnation" -> beat.incarnation = in.getText();
                    case "role" -> beat.role = in.getText();
                    case "address" -> beat.address = in.getText();
                    case "token" -> beat.token = in.getLongValue();
                    case "heartbeat_interval_ms" -> beat.interval = in.getLongValue();
                    case "capacity" -> beat.capacity = in.getDoubleValue();
                    case "sample" -> beat.sample(in);
                    default -> throw new IOException("unknown key " + key);
                }
            }
        }
        return beat;
    }

    private void sample(JsonParser in) throws IOException {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            in.nextToken();
            switch (key) {
                case "sequence" -> sequence = in.getLongValue();
                case "role_load" -> roleLoad = in.getDoubleValue();
                case "metrics" -> metrics(in);
                default -> throw new IOException("unknown key " + key);
            }
        }
    }

    private void metrics(JsonParser in) throws IOException {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            in.nextToken();
            double value = in.getDoubleValue();
            switch (key) {
                case "cpu" -> cpu = value;
                case "memory" -> memory = value;
                case "disk" -> disk = value;
                case "network" -> network = value;
                default -> throw new IOException("unknown key " + key);
            }
        }
    }

    private byte[] answer() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(192);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("role", role);
            json.writeNumberField("token", token + 1);
            json.writeNumberField("hold_ms", 30_000);
            json.writeStringField("primary", "edge-gateway-0002");
            json.writeStringField("group", "production-line-01");
            json.writeStringField("address", address);
            json.writeStringField("incarnation", incarnation);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private Heartbeat() {}
}
