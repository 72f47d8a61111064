package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.ManagerException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead resume}: the end of a pause. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Ends a pause: everything is decided again.",
        footer = {"", "Example:", "  fairlead resume line-1"})
final class ResumeCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Parameters(index = "0", paramLabel = "GROUP", description = "The group.")
    private @Nullable GroupId group;

    ResumeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        return order.give(
                new OrderOptions.Place(terminal, spec),
                Objects.requireNonNull(group),
                new OrderOptions.Wish("POST", "/resume", reason.document()),
                done -> group + " is not paused");
    }
}
