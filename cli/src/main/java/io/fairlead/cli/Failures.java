package io.fairlead.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How errors reach the person at the terminal: one line each, and the details of a bug in a file. */
final class Failures {

    private static final int LONGEST = 600;

    private Failures() {}

    /** A text as one line: control characters become spaces, and what is endless is cut. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.strip()
                .codePoints()
                .limit(LONGEST)
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
                .forEach(line::appendCodePoint);
        return text.codePointCount(0, text.length()) > LONGEST
                ? line.append(" ...").toString()
                : line.toString();
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
