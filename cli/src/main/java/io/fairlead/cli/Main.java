package io.fairlead.cli;

/** The program's entry: runs one command and ends with its exit code. */
public final class Main {

    private Main() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        Stop stop = new Stop();
        Thread main = Thread.currentThread();
        Thread.setDefaultUncaughtExceptionHandler((thread, bug) -> {
            terminal.err().println(Failures.oneLine("fairlead: " + Failures.keep(bug)));
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
        terminal.err().flush();
        stop.ended(code);
        System.exit(code);
    }
}
