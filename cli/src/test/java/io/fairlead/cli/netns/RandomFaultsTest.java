package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random courses of faults: 3 of them, or 30 in a soak ({@code -Dfairlead.soak=true}). {@code -Dfairlead.seed=N} repeats the
 * one with that seed.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomFaultsTest {
    private static final int STEPS = 5;
    private static final boolean SOAK = Boolean.getBoolean("fairlead.soak");

    @TempDir
    Path folder;

    static LongStream seeds() {
        String one = System.getProperty("fairlead.seed");
        return one != null ? LongStream.of(Long.parseLong(one)) : new Random().longs(SOAK ? 30 : 3, 0, 1_000_000_000);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void twoNodesAreNeverPrimaryAtOnceAndInTheEndOneIs(long seed) throws IOException {
        Path clock = Files.writeString(folder.resolve("offset"), "+0\n");
        Map<String, String> environment = FakeClock.in(clock);
        Pair.Settings settings = Pair.Settings.lease("3s").exclusive();
        try (Pair pair = new Pair(folder, seed % 2 == 0 ? settings : settings.withFailsafe())) {
            pair.start(environment);
            FaultCourse course = new FaultCourse(pair, seed, environment, clock);
            course.run(STEPS);
            String what = "seed " + seed + ": " + course.told();
            assertThat(Sightings.contradictions(pair.sightings())).as(what).isEmpty();
            JsonNode group = pair.awaitGroup(what + "; in the end there is a primary", RandomFaultsTest::isWell);
            String primary = group.path("primary").path("node").asText();
            pair.awaitSighting(what + "; it says so itself", primary, Sightings.Sighting::isPrimary);
            assertThat(Sightings.contradictions(pair.sightings())).as(what).isEmpty();
        }
    }

    private static boolean isWell(JsonNode group) {
        String primary = group.path("primary").path("node").asText();
        return Pair.node(group, primary).path("reported_role").asText().equals("primary")
                && Pair.node(group, "gw-1").path("state").asText().equals("alive")
                && Pair.node(group, "gw-2").path("state").asText().equals("alive");
    }
}
