package io.fairlead.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictYamlTest {
    @TempDir
    Path folder;

    @Test
    void anEmptyFileIsAConfigurationWithoutKeys() {
        assertThat(StrictYaml.parse("", "a.yaml").keys()).isEmpty();
        assertThat(StrictYaml.parse("# only a comment\n", "a.yaml").keys()).isEmpty();
        assertThat(StrictYaml.parse("---\n", "a.yaml").keys()).isEmpty();
    }

    @Test
    void keysKeepTheOrderOfTheFile() {
        assertThat(StrictYaml.parse("b: 1\na: 2\nc: 3\n", "a.yaml").keys()).containsExactly("b", "a", "c");
    }

    @Test
    void aDuplicateKeyIsRefusedWithItsSecondLine() {
        assertRefused(
                "group: x\nnode: y\ngroup: z\n", "a.yaml:3: found key \"group\" a second time, expected each key once");
    }

    @Test
    void aDuplicateKeyInASectionIsRefusedToo() {
        assertRefused(
                "groups:\n  g:\n    window: 1\n    window: 2\n",
                "a.yaml:4: found key \"window\" a second time, expected each key once");
    }

    @Test
    void aBrokenFileIsRefusedWithTheLineWhereItBreaks() {
        assertThatThrownBy(() -> StrictYaml.parse("group: line-1\n\tnode: gw-1\n", "a.yaml"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a.yaml:2: not valid YAML: ")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aHalfWrittenFileIsRefused() {
        assertThatThrownBy(() -> StrictYaml.parse("managers: [http://127.0.0.1:7400, \n", "a.yaml"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a.yaml:");
    }

    @Test
    void whatIsNotAMappingIsRefused() {
        assertRefused("- a\n- b\n", "a.yaml:1: found a list, expected keys with values such as \"group: line-1\"");
        assertRefused(
                "just words", "a.yaml:1: found \"just words\", expected keys with values such as \"group: line-1\"");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertRefused("a: 1\n---\nb: 2\n", "a.yaml:3: found a second document, expected one");
    }

    @Test
    void anchorsAliasesAndTagsAreRefused() {
        assertRefused("a: &x 1\nb: *x\n", "a.yaml:1: found an anchor or alias, expected the value itself");
        assertRefused(
                "a: !!str 1\n", "a.yaml:1: found the tag \"tag:yaml.org,2002:str\", expected the value without it");
        assertRefused(
                "a: !java.net.URL [x]\n", "a.yaml:1: found the tag \"!java.net.URL\", expected the value without it");
    }

    @Test
    void aTowerOfBracketsIsRefusedBeforeItCostsTheStack() {
        assertThatThrownBy(() -> StrictYaml.parse("a: " + "[".repeat(200_000), "a.yaml"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("a.yaml:1: found nesting deeper than 20");
    }

    @Test
    void aListAsAKeyIsRefused() {
        assertRefused("? [a, b]\n: c\n", "a.yaml:1: found a list or mapping as a key, expected a name");
    }

    @Test
    void aMissingFileIsSaidInOneLine() {
        Path missing = folder.resolve("no.yaml");
        assertThatThrownBy(() -> StrictYaml.read(missing))
                .isInstanceOf(ConfigException.class)
                .hasMessage(missing + ": there is no such file");
    }

    @Test
    void aDirectoryIsNotAFile() {
        assertThatThrownBy(() -> StrictYaml.read(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessage(folder + ": is a directory, expected a YAML file");
    }

    @Test
    void bytesThatAreNotTextAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("a.yaml"), new byte[] {'a', ':', ' ', (byte) 0xC3, (byte) 0x28});
        assertThatThrownBy(() -> StrictYaml.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": is not UTF-8 text");
    }

    @Test
    void aHugeFileIsRefusedUnread() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "a: " + "x".repeat(10 << 20), StandardCharsets.UTF_8);
        assertThatThrownBy(() -> StrictYaml.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": is larger than 1048576 bytes, no configuration is");
    }

    @Test
    void aGoodFileIsReadInUtf8() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "note: 节点\n", StandardCharsets.UTF_8);
        assertThat(StrictYaml.read(file).text("note")).contains("节点");
    }

    private static void assertRefused(String yaml, String message) {
        assertThatThrownBy(() -> StrictYaml.parse(yaml, "a.yaml"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }
}
