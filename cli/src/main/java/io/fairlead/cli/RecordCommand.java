package io.fairlead.cli;

import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.GapShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.RoundShown;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead record}: a group's history as a trace. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Writes what is recorded of a group as a trace, which fairlead replay reads: what each node measured in each"
                    + " round, and k, hysteresis, streak and primary as they were.",
            "Time is in seconds since the group began."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead record line-1 --out line-1.csv",
            "  fairlead replay line-1.csv --config other.yaml    what other settings would have done"
        })
final class RecordCommand implements Callable<Integer> {

    private static final int PAGE = 500;

    private final Terminal terminal;

    @Mixin
    private GroupQuestion asked = new GroupQuestion();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write. Default: standard output.")
    private @Nullable Path out;

    RecordCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = asked.client(terminal);
        try (TraceText trace = new TraceText()) {
            readAll(client, trace);
            if (trace.rows() == 0) {
                throw new CommandFailed("group " + asked.group() + " has no round yet in which a node was measured");
            }
            if (out == null) {
                trace.writeTo(terminal.out());
            } else {
                write(trace, out);
                terminal.out()
                        .println(out + ": " + Figures.count(trace.rows(), "sample") + " of "
                                + Figures.count(trace.nodes(), "node") + " in " + Figures.count(trace.rounds(), "round")
                                + " (fairlead replay " + out + ")");
            }
            return ExitCode.DONE;
        } catch (IOException e) {
            throw new CommandFailed("a temporary file cannot be written: " + e.getMessage());
        }
    }

    /** Page by page, since a history may be larger than one answer and take longer than one question. */
    private void readAll(ManagerClient client, TraceText trace) throws ManagerException, IOException {
        String path = asked.path("history?limit=") + PAGE;
        OptionalLong next = OptionalLong.of(-1);
        while (next.isPresent()) {
            long after = next.getAsLong();
            Document page = client.get(after < 0 ? path : path + "&after=" + after, "rounds")
                    .document();
            trace.lay(page.numberOrUnknown("sample_interval_ms") / 1000);
            List<RoundShown> rounds = RoundShown.all(page);
            for (RoundShown round : rounds) {
                trace.add(round);
            }
            GapShown.all(page)
                    .forEach(gap -> terminal.err()
                            .println(terminal.style().doubtful("note: ") + "round " + gap.rounds() + ": " + gap.words()
                                    + ", so the trace has a hole there"));
            next = page.integer("next");
            if (next.isPresent() && next.getAsLong() <= after) {
                throw new CommandFailed("the history that " + client.url() + " answers with never ends: after round "
                        + after + " comes a page that goes on with " + next.getAsLong());
            }
        }
    }

    private static void write(TraceText trace, Path file) {
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            trace.writeTo(writer);
        } catch (IOException e) {
            throw new CommandFailed(
                    file + " cannot be written: " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
}
