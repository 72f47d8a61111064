package io.fairlead.cli;

import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import io.fairlead.cli.rest.ActShown;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.GapShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.RoundShown;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairlead history}: what was decided in the past. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows past decisions of a group, the newest last: those that moved the role, or would have if observe"
                        + " mode or a start of the manager had not held them back. What operators ordered meanwhile stands between them.",
        footer = {
            "",
            "Examples:",
            "  fairlead history line-1",
            "  fairlead history line-1 --limit 200",
            "  fairlead history line-1 --all         every round with the numbers that were compared"
        })
final class HistoryCommand implements Callable<Integer> {

    private static final int MOST = 500;

    /** What the manager tells at a time. */
    private static final int MOST_ACTS = 200;

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GroupQuestion asked = new GroupQuestion();

    @Option(names = "--all", description = "Show every round.")
    private boolean all;

    @Option(names = "--limit", paramLabel = "N", description = "How many, at most " + MOST + ". Default: 20.")
    private long limit = 20;

    @Option(names = "--json", description = "Print the manager's own document, with what every node measured.")
    private boolean json;

    HistoryCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = asked.client(terminal);
        if (limit < 1 || limit > MOST) {
            throw new ParameterException(
                    spec.commandLine(), "--limit is " + limit + ": use a whole number from 1 to " + MOST);
        }
        String path = asked.path("history?newest=true&limit=") + limit + (all ? "" : "&changes=true");
        ManagerClient.Answer answer = client.get(path, "rounds");
        if (json) {
            terminal.out().println(answer.text().strip());
            return ExitCode.DONE;
        }
        List<RoundShown> rounds = RoundShown.all(answer.document());
        List<GapShown> gaps = GapShown.all(answer.document());
        List<ActShown> acts = ActShown.all(
                client.get("/v1/audit?limit=" + MOST_ACTS, "acts").document(),
                asked.group().value());
        if (rounds.isEmpty()) {
            terminal.out()
                    .println("The role has not moved in what is recorded of group " + asked.group()
                            + (all ? ": there is no round yet." : " (--all shows every round)."));
            gaps.forEach(gap -> terminal.out().println("Round " + gap.rounds() + ": " + gap.words() + "."));
            acts.forEach(act -> terminal.out().println(seconds(act.at()) + "  " + act.words()));
            return ExitCode.DONE;
        }
        Table table = all ? columnsOfNumbers() : columnsOfChanges();
        int told = 0;
        int ordered = 0;
        String begin = rounds.get(0).at();
        while (ordered < acts.size() && acts.get(ordered).isBefore(begin)) {
            ordered++;
        }
        for (RoundShown round : rounds) {
            while (ordered < acts.size() && acts.get(ordered).isBefore(round.at())) {
                table.add(act(acts.get(ordered++)));
            }
            while (told < gaps.size() && gaps.get(told).before() <= round.round()) {
                table.add(gap(gaps.get(told++)));
            }
            table.add(all ? numbers(round) : change(round));
        }
        gaps.subList(told, gaps.size()).forEach(gap -> table.add(gap(gap)));
        acts.subList(ordered, acts.size()).forEach(act -> table.add(act(act)));
        table.lines().forEach(terminal.out()::println);
        return ExitCode.DONE;
    }

    private static Table columnsOfChanges() {
        return new Table(Column.left("TIME"), Column.right("ROUND"), Column.left("WHAT, AND WHY"));
    }

    private static Cell[] change(RoundShown round) {
        return new Cell[] {Cell.of(seconds(round.at())), Cell.of(Long.toString(round.round())), Cell.of(round.words())};
    }

    /** In a row of its own, or nobody would see that something is missing between two others. */
    private Cell[] gap(GapShown gap) {
        Cell rounds = Cell.of(gap.rounds());
        Cell words = new Cell(gap.words(), terminal.style()::doubtful);
        Cell none = Cell.of("");
        return all ? new Cell[] {none, rounds, none, none, none, none, words} : new Cell[] {none, rounds, words};
    }

    /** Of no round: an order comes between two of them. */
    private Cell[] act(ActShown act) {
        Cell time = Cell.of(seconds(act.at()));
        Cell words = Cell.of(act.words());
        Cell none = Cell.of("");
        return all ? new Cell[] {time, none, none, none, none, none, words} : new Cell[] {time, none, words};
    }

    private static Table columnsOfNumbers() {
        return new Table(
                Column.left("TIME"),
                Column.right("ROUND"),
                Column.right("K"),
                Column.right("ADVANTAGE"),
                Column.right("NEEDED"),
                Column.right("HELD"),
                Column.left("WHAT, AND WHY"));
    }

    private static Cell[] numbers(RoundShown round) {
        return new Cell[] {
            Cell.of(seconds(round.at())),
            Cell.of(Long.toString(round.round())),
            Cell.of(Long.toString(round.comparison().k())),
            Cell.of(Figures.points(round.comparison().advantage())),
            Cell.of(Figures.points(round.comparison().hysteresis())),
            Cell.of(Long.toString(round.comparison().streak())),
            Cell.of(round.words())
        };
    }

    /** A time without the parts of a second, which say nothing to a person. */
    private static String seconds(String time) {
        return time.replaceFirst("\\.\\d+Z$", "Z");
    }
}
