package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead pause}: nothing is decided from load, or nothing at all. */
@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Pauses a group: its role does not move because of load. A dead primary is still replaced, unless --all is given.",
            "It stands until fairlead resume, also when the manager restarts."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead pause line-1 --reason \"moving racks\"",
            "  fairlead pause line-1 --all       nothing is decided, a dead primary is not replaced"
        })
final class PauseCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Option(names = "--all", description = "Decide nothing at all: a dead primary is not replaced either.")
    private boolean all;

    PauseCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        OrderOptions.Wish wish =
                new OrderOptions.Wish("POST", "/pause", reason.document().with("what", all ? "all" : "preference"));
        return order.give(terminal, wish, done -> order.group() + " is paused");
    }
}
