package io.fairlead.cli;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairlead why}: the reasons of a decision, in words. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Says why the primary is who it is: the decision, what stands in the way of another one, and"
                + " everything that was checked.",
        footer = {
            "",
            "Examples:",
            "  fairlead why line-1               the newest decision",
            "  fairlead why line-1 --round 120   the decision of an earlier round"
        })
final class WhyCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GroupQuestion asked = new GroupQuestion();

    @Option(names = "--round", paramLabel = "N", description = "The round to explain; default: the newest.")
    private @Nullable Long round;

    @Option(names = "--json", description = "Print the decision as one JSON object, with the manager's own fields.")
    private boolean json;

    WhyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = asked.client(terminal);
        if (round != null && round < 0) {
            throw new ParameterException(spec.commandLine(), "--round is " + round + ": rounds are counted from 0");
        }
        String decisions = asked.path("decisions");
        Document answer = client.get(decisions + (round == null ? "?limit=1" : "/" + round), "decisions")
                .document();
        List<Document> found = answer.objects("decisions");
        if (found.isEmpty()) {
            throw new CommandFailed(
                    "nothing has been decided in group " + asked.group() + " yet: its first round is to come");
        }
        Document decision = found.get(found.size() - 1);
        if (json) {
            terminal.out().println(decision.with("group", asked.group().value()).json());
        } else {
            new WhyText(terminal.style()).lines(DecisionShown.of(decision)).forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }
}
