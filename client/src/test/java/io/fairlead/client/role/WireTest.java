package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.Timing;
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
    private static final Beat.Steps STEPS = new Beat.Steps(
            Optional.empty(),
            17,
            HandoverPoint.IDLE,
            new Beat.Bound(Duration.ZERO, Optional.empty()),
            NodeHealth.UNKNOWN,
            Beat.Peers.NONE,
            Optional.empty());
    private final ReplyReader reader = new ReplyReader(SELF, java.util.Optional::empty);

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
        StepTrouble trouble = new StepTrouble(RoleStep.DEMOTE, 3);
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
                CLOCK,
                STEPS);
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
                        Optional.of(Duration.ofSeconds(5)),
                        Optional.empty())));
        Reply none = reader.read(
                200, bytes("{\"role\":\"standby\",\"token\":0,\"hold_ms\":1,\"primary\":null,\"group\":\"line-1\"}"));
        assertThat(none)
                .isEqualTo(new Reply.Answered(new HeartbeatAnswer(
                        Role.STANDBY, 0, Duration.ofMillis(1), Optional.empty(), Optional.empty(), Optional.empty())));
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
    void theWaitIsWhatTheManagerSaysElseOneIntervalWithinBounds() {
        RoleTerms none = RoleTerms.untold();
        assertThat(HeartbeatLoop.waitFor(Duration.ofMillis(100), none)).isEqualTo(Duration.ofMillis(500));
        assertThat(HeartbeatLoop.waitFor(Duration.ofSeconds(1), none)).isEqualTo(Duration.ofSeconds(1));
        assertThat(HeartbeatLoop.waitFor(Duration.ofSeconds(15), none)).isEqualTo(Duration.ofSeconds(2));
        RoleTerms fast = new RoleTerms(Optional.of(Timing.fast()), none.mode(), false, none.limits());
        assertThat(HeartbeatLoop.waitFor(Duration.ofSeconds(15), fast)).isEqualTo(Duration.ofMillis(250));
    }

    private static final String STEPS_TEXT = "\"cluster\":\"00c0ffee\","
            + "\"timing\":{\"heartbeat_ms\":1000,\"answer_wait_ms\":500,\"failsafe_after_ms\":2000,"
            + "\"fence_lead_ms\":1000,\"lease_ms\":4000},"
            + "\"handover\":{\"mode\":\"exclusive\",\"single_writer\":true,\"prepare_ms\":1,\"promote_ms\":2,"
            + "\"drain_ms\":3,\"cleanup_ms\":4},\"renewed\":true,"
            + "\"directive\":{\"do\":\"promote\",\"id\":17,\"reason\":\"PREFERENCE\",\"from\":\"gw-2\",\"to\":\"gw-1\"},"
            + "\"members\":{\"version\":3,\"hash\":\"%s\",\"nodes\":[{\"node\":\"gw-2\"},"
            + "{\"node\":\"gw-1\",\"peer_address\":\"10.0.0.1:7403\"}]}}";

    private static String answer(String role, String hash) {
        return "{\"role\":\"" + role + "\",\"token\":17,\"hold_ms\":4000,\"primary\":\"gw-1\",\"group\":\"line-1\","
                + STEPS_TEXT.replace("%s", hash);
    }

    private static String hash() throws Exception {
        byte[] text = bytes("3\ngw-1=10.0.0.1:7403\ngw-2=\n");
        return java.util.HexFormat.of()
                .formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(text));
    }

    @Test
    void anAnswerWithStepsIsReadWhole() throws Exception {
        Reply reply = reader.read(200, bytes(answer("primary", hash())));
        assertThat(reply).isInstanceOf(Reply.Answered.class);
        HeartbeatAnswer.Steps steps = ((Reply.Answered) reply).answer().steps().orElseThrow();
        assertThat(steps.terms().timing()).contains(Timing.safe());
        assertThat(steps.terms().mode()).isEqualTo(HandoverMode.EXCLUSIVE);
        assertThat(steps.terms().singleWriter()).isTrue();
        assertThat(steps.terms().limits().clean()).isEqualTo(Duration.ofMillis(4));
        assertThat(steps.told())
                .isEqualTo(new HeartbeatAnswer.Told(Directive.PROMOTE, 17, "PREFERENCE", "gw-2", "gw-1"));
        assertThat(steps.renewed()).isTrue();
        assertThat(steps.cluster()).contains("00c0ffee");
        assertThat(steps.members().orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void aListOfMembersThatIsNotTheOneOfItsHashMakesTheAnswerNone() throws Exception {
        assertThat(reader.read(200, bytes(answer("primary", hash().replace('a', 'b')))))
                .isInstanceOf(Reply.Silent.class);
    }

    @Test
    void aRoleAndADirectiveThatContradictOneAnotherAreNoAnswer() throws Exception {
        assertThat(reader.read(200, bytes(answer("standby", hash()))))
                .isEqualTo(new Reply.Silent("its answer makes no sense: role and directive contradict one another"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"lease_ms\":4000",
                "\"do\":\"promote\"",
                "\"renewed\":true",
                "\"id\":17",
                "\"mode\":\"exclusive\""
            })
    void halfAnAnswerWithStepsIsNone(String part) throws Exception {
        String broken = answer("primary", hash()).replace(part, "\"other\":1");
        assertThat(reader.read(200, bytes(broken))).isInstanceOf(Reply.Silent.class);
    }

    @Test
    void timesThatBreakTheLawAreNoAnswer() throws Exception {
        String broken = answer("primary", hash()).replace("\"fence_lead_ms\":1000", "\"fence_lead_ms\":3000");
        assertThat(reader.read(200, bytes(broken))).isInstanceOf(Reply.Silent.class);
    }

    @Test
    void whatAnotherStoreSaysCountsForNothing() throws Exception {
        ReplyReader elsewhere = new ReplyReader(SELF, () -> Optional.of("deadbeef"));
        Reply reply = elsewhere.read(200, bytes(answer("primary", hash())));
        assertThat(reply).isInstanceOfSatisfying(Reply.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("cluster-mismatch");
            assertThat(refused.detail()).contains("00c0ffee", "deadbeef", "node.cluster");
        });
    }

    @Test
    void aBeatWithStepsSaysHowFarTheNodeIs() {
        Beat.Steps steps = new Beat.Steps(
                Optional.of("00c0ffee"),
                4,
                new HandoverPoint(5, HandoverLevel.PREPARED),
                new Beat.Bound(Duration.ofMillis(3200), Optional.of("gw-2")),
                NodeHealth.FAILED,
                new Beat.Peers(true, Optional.of("10.0.0.1:7403"), Optional.empty()),
                Optional.of(RoleReason.LEASE_LOST));
        Beat beat = new Beat(
                "ab12",
                Role.STANDBY,
                17,
                Optional.empty(),
                1,
                Duration.ofSeconds(1),
                Optional.empty(),
                Optional.empty(),
                false,
                CLOCK,
                steps);
        assertThat(beat.toJson(false))
                .endsWith(",\"cluster\":\"00c0ffee\",\"beat\":4,\"handover\":{\"id\":5,\"state\":\"prepared\"},"
                        + "\"bound_ms\":3200,\"bound_by\":\"promise\",\"promised_to\":\"gw-2\",\"health\":\"failed\","
                        + "\"failsafe\":\"on\",\"peer_address\":\"10.0.0.1:7403\",\"reason\":\"LEASE_LOST\"}");
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
                CLOCK,
                STEPS);
    }

    private static String json(Beat beat) {
        return beat.toJson(true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
