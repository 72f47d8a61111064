package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the transcripts: text files in which commands alternate with what the core answers, in prose.
 *
 * <p>With {@code -Dfairlead.transcripts=rewrite} the answers are written anew instead of compared. Commit a change of
 * a transcript only if you understand it and want it.
 */
class TranscriptTest {

    private static final Path FOLDER = Path.of("src/test/resources/transcripts");

    static Stream<Path> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void answersAsWrittenDown(Path file) throws IOException {
        String written = Files.readString(file);
        String played = TranscriptPlayer.play(written);
        if ("rewrite".equals(System.getProperty("fairlead.transcripts"))) {
            Files.writeString(file, played);
            return;
        }
        assertThat(played).as(file.toString()).isEqualTo(written);
    }

    @Test
    void everyReasonStandsInATranscript() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : transcripts().toList()) {
            all.append(Files.readString(file));
        }
        List<String> missing = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            if (!all.toString().contains(" " + reason.name() + " ")) {
                missing.add(reason.name());
            }
        }
        assertThat(missing).as("reasons without a transcript").isEmpty();
    }

    @Test
    void everyAlarmAndEveryQuestionStandsInATranscript() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : transcripts().toList()) {
            all.append(Files.readString(file));
        }
        assertThat(Stream.of(Alarm.Kind.values()).map(Enum::name)).allMatch(name -> all.indexOf(name) >= 0);
        assertThat(Stream.of(PrimaryQuestion.values()).map(question -> words(question)))
                .allMatch(words -> all.indexOf(words) >= 0);
    }

    @Test
    void everyReasonAndEveryAlarmHasARowInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/reasons.md"));
        assertThat(Stream.of(Reason.values())).allMatch(reason -> page.contains("| `" + reason + "` |"));
        assertThat(Stream.of(Reason.values())).allMatch(reason -> page.contains("| " + reason.words() + " |"));
        assertThat(Stream.of(Alarm.Kind.values()))
                .allMatch(kind -> page.contains("| `" + kind + "` | " + kind.words()));
    }

    private static String words(PrimaryQuestion question) {
        String words = Check.of(question, 0, 0).words();
        return words.substring(0, question.words().length());
    }
}
