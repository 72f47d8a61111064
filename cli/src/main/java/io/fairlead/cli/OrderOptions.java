package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.OrderShown;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What all commands have in common that order something of a group, and how they do it. */
final class OrderOptions {

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

    /**
     * Sends an order, and prints what came of it.
     *
     * @param place where it is printed, and who asks
     * @param group the group
     * @param wish what is ordered
     * @param words what was done, in one sentence
     */
    int give(Place place, GroupId group, Wish wish, Function<OrderShown, String> words) throws ManagerException {
        ManagerClient client = manager.client(place.terminal, place.spec);
        ManagerClient.Answer answer = client.send(wish.method, "/v1/groups/" + group + wish.path, wish.body.json());
        if (json) {
            place.terminal.out().println(answer.text().strip());
            return ExitCode.DONE;
        }
        OrderShown order = OrderShown.of(answer.document());
        place.terminal.out().println(words.apply(order) + (order.isNews() ? "." : ", as it was before."));
        order.circumstances()
                .words()
                .forEach(note ->
                        place.terminal.out().println(place.terminal.style().doubtful("note: ") + note));
        return ExitCode.DONE;
    }

    /** Where a command prints, and which one it is. */
    record Place(Terminal terminal, CommandSpec spec) {}
}
