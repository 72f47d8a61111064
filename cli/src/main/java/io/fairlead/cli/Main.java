package io.fairlead.cli;

/** The program's entry: runs one command and ends with its exit code. */
public final class Main {

    private Main() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        Stop stop = new Stop();
        int code = CommandLines.run(terminal, stop, arguments);
        terminal.out().flush();
        terminal.err().flush();
        stop.ended(code);
        System.exit(code);
    }
}
