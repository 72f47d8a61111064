package io.fairlead.cli;

import io.fairlead.NodeId;
import io.fairlead.cli.rest.Document;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.OrderShown;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead switchover}: another node becomes primary, once. */
@Command(
        name = "switchover",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes another node of a group primary, whatever the loads are and however short ago the last change was.",
            "The new one gets ready first, and the old one works on until then. It leaves nothing behind: from then on",
            "load decides as before, after a cooldown."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead switchover line-1                to the least loaded standby",
            "  fairlead switchover line-1 --to gw-2 --reason \"new disks in gw-1\""
        })
final class SwitchoverCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Option(names = "--no-wait", description = "Return when it has begun, and not when it is done.")
    private boolean noWait;

    @Option(names = "--to", paramLabel = "NODE", description = "The new primary; the best standby if not given.")
    private @Nullable NodeId to;

    SwitchoverCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        Document body = to == null ? reason.document() : reason.document().with("to", to.value());
        OrderOptions.Wish wish = new OrderOptions.Wish("POST", "/switchover", body);
        return order.give(terminal, wish, this::words, (client, done) -> {
            if (done.isNews() && !noWait) {
                new ChangeFollower(terminal, client, order.group()).follow(done.after());
            }
        });
    }

    private String words(OrderShown done) {
        String is = noWait && done.isNews() ? " becomes primary of " : " is primary of ";
        return done.after() + is + order.group() + (done.isNews() ? " instead of " + done.before() : "");
    }
}
