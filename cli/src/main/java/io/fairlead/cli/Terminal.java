package io.fairlead.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command writes to and what it may know of its surroundings.
 *
 * @param out the result, in UTF-8 whatever the machine's locale is
 * @param err errors and progress
 * @param outIsTerminal whether a person reads the result directly
 * @param errIsTerminal whether a person reads errors and progress directly
 * @param environment the environment's variables
 */
record Terminal(
        PrintWriter out,
        PrintWriter err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Map<String, String> environment) {

    /** The terminal, or the pipes, that this process was started with. */
    static Terminal ofProcess(Output out) {
        return new Terminal(
                writer(out),
                writer(new FileOutputStream(FileDescriptor.err)),
                isTerminal(1),
                isTerminal(2),
                Map.copyOf(System.getenv()));
    }

    /** How results may be coloured: on a terminal only, and not where the reader asked for none (no-color.org). */
    Style style() {
        return outIsTerminal && value("NO_COLOR").isEmpty() && !value("TERM").equals("dumb") ? Style.ANSI : Style.PLAIN;
    }

    /** A variable of the environment, or an empty text. */
    String value(String variable) {
        return environment.getOrDefault(variable, "");
    }

    private static PrintWriter writer(OutputStream bytes) {
        return new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), true);
    }

    /** Whether a file descriptor of this process is a terminal; where the system does not tell, it counts as none. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
