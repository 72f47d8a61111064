package io.fairlead.cli;

import io.fairlead.NodeId;
import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.ManagerException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead remove}: a silent node leaves the list. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Takes a node off a group's list that is not heard of any more, with every order for it.",
            "One that is heard of would come back with its next heartbeat: stop its agent first."
        },
        footer = {"", "Example:", "  fairlead remove line-1 gw-9"})
final class RemoveCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Parameters(index = "1", paramLabel = "NODE", description = "The node.")
    private @Nullable NodeId node;

    RemoveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        return order.give(
                terminal,
                new OrderOptions.Wish("DELETE", "/nodes/" + node, Document.empty()),
                done -> node + " is removed from " + order.group());
    }
}
