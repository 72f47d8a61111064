package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.OrderShown;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What all commands have in common that order something of a group, and how they do it. */
final class OrderOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "GROUP", description = "The group.")
    private @Nullable GroupId group;

    @Mixin
    private ManagerOption manager = new ManagerOption();

    @Option(names = "--json", description = "Print the manager's own document of what was done.")
    private boolean json;

    /**
     * What a command asks for.
     *
     * @param method the method, such as {@code POST}
     * @param path what follows the group's own path
     * @param body the document that is sent
     */
    record Wish(String method, String path, Document body) {}

    /** The group that the order is for. */
    GroupId group() {
        return Objects.requireNonNull(group);
    }

    /** The command that the options are part of. */
    CommandLine commandLine() {
        return command.commandLine();
    }

    /**
     * Sends an order, and prints what came of it.
     *
     * @param terminal where it is printed
     * @param wish what is ordered
     * @param words what was done, in one sentence
     */
    int give(Terminal terminal, Wish wish, Function<OrderShown, String> words) throws ManagerException {
        return give(terminal, wish, words, (client, order) -> {});
    }

    /** What has to come true before it is said that an order is done. */
    interface Following {
        /** Waits for it; throws {@link CommandFailed} if it does not come true. */
        void follow(ManagerClient client, OrderShown order) throws ManagerException;
    }

    /** The same for an order that takes its time. */
    int give(Terminal terminal, Wish wish, Function<OrderShown, String> words, Following until)
            throws ManagerException {
        ManagerClient client = manager.client(terminal, command);
        ManagerClient.Answer answer = client.send(wish.method, "/v1/groups/" + group + wish.path, wish.body.json());
        if (json) {
            terminal.out().println(answer.text().strip());
            return ExitCode.DONE;
        }
        OrderShown order = OrderShown.of(answer.document());
        until.follow(client, order);
        terminal.out().println(words.apply(order) + (order.isNews() ? "." : ", as it was before."));
        Stream.concat(order.notes().stream(), order.circumstances().words().stream())
                .forEach(note -> terminal.out().println(terminal.style().doubtful("note: ") + note));
        return ExitCode.DONE;
    }
}
