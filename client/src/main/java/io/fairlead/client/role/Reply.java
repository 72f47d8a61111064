package io.fairlead.client.role;

import java.time.Duration;
import java.util.Optional;

/** What came back from one manager for one heartbeat. */
sealed interface Reply {
    /** An answer that counts. */
    record Answered(HeartbeatAnswer answer) implements Reply {}

    /**
     * The manager refuses the heartbeat, with a code that stays the same and words for a person.
     *
     * @param heartbeat the time between two beats that the group wants, where the manager says that these are too rare
     */
    record Refused(int status, String code, String detail, Optional<Duration> heartbeat) implements Reply {
        Refused(int status, String code, String detail) {
            this(status, code, detail, Optional.empty());
        }

        /** Another machine uses this node's id. */
        boolean isConflict() {
            return code.equals("incarnation-conflict");
        }

        /** What this node says is unknown to a manager of an older version. */
        boolean isForUnknownField() {
            return code.equals("unknown-field");
        }

        /** It is the token that does not do. */
        boolean isForToken() {
            return status == 401 || status == 403;
        }

        /** The same with something that only the agent knows. */
        Refused with(String more) {
            return new Refused(status, code, detail.isEmpty() ? more : detail + "; " + more, heartbeat);
        }

        /** What was answered, for a person. */
        String words() {
            String what = isConflict()
                    ? "another process uses the id of this node, perhaps its own earlier one"
                    : "status " + status;
            return what + " (" + code + (detail.isEmpty() ? "" : ": " + detail) + ")";
        }
    }

    /** Nobody waited for the answer, because there is something newer to say. */
    record Overtaken() implements Reply {}

    /** No answer, or none that can be understood. */
    record Silent(String reason) implements Reply {}
}
