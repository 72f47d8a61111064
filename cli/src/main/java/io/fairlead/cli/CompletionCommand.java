package io.fairlead.cli;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead completion}: a script by which a shell completes commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints a script that lets a shell complete commands and options.",
        footer = {
            "",
            "Examples:",
            "  source <(fairlead completion bash)     in this shell, and in all of them from ~/.bashrc",
            "  source <(fairlead completion zsh)      the same from ~/.zshrc"
        })
final class CompletionCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Supplier<CommandLine> everything;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "bash|zsh",
            completionCandidates = Candidates.Shells.class,
            description = "The shell. Both take the same script.")
    private String shell = "";

    CompletionCommand(Terminal terminal, Supplier<CommandLine> everything) {
        this.terminal = terminal;
        this.everything = everything;
    }

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new ParameterException(
                    spec.commandLine(), "\"" + shell + "\" is a shell without a script: use bash or zsh");
        }
        terminal.out().print(AutoComplete.bash("fairlead", everything.get()));
        terminal.out().flush();
        return ExitCode.DONE;
    }
}
