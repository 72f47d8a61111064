package io.fairlead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words that everyone shares. Field case D14: an id is refused with the rule, or it round-trips exactly. */
class WordsTest {

    private enum Asked implements Question {
        ADVANTAGE("advantage", Relation.ABOVE, Unit.POINTS),
        STANDBYS("standbys alive", Relation.AT_LEAST, Unit.NODES),
        SINCE("time since the last switch", Relation.AT_LEAST, Unit.SECONDS),
        AGE("age of the sample", Relation.BELOW, Unit.SECONDS),
        SMOOTH("sensor does not jump", Relation.EQUAL, Unit.YES_NO);

        private final String words;
        private final Relation relation;
        private final Unit unit;

        Asked(String words, Relation relation, Unit unit) {
            this.words = words;
            this.relation = relation;
            this.unit = unit;
        }

        @Override
        public String words() {
            return words;
        }

        @Override
        public Relation relation() {
            return relation;
        }

        @Override
        public Unit unit() {
            return unit;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a:b",
                "REGISTRY:LIST:x",
                "a/b",
                "../../etc",
                "a*b",
                "[ab]",
                "{x}",
                "-a",
                ".a",
                "a b",
                "a\n",
                "a\u0000",
                "\u8282\u70b9-01",
                "\uD83D\uDE00",
                "a\u00e9",
                "a%2F"
            })
    void anIdOutsideTheRuleIsRefusedWithTheRule(String value) {
        assertThatThrownBy(() -> new NodeId(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1..128 characters of [A-Za-z0-9._-], starting with a letter or digit")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> new GroupId(value)).hasMessageContaining("group id");
        assertThatThrownBy(() -> new ServiceId(value)).hasMessageContaining("service id");
        assertThatThrownBy(() -> new InstanceId(value)).hasMessageContaining("instance id");
        assertThatThrownBy(() -> new RoomId(value)).hasMessageContaining("room id");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 127, 128})
    void anIdOfUpTo128CharactersKeepsEachOfThem(int length) {
        String value = "a".repeat(length);
        for (Id id : List.of(
                new NodeId(value),
                new GroupId(value),
                new ServiceId(value),
                new InstanceId(value),
                new RoomId(value))) {
            assertThat(id.value()).isEqualTo(value);
            assertThat(id).hasToString(value);
        }
    }

    @Test
    void idsOrderByTheirCharacters() {
        assertThat(new ServiceId("a")).isLessThan(new ServiceId("b"));
        assertThat(new InstanceId("i10")).isLessThan(new InstanceId("i9"));
        assertThat(new RoomId("B")).isLessThan(new RoomId("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "g", "1 ", "0x1"})
    void anIncarnationIsHexadecimal(String value) {
        assertThatThrownBy(() -> new Incarnation(value)).hasMessageContaining("1..64 hexadecimal digits");
        assertThatThrownBy(() -> new Incarnation("0".repeat(65))).hasMessageContaining("1..64 hexadecimal digits");
        assertThat(new Incarnation("0af9")).hasToString("0af9");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1000, 1000",
        "1000, 0, 1000, 1001",
        "5, 2000, 1000, 2001",
        "3000, 2000, 1000, 3001",
        "0, 0, 0, 1",
        "0, 4503599627370496, 0, 17592186044417",
        "4503599627370495, 0, 0, 4503599627370496"
    })
    void aTokenIsAboveAllKnownOnesAndNotBelowTheStoresTime(long stored, long reported, long millis, long next) {
        assertThat(FencingToken.next(stored, reported, Instant.ofEpochMilli(millis)))
                .isEqualTo(next);
    }

    @Test
    void aTokenOutOfRangeIsRefusedByName() {
        FencingToken.check("token", FencingToken.MAX);
        assertThatThrownBy(() -> FencingToken.check("token", FencingToken.MAX + 1))
                .hasMessage("token is 4503599627370497: use 0 to 4503599627370496");
        assertThatThrownBy(() -> FencingToken.check("epoch", -1)).hasMessageContaining("epoch is -1");
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 255, 4096})
    void aLongerIdIsRefusedAndTheMessageStaysShort(int length) {
        assertThatThrownBy(() -> new NodeId("a".repeat(length)))
                .hasMessageContaining("(" + length + " characters)")
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(250));
    }

    @Test
    void upperAndLowerCaseAreDifferentIds() {
        assertThat(new NodeId("A")).isNotEqualTo(new NodeId("a")).isLessThan(new NodeId("a"));
    }

    @Test
    void aCheckSaysWhatWasFoundAndWhatWasWanted() {
        NodeId node = new NodeId("gw-2");
        assertThat(Check.of(Asked.ADVANTAGE, node, 17.456, 15).words())
                .isEqualTo("gw-2: advantage 17.46 points, wanted above 15 points - passed");
        assertThat(Check.of(Asked.STANDBYS, 0, 1).words())
                .isEqualTo("standbys alive 0 nodes, wanted at least 1 node - failed");
        assertThat(Check.of(Asked.SINCE, Double.POSITIVE_INFINITY, 180).words())
                .isEqualTo("time since the last switch never, wanted at least 180 s - passed");
        assertThat(Check.of(Asked.AGE, new InstanceId("battle-1"), 9, 9).words())
                .isEqualTo("battle-1: age of the sample 9 s, wanted below 9 s - failed");
        assertThat(Check.yes(Asked.SMOOTH, node, false).words()).isEqualTo("gw-2: sensor does not jump: no - failed");
    }

    @Test
    void aCheckKnowsTheNodeThatItWasAskedOf() {
        NodeId node = new NodeId("gw-2");
        assertThat(Check.yes(Asked.SMOOTH, node, true).node()).isEqualTo(node);
        assertThat(Check.yes(Asked.SMOOTH, new InstanceId("gw-2"), true).node()).isNull();
        assertThat(Check.yes(Asked.SMOOTH, true).node()).isNull();
    }

    @Test
    void anUnknownValuePassesNoCheck() {
        for (Question.Relation relation : Question.Relation.values()) {
            assertThat(relation.holds(Double.NaN, 0)).isFalse();
        }
        assertThat(Check.of(Asked.ADVANTAGE, Double.NaN, 15).words())
                .isEqualTo("advantage unknown, wanted above 15 points - failed");
    }

    // Field case D12 (d)
    @Test
    void numbersHaveADotInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Check.of(Asked.ADVANTAGE, 1234567.125, 0.5).words())
                    .isEqualTo("advantage 1234567.13 points, wanted above 0.5 points - passed");
        } finally {
            Locale.setDefault(before);
        }
    }
}
