package io.fairlead.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Optional;

/** The program's entry: runs one command and ends with its exit code. */
public final class Main {

    private Main() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        Output out = new Output(new FileOutputStream(FileDescriptor.out));
        Terminal terminal = Terminal.ofProcess(out);
        Stop stop = new Stop();
        Thread main = Thread.currentThread();
        Thread.setDefaultUncaughtExceptionHandler((thread, bug) -> {
            terminal.err().println(Failures.oneLine("fairlead: " + Failures.words(bug)));
            terminal.err().flush();
            if (bug instanceof Error) {
                // What it left half done cannot be trusted, and a process that only looks alive helps nobody: a
                // supervisor starts a new one. An orderly end could wait for ever for the thread that has just died.
                Runtime.getRuntime().halt(ExitCode.FAILED);
            }
            if (thread == main) {
                System.exit(ExitCode.FAILED);
            }
        });
        int code = CommandLines.run(terminal, stop, arguments);
        terminal.out().flush();
        Optional<String> loss = out.loss();
        if (loss.isPresent() && code == ExitCode.DONE) {
            terminal.err().println(Failures.oneLine("fairlead: " + loss.get()));
            code = ExitCode.FAILED;
        }
        terminal.err().flush();
        stop.ended(code);
        System.exit(code);
    }
}
