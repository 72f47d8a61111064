package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The heartbeat and its answer as they go over the wire. */
class WireTest {
    private static final Identity SELF = new Identity(new GroupId("line-1"), new NodeId("gw-1"));
    private static final long CLOCK = 1_767_225_600_123L;
    private final ReplyReader reader = new ReplyReader(SELF);

    @Test
    void aBeatWithoutASampleSaysOnlyThatTheNodeIsThere() {
        assertThat(json(beat(Optional.empty(), Optional.empty(), false)))
                .isEqualTo("{\"incarnation\":\"ab12\",\"role\":\"standby\",\"token\":17,\"capacity\":1.5,"
                        + "\"heartbeat_interval_ms\":1000,\"clock_ms\":1767225600123}");
    }

    // Field case D12 (a), (d)
    @Test
    void aSampleCarriesWhatIsKnownAndWhyTheRestIsNotInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(json(beat(Optional.of(sample()), Optional.of("10.0.0.5:8080"), true)))
                    .isEqualTo("{\"incarnation\":\"ab12\",\"role\":\"standby\",\"token\":17,\"capacity\":1.5,"
                            + "\"heartbeat_interval_ms\":1000,\"clock_ms\":1767225600123,\"address\":\"10.0.0.5:8080\",\"sample\":{\"sequence\":12,"
                            + "\"metrics\":{\"cpu\":12.346,\"memory\":40.1},\"unknown\":{\"disk\":\"first reading\"},"
                            + "\"role_load\":8.5},\"goodbye\":true}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aReasonWithoutEndIsShortened() {
        var unknown = new TreeMap<String, String>();
        unknown.put("disk", "x".repeat(5000));
        Sample long1 = new Sample(1, Metrics.ofCpu(1), unknown, OptionalDouble.empty());
        assertThat(json(beat(Optional.of(long1), Optional.empty(), false)))
                .hasSizeLessThan(500)
                .contains("xxx...\"");
    }

    @Test
    void aHookThatFailsIsSaid() {
        HookTrouble trouble = new HookTrouble(HookOrder.Hook.DEMOTE, 3);
        Beat beat = new Beat(
                "ab12",
                Role.STANDBY,
                17,
                Optional.empty(),
                1,
                Duration.ofSeconds(1),
                Optional.empty(),
                Optional.of(trouble),
                false,
                CLOCK);
        assertThat(json(beat)).endsWith(",\"hook\":{\"failed\":\"demote\",\"attempts\":3}}");
    }

    @Test
    void anAnswerIsRead() {
        Reply reply = reader.read(
                200,
                bytes(
                        "{\"role\":\"primary\",\"token\":17,\"hold_ms\":30000,\"primary\":\"gw-1\",\"sample_interval_ms\":5000,\"group\":\"line-1\",\"more\":[1]}"));
        assertThat(reply)
                .isEqualTo(new Reply.Answered(new HeartbeatAnswer(
                        Role.PRIMARY,
                        17,
                        Duration.ofSeconds(30),
                        Optional.of(new NodeId("gw-1")),
                        Optional.of(Duration.ofSeconds(5)))));
        Reply none = reader.read(
                200, bytes("{\"role\":\"standby\",\"token\":0,\"hold_ms\":1,\"primary\":null,\"group\":\"line-1\"}"));
        assertThat(none)
                .isEqualTo(new Reply.Answered(new HeartbeatAnswer(
                        Role.STANDBY, 0, Duration.ofMillis(1), Optional.empty(), Optional.empty())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "not json",
                "{\"role\":\"boss\",\"token\":1,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":-1,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1.5,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":\"1\",\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1e400,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":99999999999999999999,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1,\"hold_ms\":0,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1,\"hold_ms\":99999999999,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1,\"hold_ms\":1,\"group\":\"line-2\"}",
                "{\"role\":\"primary\",\"token\":1,\"hold_ms\":1,\"group\":\"line-1\",\"sample_interval_ms\":0}",
                "{\"role\":\"primary\",\"role\":\"standby\",\"token\":1,\"hold_ms\":1,\"group\":\"line-1\"}",
                "{\"role\":\"primary\",\"token\":1,\"hold_ms\":1,\"group\":\"line-1\",\"primary\":\"a b\"}"
            })
    void anAnswerThatIsNotExactlyOneIsNone(String body) {
        assertThat(reader.read(200, bytes(body))).isInstanceOf(Reply.Silent.class);
    }

    @Test
    void aRefusalKeepsItsCodeAndWords() {
        Reply reply = reader.read(
                409, bytes("{\"code\":\"incarnation-conflict\",\"detail\":\"10.0.0.1 and 10.0.0.2\\nmore\"}"));
        assertThat(reply).isEqualTo(new Reply.Refused(409, "incarnation-conflict", "10.0.0.1 and 10.0.0.2"));
        assertThat(((Reply.Refused) reply).isConflict()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"400,false", "404,false", "429,true", "500,true", "503,true", "302,true"})
    void whatMayPassIsSilenceAndWhatWillNotIsARefusal(int status, boolean silent) {
        assertThat(reader.read(status, bytes("{}")) instanceof Reply.Silent).isEqualTo(silent);
        assertThat(reader.read(status, bytes("<html>")) instanceof Reply.Silent).isEqualTo(silent);
    }

    @Test
    void theWaitIsOneIntervalWithinBounds() {
        assertThat(ManagerCall.waitFor(Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(500));
        assertThat(ManagerCall.waitFor(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(ManagerCall.waitFor(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(2));
    }

    private static Sample sample() {
        var values = new TreeMap<String, Double>();
        values.put("cpu", 12.3456789);
        values.put("memory", 40.1);
        var unknown = new TreeMap<String, String>();
        unknown.put("disk", "first reading");
        return new Sample(12, new Metrics(values), unknown, OptionalDouble.of(8.5));
    }

    private static Beat beat(Optional<Sample> sample, Optional<String> address, boolean goodbye) {
        return new Beat(
                "ab12",
                Role.STANDBY,
                17,
                address,
                1.5,
                Duration.ofSeconds(1),
                sample,
                Optional.empty(),
                goodbye,
                CLOCK);
    }

    private static String json(Beat beat) {
        return new String(beat.toJson(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
