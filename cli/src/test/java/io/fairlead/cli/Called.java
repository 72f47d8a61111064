package io.fairlead.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What came of one command line: its exit code and what it wrote. */
record Called(int code, String out, String err) {

    static Called with(String... arguments) {
        return in(Map.of(), arguments);
    }

    static Called in(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal =
                new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, false, environment);
        Stop stop = new Stop();
        int code = CommandLines.run(terminal, stop, arguments);
        // As the program itself does; else the end of the tests would wait for a command that has long ended.
        stop.ended(code);
        terminal.out().flush();
        terminal.err().flush();
        return new Called(code, out.toString(), err.toString());
    }
}
