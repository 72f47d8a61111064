package io.fairlead.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.RoomId;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.SafetyMargin;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One report of an instance.
 *
 * @param incarnation its process
 * @param sequence grows with each report
 * @param age time since the load was read
 * @param uptime time since the incarnation began
 * @param state what the instance says of itself
 * @param load how busy it is
 * @param renewed the rooms whose claims are to live on
 * @param tally how many rooms its reporter renews in all
 */
record Report(
        Incarnation incarnation,
        long sequence,
        Duration age,
        Duration uptime,
        InstanceState state,
        InstanceLoad load,
        List<HeldRooms.Held> renewed,
        HeldRooms.Tally tally) {

    /** The report as a store of reports takes it. */
    LoadReport load(Optional<SafetyMargin> ceilings) {
        Occupancy occupancy = new Occupancy(load.capacity(), load.memoryLimit(), rooms(), growth());
        return new LoadReport(
                incarnation, sequence, age, uptime, state, load.metrics(), ceilings.orElse(null), occupancy);
    }

    /** Whoever has just started must not believe that an instance with rooms has none. */
    private OptionalLong rooms() {
        if (load.rooms().isPresent()) {
            return OptionalLong.of(Math.max(tally.rooms(), load.rooms().getAsLong()));
        }
        return tally.growth().isPresent() ? OptionalLong.of(tally.rooms()) : OptionalLong.empty();
    }

    private OptionalDouble growth() {
        OptionalDouble known = load.growth().isPresent() ? load.growth() : tally.growth();
        return known.isPresent()
                ? OptionalDouble.of(Math.min(known.getAsDouble(), (double) rooms().orElse(Long.MAX_VALUE)))
                : known;
    }

    /** The report as the manager reads it. */
    String json(InstanceSettings self) {
        return JsonText.object(json -> {
            json.writeStringField("incarnation", incarnation.value());
            json.writeNumberField("sequence", sequence);
            json.writeNumberField("sample_age_ms", age.toMillis());
            json.writeNumberField("uptime_ms", uptime.toMillis());
            json.writeStringField("state", state.name().toLowerCase(Locale.ROOT));
            json.writeStringField("endpoint", self.instance().endpoint());
            json.writeStringField("node", self.instance().node().value());
            percents(json, "metrics", load.metrics().values());
            if (load.capacity().isPresent()) {
                json.writeNumberField("capacity", load.capacity().getAsDouble());
            }
            if (load.memoryLimit().isPresent()) {
                json.writeNumberField("memory_limit_bytes", load.memoryLimit().getAsLong());
            }
            if (rooms().isPresent()) {
                json.writeNumberField("rooms", rooms().getAsLong());
            }
            if (growth().isPresent()) {
                json.writeNumberField("growth", growth().getAsDouble());
            }
            if (self.ceilings().isPresent()) {
                percents(json, "ceilings", self.ceilings().get().ceilings());
            }
            renewals(json);
        });
    }

    private static void percents(JsonGenerator json, String name, Map<String, Double> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Double> value : values.entrySet()) {
            json.writeNumberField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
    }

    private void renewals(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("renew");
        for (HeldRooms.Held room : renewed) {
            json.writeStartObject();
            json.writeStringField("room", room.room().value());
            if (room.hasClaim()) {
                json.writeNumberField("epoch", room.epoch());
            } else {
                json.writeNullField("epoch");
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /**
     * What the manager says to it.
     *
     * @param state what the instance counts as
     * @param lost rooms that are not the instance's any more
     * @param claimed the epochs of rooms that came without a claim and have one now
     * @param refused rooms that the manager has no space to remember
     * @param period when it wants the next report
     * @param renewEvery how often it wants claims renewed
     */
    record Answer(
            InstanceState state,
            List<RoomId> lost,
            Map<RoomId, Long> claimed,
            List<RoomId> refused,
            Duration period,
            Duration renewEvery) {

        static Answer read(Document document) {
            return new Answer(
                    state(document.requiredText("state")),
                    document.list("lost").stream().map(RoomId::new).toList(),
                    claimed(document),
                    document.list("refused").stream().map(RoomId::new).toList(),
                    Duration.ofMillis(document.whole("report_every_ms", 1, Integer.MAX_VALUE)),
                    Duration.ofMillis(document.whole("renew_every_ms", 1, Integer.MAX_VALUE)));
        }

        private static Map<RoomId, Long> claimed(Document document) {
            Map<RoomId, Long> claimed = new LinkedHashMap<>();
            for (Document room : document.objects("claimed")) {
                claimed.put(new RoomId(room.requiredText("room")), room.whole("epoch", 0, FencingToken.MAX));
            }
            return claimed;
        }

        private static InstanceState state(String text) {
            for (InstanceState state : InstanceState.values()) {
                if (state.name().toLowerCase(Locale.ROOT).equals(text)) {
                    return state;
                }
            }
            throw new IllegalArgumentException("state \"" + OneLine.of(text) + "\" is not known");
        }
    }
}
