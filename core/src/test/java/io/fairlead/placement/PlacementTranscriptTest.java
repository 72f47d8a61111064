package io.fairlead.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the transcripts of placements: text files in which commands alternate with what the core answers, in prose.
 *
 * <p>With {@code -Dfairlead.transcripts=rewrite} the answers are written anew instead of compared. Commit a change of
 * a transcript only if you understand it and want it.
 */
class PlacementTranscriptTest {

    private static final Path FOLDER = Path.of("src/test/resources/transcripts/placement");

    static Stream<Path> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void answersAsWrittenDown(Path file) throws IOException {
        String written = Files.readString(file);
        String played = PlacementPlayer.play(written);
        if ("rewrite".equals(System.getProperty("fairlead.transcripts"))) {
            Files.writeString(file, played);
            return;
        }
        assertThat(played).as(file.toString()).isEqualTo(written);
    }

    @Test
    void everyBasisAndEveryQuestionStandsInATranscript() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : transcripts().toList()) {
            all.append(Files.readString(file));
        }
        assertThat(Stream.of(Basis.values())).allMatch(basis -> all.indexOf(" " + basis + " ") >= 0);
        assertThat(Stream.of(PlacementQuestion.values()).map(PlacementQuestion::words))
                .allMatch(words -> all.indexOf(words) >= 0);
    }

    @Test
    void everyBasisAndEveryQuestionHasARowInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/placement.md"));
        assertThat(Stream.of(Basis.values()))
                .allMatch(basis -> page.contains("| `" + basis + "` | " + basis.words() + " |"));
        assertThat(Stream.of(PlacementQuestion.values()))
                .allMatch(question -> page.contains("| `" + question + "` | " + question.words()));
    }
}
