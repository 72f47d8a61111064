package io.fairlead.cli;

import io.fairlead.cli.rest.ManagerException;
import io.fairlead.primary.Observe;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead observe}: which decisions are only shown. */
@Command(
        name = "observe",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Sets which decisions of a group are only shown: off, preference (those from load) or all.",
            "It stands above the configuration until it is set otherwise, also when the manager restarts."
        },
        footer = {
            "",
            "Examples:",
            "  fairlead observe line-1 preference    for the first days: what would it do?",
            "  fairlead observe line-1 off           from now on it does it",
            "  fairlead history line-1               what it did, and would have done"
        })
final class ObserveCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Parameters(
            index = "1",
            paramLabel = "MODE",
            completionCandidates = Candidates.Modes.class,
            description = "off, preference or all.")
    private @Nullable Observe mode;

    ObserveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        String wanted = Objects.requireNonNull(mode).name().toLowerCase(Locale.ROOT);
        return order.give(
                terminal,
                new OrderOptions.Wish("POST", "/observe", reason.document().with("observe", wanted)),
                done -> order.group() + ": observe mode is " + done.after());
    }
}
