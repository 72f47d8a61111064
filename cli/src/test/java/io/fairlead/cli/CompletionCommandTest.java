package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real bash makes of the script. */
class CompletionCommandTest {

    @TempDir
    Path folder;

    private Path script = Path.of("");

    @BeforeEach
    void print() throws Exception {
        Called called = Called.with("completion", "bash");
        assertThat(called.code()).isZero();
        assertThat(called.err()).isEmpty();
        script = Files.writeString(folder.resolve("completion.bash"), called.out());
    }

    private String bash(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("bash", "--norc", "--noprofile"));
        command.addAll(List.of(arguments));
        Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(out).isZero();
        return out;
    }

    /** What may stand for the last word of a line; outside of a real completion bash complains about one command. */
    private Set<String> completed(String... words) throws Exception {
        String line = "source " + script + "; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1)
                + "; COMP_LINE=\"${COMP_WORDS[*]}\"; COMP_POINT=${#COMP_LINE}; _complete_fairlead 2> /dev/null"
                + "; echo \"${COMPREPLY[@]}\"";
        return new TreeSet<>(List.of(bash("-c", line).strip().split("\\s+")));
    }

    @Test
    void bashUnderstandsIt() throws Exception {
        assertThat(bash("-n", script.toString())).isEmpty();
    }

    @Test
    void commandsOptionsAndValuesAreCompleted() throws Exception {
        assertThat(completed("fairlead", "st")).containsExactly("status");
        assertThat(completed("fairlead", "re")).containsExactly("record", "remove", "replay", "resume");
        assertThat(completed("fairlead", "history", "--l")).containsExactly("--limit");
        assertThat(completed("fairlead", "replay", "--profile", "\"\"")).containsExactly("classic", "steady");
        assertThat(completed("fairlead", "completion", "\"\"")).containsExactly("bash", "zsh");
    }

    @Test
    void zshTakesTheSameScript() {
        assertThat(Called.with("completion", "zsh").out())
                .isEqualTo(Called.with("completion", "bash").out())
                .contains("bashcompinit");
    }
}
