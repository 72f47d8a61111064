package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.netns.Sightings.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SightingsTest {

    private final List<Sighting> seen = new ArrayList<>();

    private void see(String node, long asked, long token) {
        seen.add(new Sighting(node, asked, asked + 2, token));
    }

    @Test
    void oneAfterTheOtherIsFine() {
        see("gw-1", 0, 7);
        see("gw-2", 1, 0);
        see("gw-1", 10, 7);
        see("gw-1", 20, 0);
        see("gw-2", 21, 8);
        see("gw-1", 30, -1);
        see("gw-1", 40, 9);
        assertThat(Sightings.contradictions(seen)).isEmpty();
    }

    @Test
    void anOlderRoleThatIsSeenAfterANewerOneIsFound() {
        see("gw-1", 0, 7);
        see("gw-2", 10_000_000, 8);
        see("gw-1", 15_000_002, 7);
        assertThat(Sightings.contradictions(seen))
                .containsExactly("gw-1 worked under 7 for 5 ms after gw-2 had begun under 8");
    }

    @Test
    void anOverlapThatANewerTokenOnTheSameNodeHidesIsFound() {
        see("gw-1", 0, 7);
        see("gw-2", 10_000_000, 8);
        see("gw-2", 11_000_000, 9);
        see("gw-1", 15_000_002, 7);
        assertThat(Sightings.contradictions(seen)).hasSize(2);
    }

    @Test
    void answersThatCrossProveNothing() {
        see("gw-1", 10, 7);
        see("gw-2", 9, 8);
        assertThat(Sightings.contradictions(seen)).isEmpty();
    }

    @Test
    void aTokenOfTwoNodesIsFound() {
        see("gw-1", 0, 7);
        see("gw-2", 10, 7);
        assertThat(Sightings.contradictions(seen)).contains("token 7 was gw-1's and gw-2's");
    }

    @Test
    void aRoleThatComesBackUnderAnOldTokenIsFound() {
        see("gw-1", 0, 7);
        see("gw-1", 10, 0);
        see("gw-1", 20, 7);
        assertThat(Sightings.contradictions(seen))
                .containsExactly("gw-1 had laid down the role of token 7 and had it again");
    }

    @Test
    void aLineThatIsBeingWrittenIsNotRead(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("seen"), "1 2 7\n3 4 0\n5 6 1");
        assertThat(Sightings.read(Map.of("gw-1", file)))
                .containsExactly(new Sighting("gw-1", 1, 2, 7), new Sighting("gw-1", 3, 4, 0));
    }
}
