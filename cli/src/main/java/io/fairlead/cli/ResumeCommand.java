package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead resume}: the end of a pause. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Ends a pause: everything is decided again.",
        footer = {"", "Example:", "  fairlead resume line-1"})
final class ResumeCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    ResumeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        return order.give(
                terminal,
                new OrderOptions.Wish("POST", "/resume", reason.document()),
                done -> order.group() + " is not paused");
    }
}
