package io.fairlead.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void whatATerminalWouldObeyIsASpace() {
        assertThat(Printable.of("a\u001b[31mb\nc\u0085d\u009be\u2028f\u202eg\u007fh"))
                .isEqualTo("a [31mb c d e f g h");
        assertThat(Printable.of("caf\u00e9 \ud83d\ude00")).isEqualTo("caf\u00e9 \ud83d\ude00");
        assertThat(Quoted.of("a\u202eb\n")).isEqualTo("\"a\\u202eb\\u000a\"");
    }
}
