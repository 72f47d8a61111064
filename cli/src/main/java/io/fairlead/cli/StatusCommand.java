package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.GroupRow;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead status}: who is primary, and how the nodes are. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows who is primary, and how the nodes are.",
        footer = {
            "",
            "Examples:",
            "  fairlead status",
            "  fairlead status line-1",
            "  fairlead status line-1 --json --manager http://10.0.0.7:7400"
        })
final class StatusCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagerOption manager = new ManagerOption();

    @Parameters(paramLabel = "GROUP", arity = "0..1", description = "The group to show with all of its nodes.")
    private @Nullable GroupId group;

    @Option(names = "--json", description = "Print the manager's own document.")
    private boolean json;

    StatusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = manager.client(terminal, spec);
        StatusText text = new StatusText(terminal.style());
        if (json) {
            terminal.out().println(client.get(path(), field()).text().strip());
        } else if (group == null) {
            text.groups(GroupRow.all(client)).forEach(terminal.out()::println);
        } else {
            text.group(GroupShown.of(client.get(path(), field()).document())).forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }

    private String field() {
        return group == null ? "groups" : "group";
    }

    private String path() {
        return group == null ? "/v1/groups" : "/v1/groups/" + group;
    }
}
