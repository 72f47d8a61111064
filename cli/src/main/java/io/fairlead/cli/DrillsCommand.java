package io.fairlead.cli;

import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import io.fairlead.cli.rest.DrillShown;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead drills}: whether standbys could take over. */
@Command(
        name = "drills",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows the last drills of a group, the newest last: a standby gets ready as for the role and tidies up"
                        + " again, while the primary stays what it is.",
        footer = {"", "Examples:", "  fairlead drills line-1", "  fairlead drills line-1 --json"})
final class DrillsCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private GroupQuestion asked = new GroupQuestion();

    @Option(names = "--json", description = "Print the manager's own document.")
    private boolean json;

    DrillsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = asked.client(terminal);
        ManagerClient.Answer answer = client.get(asked.path("drills"), "drills");
        if (json) {
            terminal.out().println(answer.text().strip());
            return ExitCode.DONE;
        }
        DrillShown.Page page = DrillShown.page(answer.document());
        terminal.out()
                .println(
                        page.when().isEmpty()
                                ? "Nobody rehearses in group " + asked.group()
                                        + ": its section of the manager's configuration" + " has no drill."
                                : asked.group() + ": " + page.when()
                                        + (page.drills().isEmpty() ? "; none so far" : ""));
        if (!page.drills().isEmpty()) {
            terminal.out().println();
            table(page).lines().forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }

    private Table table(DrillShown.Page page) {
        Table table = new Table(
                Column.left("TIME"),
                Column.left("NODE"),
                Column.left("RESULT"),
                Column.left("STEP"),
                Column.right("TOOK"),
                Column.left("WHAT CAME OF IT"));
        for (DrillShown drill : page.drills()) {
            table.add(
                    Cell.of(drill.at().replaceFirst("\\.\\d+Z$", "Z")),
                    Cell.of(drill.node()),
                    result(drill.result()),
                    Cell.of(drill.step()),
                    Cell.of(Figures.seconds(drill.tookSeconds())),
                    Cell.of(drill.words()));
        }
        return table;
    }

    private Cell result(String result) {
        return switch (result) {
            case "passed" -> new Cell(result, terminal.style()::good);
            case "failed" -> new Cell(result, terminal.style()::bad);
            default -> new Cell(result, terminal.style()::doubtful);
        };
    }
}
