package io.fairlead.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {

    @Test
    void whatIsThereIsReadByItsType() throws IOException {
        Document json = Document.parse("""
                {"text": "a", "number": 1.5, "whole": 9007199254740993, "yes": true, "below": {"n": 1, "t": "x"},
                 "list": [{"n": 1}, 3, {"n": 2}], "texts": ["a", 1, "b"]}""");
        assertThat(json.text("text")).contains("a");
        assertThat(json.number("number")).hasValue(1.5);
        assertThat(json.integer("whole")).hasValue(9007199254740993L);
        assertThat(json.isTrue("yes")).isTrue();
        assertThat(json.object("below").orElseThrow().numbers())
                .containsEntry("n", 1.0)
                .hasSize(1);
        assertThat(json.object("below").orElseThrow().texts())
                .containsEntry("t", "x")
                .hasSize(1);
        assertThat(json.objects("list")).hasSize(2);
        assertThat(json.texts("texts")).containsExactly("a", "b");
    }

    @Test
    void whatIsAbsentNullOrOfAnotherTypeIsEmptyAndNeverZero() throws IOException {
        Document json =
                Document.parse("{\"null\": null, \"text\": \"5\", \"number\": 5, \"huge\": 1e999, \"no\": false}");
        for (String key : new String[] {"absent", "null"}) {
            assertThat(json.text(key)).isEmpty();
            assertThat(json.number(key)).isEmpty();
            assertThat(json.numberOrUnknown(key)).isNaN();
            assertThat(json.object(key)).isEmpty();
            assertThat(json.objects(key)).isEmpty();
            assertThat(json.isTrue(key)).isFalse();
            assertThat(json.has(key)).isFalse();
        }
        assertThat(json.number("text")).isEmpty();
        assertThat(json.text("number")).isEmpty();
        assertThat(json.numberOrUnknown("huge")).isNaN();
        assertThat(json.isTrue("no")).isFalse();
        assertThat(json.has("no")).isTrue();
    }

    @Test
    void whatATerminalWouldObeyDoesNotComeIn() throws IOException {
        Document json = Document.parse("{\"a\\u001b[31m\": \"b\\u001b[2Jc\\nd\"}");
        assertThat(json.texts()).containsEntry("a [31m", "b [2Jc d").hasSize(1);
        assertThat(JsonText.printable("{\"a\": \"\u009b2J\"}")).isEqualTo("{\"a\": \"\\u009b2J\"}");
    }

    @Test
    void anObjectIsWrittenAsItWasRead() throws IOException {
        String text = "{\"a\":null,\"b\":[1,2.5,true,\"x\"],\"c\":{\"d\":9007199254740993},\"e\":\"\\u00E9\"}";
        assertThat(Document.parse(text).json()).isEqualTo(text);
        assertThat(Document.parse("{\"b\": 1}").with("a", "x").json()).isEqualTo("{\"a\":\"x\",\"b\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "5", "null", "{", "{\"a\":}", "{} {}", "{\"a\": NaN}", "<html>"})
    void anythingButOneObjectIsRefused(String text) {
        assertThatIOException().isThrownBy(() -> Document.parse(text));
    }
}
