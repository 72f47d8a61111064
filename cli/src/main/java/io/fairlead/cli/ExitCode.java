package io.fairlead.cli;

/** What a command says to the shell. */
final class ExitCode {
    /** It was done. */
    static final int DONE = 0;

    /** It was refused or it failed; standard error has one line that says why. */
    static final int FAILED = 1;

    /** The command line itself was wrong. */
    static final int USAGE = 2;

    private ExitCode() {}
}
