package io.fairlead.cli;

import io.fairlead.simulator.ReplayListener;

/** Shows on a terminal how far a replay is; a pipe gets nothing. */
final class ReplayProgress {

    private ReplayProgress() {}

    static ReplayListener on(Terminal terminal) {
        if (!terminal.errIsTerminal()) {
            return ReplayListener.none();
        }
        return (round, rounds) -> {
            long step = Math.max(1, rounds / 100);
            if (round % step == 0 || round == rounds) {
                String text = round == rounds ? "" : "replayed " + 100 * round / rounds + " %";
                terminal.err().print("\r\u001b[K" + text);
                terminal.err().flush();
            }
        };
    }
}
