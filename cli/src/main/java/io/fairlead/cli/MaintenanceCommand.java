package io.fairlead.cli;

import io.fairlead.NodeId;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.OrderShown;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fairlead maintenance}: a node leaves the election, or comes back into it. */
@Command(
        name = "maintenance",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Takes a node out of the election, or puts it back.",
            "A primary that is taken out is followed by another node at once; where there is none, nobody is primary. It stands"
                    + " above the configuration until it is set otherwise, also when the manager restarts."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead maintenance line-1 gw-2 on --reason \"new disks\"",
            "  fairlead maintenance line-1 gw-2 off"
        })
final class MaintenanceCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Parameters(index = "1", paramLabel = "NODE", description = "The node.")
    private @Nullable NodeId node;

    @Parameters(
            index = "2",
            paramLabel = "on|off",
            completionCandidates = Candidates.OnOff.class,
            description = "on takes it out, off puts it back.")
    private String on = "";

    MaintenanceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        if (!on.equals("on") && !on.equals("off")) {
            throw new ParameterException(
                    order.commandLine(), "\"" + on + "\" is neither on (takes the node out) nor off (puts it back)");
        }
        return order.give(
                terminal,
                new OrderOptions.Wish(
                        "PUT",
                        "/nodes/" + node + "/maintenance",
                        reason.document().with("on", on.equals("on"))),
                this::words);
    }

    private String words(OrderShown done) {
        if (done.after().equals("off")) {
            return node + " takes part in the election of " + order.group();
        }
        String primary = done.primary();
        String role = primary.equals(String.valueOf(node))
                ? "; it is primary still, see fairlead why " + order.group()
                : primary.isEmpty() ? "; nobody is primary" : "; " + primary + " is primary";
        return node + " is out of the election of " + order.group() + role;
    }
}
