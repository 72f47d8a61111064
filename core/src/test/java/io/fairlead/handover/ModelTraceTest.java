package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine does what the model does: each step that it took is taken by {@code model/walk.pml}, too, and ends in the same
 * state with the same directives. What Spin finds about the model holds for the machine as far as that.
 */
final class ModelTraceTest {

    private static final Path MODEL = Path.of("..", "model", "trace.pml");
    private static final int WORLDS = 100;
    private static final int WALKS = 1_000;
    private static final int EVENTS = 60;

    @TempDir
    Path folder;

    @Test
    void eachStepThatTheMachineTookInAWorldOfFaultsIsAStepOfTheModel() throws Exception {
        Set<String> rows = new LinkedHashSet<>();
        for (int seed = 0; seed < WORLDS; seed++) {
            HandoverMode mode = seed % 2 == 0 ? HandoverMode.OVERLAP : HandoverMode.EXCLUSIVE;
            HandoverWorld world = new HandoverWorld(seed, mode, HandoverWorld.Planted.NOTHING);
            world.traceTo((before, event) -> add(rows, HandoverSettings.of(mode), world.nodes(), before, event));
            world.run(Duration.ofMinutes(1), true);
        }
        assertThat(rows).as("different steps").hasSizeGreaterThan(1_000);
        assertThat(model(rows)).isEqualTo(rows.size() + " rows, 0 differ");
    }

    /** Messages that nobody would send: late, doubled, in any order, about any node and token. */
    @Test
    void whateverHappensInWhateverOrderTheModelDoesTheSame() throws Exception {
        Set<String> rows = new LinkedHashSet<>();
        List<NodeId> nodes = List.of(new NodeId("n0"), new NodeId("n1"), new NodeId("n2"));
        for (int seed = 0; seed < WALKS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            HandoverSettings settings =
                    HandoverSettings.of(random.nextBoolean() ? HandoverMode.OVERLAP : HandoverMode.EXCLUSIVE);
            HandoverState state = HandoverState.initial();
            for (int i = 0; i < EVENTS; i++) {
                HandoverEvent event = anything(random, nodes, state, Duration.ofSeconds(5L * i));
                add(rows, settings, nodes, state, event);
                state = new Handover(settings).on(state, event).next();
            }
        }
        assertThat(rows).as("different steps").hasSizeGreaterThan(1_000);
        assertThat(model(rows)).isEqualTo(rows.size() + " rows, 0 differ");
    }

    @Test
    void aStepThatTheModelDoesNotTakeIsFound() throws Exception {
        List<NodeId> nodes = List.of(new NodeId("n0"), new NodeId("n1"));
        HandoverState state = HandoverState.initial().holding(nodes.get(0), 1);
        HandoverEvent event = new HandoverEvent.Lapsed(nodes.get(0), Duration.ZERO);
        Set<String> rows = new LinkedHashSet<>();
        add(rows, HandoverSettings.of(HandoverMode.OVERLAP), nodes, state, event);
        String row = rows.iterator().next();
        int stateAfter = row.length() - 22;
        rows.add(row.substring(0, stateAfter) + '1' + row.substring(stateAfter + 1));
        assertThat(model(rows)).isEqualTo("2 rows, 1 differ");
    }

    private static HandoverEvent anything(
            SplittableRandom random, List<NodeId> nodes, HandoverState state, Duration at) {
        NodeId node = nodes.get(random.nextInt(nodes.size()));
        HandoverKind[] kinds = HandoverKind.values();
        NodeId to = state.course().to();
        NodeId likely = to != null && random.nextBoolean() ? to : node;
        return switch (random.nextInt(20)) {
            case 0, 1 -> new HandoverEvent.Wanted(kinds[random.nextInt(kinds.length)], node, at);
            case 2 -> new HandoverEvent.Dismissed(at);
            case 3, 4, 5 -> new HandoverEvent.Committed(state.token() + random.nextInt(3), at);
            case 6 -> new HandoverEvent.NotCommitted(at);
            case 7, 8 -> new HandoverEvent.Lapsed(likely, at);
            case 9 -> new HandoverEvent.Looked(at.plusSeconds(30));
            default -> {
                Report[] reports = Report.values();
                long token = Math.max(0, state.token() - random.nextInt(2));
                yield new HandoverEvent.Reported(likely, token, reports[random.nextInt(reports.length)], at);
            }
        };
    }

    private static void add(
            Set<String> rows,
            HandoverSettings settings,
            List<NodeId> nodes,
            HandoverState before,
            HandoverEvent event) {
        String row = ModelRow.of(settings, nodes, before, event);
        if (row != null) {
            rows.add(row);
        }
    }

    /** The last line of what Spin says about the rows. */
    private String model(Set<String> rows) throws IOException, InterruptedException {
        Path input = Files.writeString(folder.resolve("rows"), String.join("", rows) + 'z', StandardCharsets.US_ASCII);
        Path output = folder.resolve("said");
        Process spin;
        try {
            spin = new ProcessBuilder("spin", "-T", MODEL.toRealPath().toString())
                    .directory(folder.toFile())
                    .redirectInput(input.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException absent) {
            String why = "SKIPPED: the machine was not compared with its model, there is no 'spin' here (Debian: spin)";
            System.err.println(why);
            Assumptions.abort(why);
            throw absent;
        }
        try {
            assertThat(spin.waitFor(2, TimeUnit.MINUTES)).as("Spin ends").isTrue();
        } finally {
            spin.destroyForcibly();
        }
        List<String> said = new ArrayList<>(Files.readAllLines(output, StandardCharsets.US_ASCII));
        said.removeIf(line -> !line.contains("rows, ") && !line.contains("differs") && !line.contains("rror"));
        return said.isEmpty()
                ? "nothing: " + Files.readString(output)
                : said.get(said.size() - 1).strip();
    }
}
