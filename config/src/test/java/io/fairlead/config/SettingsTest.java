package io.fairlead.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @Test
    void anAbsentKeyAnswersEmptyToEveryQuestion() {
        Settings none = Settings.none();
        assertThat(none.text("a")).isEmpty();
        assertThat(none.number("a")).isEmpty();
        assertThat(none.integer("a")).isEmpty();
        assertThat(none.duration("a")).isEmpty();
        assertThat(none.onOff("a")).isEmpty();
        assertThat(none.texts("a")).isEmpty();
        assertThat(none.section("a")).isEmpty();
    }

    @Test
    void plainTextStaysWhatTheOwnerWrote() {
        Settings s = yaml("a: 007\nb: no\nc: 1e3\nd: 'null'\ne: 12:30\n");
        assertThat(s.text("a")).contains("007");
        assertThat(s.text("b")).contains("no");
        assertThat(s.text("c")).contains("1e3");
        assertThat(s.text("d")).contains("null");
        assertThat(s.text("e")).contains("12:30");
    }

    @Test
    void anUnknownKeyIsRefusedWithItsLineAndTheNearestKnownKey() {
        assertThatThrownBy(() -> yaml("group: g\nmanager: x\n").known("managers", "group", "node"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("a.yaml:2: unknown key \"manager\"; the nearest known key is \"managers\"");
    }

    @Test
    void anUnknownSectionIsRefusedOnTheLineOfItsKey() {
        assertThatThrownBy(() -> yaml("group: g\nmesure:\n  cgroup: /x\n").known("measure", "group"))
                .hasMessage("a.yaml:2: unknown key \"mesure\"; the nearest known key is \"measure\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "many",
                "1,5",
                "0x10",
                "NaN",
                ".nan",
                ".inf",
                "Infinity",
                "1e400",
                "-1e400",
                "'1.5'",
                "[1]",
                "1.5.1",
                "1 2",
                "٣"
            })
    void aNumberThatIsNoneIsRefusedWithItsPlace(String text) {
        assertThatThrownBy(() -> yaml("group: g\ncapacity: " + text + "\n").number("capacity"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a.yaml:2: capacity: found ")
                .hasMessageEndingWith(", expected a number such as 1.5");
    }

    @Test
    void numbersAreReadWithADotInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(yaml("a: 1.5").number("a")).hasValue(1.5);
            assertThatThrownBy(() -> Bounds.number("a", 1.5, 2.25, 3)).hasMessage("a: found 1.5, allowed 2.25..3");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void wholeNumbersRefuseFractionsAndOverflow() {
        assertThat(yaml("a: 30").integer("a")).hasValue(30);
        assertThatThrownBy(() -> yaml("a: 30.5").integer("a"))
                .hasMessage("a.yaml:1: a: found \"30.5\", expected a whole number such as 30");
        assertThatThrownBy(() -> yaml("a: 99999999999999999999").integer("a")).isInstanceOf(ConfigException.class);
    }

    @Test
    void durationsAreReadInEveryUnit() {
        Settings s = yaml("a: 150ms\nb: 5s\nc: 2m\nd: 1h\ne: 7d\n");
        assertThat(s.duration("a")).contains(Duration.ofMillis(150));
        assertThat(s.duration("b")).contains(Duration.ofSeconds(5));
        assertThat(s.duration("c")).contains(Duration.ofMinutes(2));
        assertThat(s.duration("d")).contains(Duration.ofHours(1));
        assertThat(s.duration("e")).contains(Duration.ofDays(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5 s", "s", "-5s", "1.5s", "5S", "5sec", "99999999999s", "{}", "fasle"})
    void aDurationThatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> yaml("wait: " + text).duration("wait"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a.yaml:1: wait: found ")
                .hasMessageEndingWith("expected a duration such as 150ms, 5s, 2m, 1h or 7d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"150ms", "5s", "2m", "1h", "7d", "90s", "0s", "90m"})
    void aDurationIsWrittenAsItIsRead(String text) {
        assertThat(DurationText.format(DurationText.parse(text).orElseThrow())).isEqualTo(text);
    }

    @Test
    void aSwitchIsOnOrOffAndNothingElse() {
        assertThat(yaml("a: on").onOff("a")).contains(true);
        assertThat(yaml("a: false").onOff("a")).contains(false);
        assertThatThrownBy(() -> yaml("a: fasle").onOff("a"))
                .hasMessage("a.yaml:1: a: found \"fasle\", expected on or off");
    }

    @Test
    void aKeyWithoutAValueIsRefused() {
        assertThatThrownBy(() -> yaml("node: x\ngroup:\n").text("group"))
                .hasMessage("a.yaml:2: group: found no value, expected plain text");
        assertThatThrownBy(() -> yaml("data-dir: \"\"\n").path("data-dir"))
                .hasMessage("a.yaml:1: data-dir: found \"\" in quotes, expected a path");
        assertThatThrownBy(() -> yaml("wait: ~\n").duration("wait")).isInstanceOf(ConfigException.class);
    }

    @Test
    void aListIsReadAndSoIsASingleValue() {
        assertThat(yaml("m: [a, b]").texts("m").orElseThrow()).containsExactly("a", "b");
        assertThat(yaml("m: 'a,b'").texts("m").orElseThrow()).containsExactly("a,b");
        assertThatThrownBy(() -> yaml("m:\n  - a\n  - b: c\n").texts("m"))
                .hasMessage("a.yaml:3: m: found a mapping, expected a list of plain values");
        assertThatThrownBy(() -> yaml("m: [a, ]\nn: [~]").texts("n")).isInstanceOf(ConfigException.class);
    }

    @Test
    void aFlagWinsOverTheFileAndIsNamedInErrors() {
        Settings s = yaml("group: file\nwait: 1s").withFlags(Map.of("group", "flag", "wait", "soon", "m", "a, b"));
        assertThat(s.text("group")).contains("flag");
        assertThat(s.texts("m").orElseThrow()).containsExactly("a", "b");
        assertThatThrownBy(() -> s.duration("wait")).hasMessageStartingWith("--wait: wait: found \"soon\"");
    }

    @Test
    void aSectionIsAskedLikeTheWhole() {
        Settings s =
                yaml("measure:\n  cgroup: /a\n  pid: 7\n").section("measure").orElseThrow();
        assertThat(s.text("cgroup")).contains("/a");
        assertThatThrownBy(() -> s.known("cgroup", "pid-file"))
                .hasMessage("a.yaml:3: unknown key \"pid\"; the nearest known key is \"pid-file\"");
        assertThatThrownBy(() -> yaml("measure: 7").section("measure"))
                .hasMessage("a.yaml:1: measure: found \"7\", expected keys with values below it, or {} for none");
    }

    @Test
    void aRefusalOfARecordIsPlacedByTheKeyThatItNames() {
        Settings s = yaml("group: g\nheartbeat-interval: 0s\ninterval: 3s\n");
        assertThatThrownBy(() -> s.build(() -> Bounds.duration(
                        "heartbeat-interval", Duration.ZERO, Duration.ofMillis(100), Duration.ofMinutes(1))))
                .isInstanceOf(ConfigException.class)
                .hasMessage("a.yaml:2: heartbeat-interval: found 0s, allowed 100ms..1m");
    }

    @Test
    void aRefusalThatNamesNoKeyOfTheFileIsPlacedInTheFile() {
        assertThatThrownBy(() -> yaml("group: g").build(() -> Bounds.integer("window", 0, 5, 60)))
                .hasMessage("a.yaml: window: found 0, allowed 5..60");
    }

    @Test
    void notANumberIsOutsideEveryRange() {
        assertThatThrownBy(() -> Bounds.number("w", Double.NaN, 0, 1)).hasMessage("w: found NaN, allowed 0..1");
    }

    @Test
    void foundTextIsShownOnOneLineAndNotWithoutEnd() {
        assertThatThrownBy(
                        () -> yaml("a: \"x\\ny\\u0000" + "z".repeat(300) + "\"").onOff("a"))
                .message()
                .startsWith("a.yaml:1: a: found \"x\\u000ay\\u0000zzz")
                .contains("z...\" in quotes")
                .hasSizeLessThan(200);
    }

    @Test
    void aKeyThatNothingIsNearToIsToldAllThatThereAre() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> StrictYaml.parse("colour: red", "a.yaml").known("group", "managers"))
                .withMessage("a.yaml:1: unknown key \"colour\"; the known keys are group, managers");
        assertThat(Nearest.to("colour", List.of("group", "managers"))).isEmpty();
        assertThat(Nearest.to("pid", List.of("pid-file"))).contains("pid-file");
    }

    @Test
    void aSectionWithoutAValueIsToldWhatItNeeds() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> StrictYaml.parse("a:", "a.yaml").section("a"))
                .withMessage("a.yaml:1: a: found no value, expected keys with values below it, or {} for none");
    }

    @Test
    void theNearestKeyCountsASwapOfNeighboursAsOneSlip() {
        assertThat(Nearest.distance("gruop", "group")).isEqualTo(1);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }

    private static Settings yaml(String text) {
        return StrictYaml.parse(text, "a.yaml");
    }

    @Test
    void aFlagIsLaidOverAKeyOfASection() {
        Settings file = yaml("auth: {tokens-file: a}\n");
        assertThat(section(file.withFlag("auth", "tokens-file", "b"))).hasValue("b");
        assertThat(section(yaml("other: 1\n").withFlag("auth", "tokens-file", "b")))
                .hasValue("b");
        assertThatThrownBy(() -> section(yaml("auth: 5\n").withFlag("auth", "tokens-file", "b")))
                .hasMessageContaining("auth: found \"5\", expected keys with values below it");
        assertThatThrownBy(() -> section(file.withFlag("auth", "tokens-file", "")))
                .hasMessage("--auth-tokens-file: tokens-file: found no value, expected plain text");
    }

    private static Optional<String> section(Settings settings) {
        return settings.section("auth").orElseThrow().text("tokens-file");
    }
}
