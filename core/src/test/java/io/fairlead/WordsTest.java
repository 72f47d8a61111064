package io.fairlead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words that everyone shares. Field case D14: an id is refused with the rule, or it round-trips exactly. */
class WordsTest {

    private enum Asked implements Question {
        ADVANTAGE("advantage", Relation.ABOVE, Unit.POINTS),
        STANDBYS("standbys alive", Relation.AT_LEAST, Unit.NODES),
        SINCE("time since the last switch", Relation.AT_LEAST, Unit.SECONDS),
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
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 127, 128})
    void anIdOfUpTo128CharactersKeepsEachOfThem(int length) {
        String value = "a".repeat(length);
        assertThat(new NodeId(value).value()).isEqualTo(value);
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
        assertThat(Check.yes(Asked.SMOOTH, node, false).words()).isEqualTo("gw-2: sensor does not jump: no - failed");
    }

    @Test
    void anUnknownValuePassesNoCheck() {
        for (Question.Relation relation : Question.Relation.values()) {
            assertThat(relation.holds(Double.NaN, 0)).isFalse();
        }
        assertThat(Check.of(Asked.ADVANTAGE, Double.NaN, 15).words())
                .contains("unknown")
                .endsWith("failed");
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
