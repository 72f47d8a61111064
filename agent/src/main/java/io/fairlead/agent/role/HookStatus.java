package io.fairlead.agent.role;

import java.time.Instant;
import java.util.Locale;

/**
 * How it stands with one hook.
 *
 * @param state what its runs came to
 * @param since when it began to be so
 * @param attempts how many runs in a row came to this
 * @param ended how the last of them ended, in words
 * @param said the last line that it printed, empty for none; of a long line the beginning
 */
public record HookStatus(State state, Instant since, int attempts, String ended, String said) {
    /** What the runs of a hook come to. */
    public enum State {
        /** What it should do was done. */
        SUCCEEDED,
        /** It was not done; a demote is tried again for as long as the node is a standby. */
        FAILED,
        /** It was killed before it ended, for a newer order or the end of the agent: nobody knows how far it was. */
        INTERRUPTED,
        /** There is no such hook: nothing has to be done. */
        ABSENT;

        /** The state as it is written in messages. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
