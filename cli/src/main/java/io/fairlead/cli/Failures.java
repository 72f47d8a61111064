package io.fairlead.cli;

import io.fairlead.config.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How errors reach the person at the terminal: one line each, and the details of a bug in a file. */
final class Failures {

    /** How a process is given more memory. */
    static final String MORE_MEMORY = "give it more, such as FAIRLEAD_JAVA_OPTS=-Xmx4g";

    private static final int LONGEST = 600;

    private Failures() {}

    /** A text as one line: control characters become spaces, and what is endless is cut. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        Printable.of(text.strip()).codePoints().limit(LONGEST).forEach(line::appendCodePoint);
        return text.codePointCount(0, text.length()) > LONGEST
                ? line.append(" ...").toString()
                : line.toString();
    }

    /** What is said of something that no command expects: too little memory, or else a bug. */
    static String words(Throwable unexpected) {
        return unexpected instanceof OutOfMemoryError
                ? "this needs more than " + memory() + ": " + MORE_MEMORY
                : keep(unexpected);
    }

    /** How much memory this process may use, in words. */
    static String memory() {
        return "the " + (Runtime.getRuntime().maxMemory() >> 20) + " MB of memory that this process may use";
    }

    /** What is said of a bug, whose details are kept in a file. */
    static String keep(Throwable bug) {
        String what = "a bug in fairlead: " + bug;
        try {
            Path file = Files.createTempFile("fairlead-bug-", ".txt");
            Files.writeString(file, trace(bug), StandardCharsets.UTF_8);
            return what + " (details in " + file + ")";
        } catch (IOException e) {
            return what + " (details with --debug)";
        }
    }

    private static String trace(Throwable bug) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.println("fairlead, Java " + Runtime.version());
        bug.printStackTrace(writer);
        writer.flush();
        return text.toString();
    }
}
